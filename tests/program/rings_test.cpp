// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "child.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

struct simplified {
  std::string output, mask, complaints;
  nlohmann::json report;
};

simplified simplify_file(std::string const& format, std::string const& text, std::string const& tolerance,
                         std::vector<std::string> const& options) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify",
                                     folder.write("in." + format, text),
                                     folder.path("out." + format),
                                     "--tolerance",
                                     tolerance,
                                     "--mask",
                                     folder.path("mask"),
                                     "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ended run = run_program(arguments);
  REQUIRE(run.status == 0);
  return {folder.read("out." + format), folder.read("mask"), run.err, read_json(run.out)};
}

simplified simplify(std::string const& wkt, std::string const& tolerance,
                    std::vector<std::string> const& options = {}) {
  return simplify_file("wkt", wkt, tolerance, options);
}

} // namespace

TEST_CASE("Rings stay closed and start where they started") {
  const simplified got = simplify("POLYGON ((0 0, 5 0.1, 10 0, 10 10, 0 10, 0 0))\n", "1");
  CHECK(got.output == "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))\n");
  CHECK(got.report["rings_completed"] == 0);
  CHECK(got.complaints == "");
}

TEST_CASE("Rings that would collapse keep four positions") {
  // Farthest from the start: (10 10); farthest from the line between: (10 0), the first of two.
  const simplified got = simplify("POLYGON ((0 0, 5 0.1, 10 0, 10 10, 0 10, 0 0))\n", "8");
  CHECK(got.output == "POLYGON ((0 0, 10 0, 10 10, 0 0))\n");
  CHECK(got.mask == "1\n0\n1\n1\n0\n1\n");
  CHECK(got.report["rings_completed"] == 1);
  CHECK(got.report["points_out"] == 4);
  CHECK(got.complaints == "note: 1 ring kept more points than chosen, as a ring needs 4 positions\n");
}

TEST_CASE("Rings that would collapse stay within the tolerance") {
  // No point is farther than 5 from the start, so the ring is cut at (5 0) and (0 5). But (-4.9 0) is 7 from the line
  // between these two.
  const std::string ring = "POLYGON ((0 0, 5 0, -4.9 0, 0 5, 0 0))\n";
  const simplified got = simplify(ring, "5");
  CHECK(got.report["rings_completed"] == 1);
  CHECK(got.output == ring);
  CHECK(got.report["max_deviation"] == 0.0);
}

TEST_CASE("Rings of equal points and tiny rings stay") {
  CHECK(simplify("POLYGON ((1 1, 1 1, 1 1, 1 1, 1 1))\n", "1").output == "POLYGON ((1 1, 1 1, 1 1, 1 1))\n");
  const std::string small = "POLYGON ((0 0, 1 1, 0 0))\nPOLYGON ((0 0, 0 0))\nPOLYGON ((0 0))\n";
  CHECK(simplify(small, "9").output == small);
}

TEST_CASE("Closed lines that are no rings may collapse") {
  const simplified got = simplify("LINESTRING (0 0, 1 0, 1 1, 0 1, 0 0)\n", "9");
  CHECK(got.output == "LINESTRING (0 0, 0 0)\n");
  CHECK(got.report["rings_completed"] == 0);
}

TEST_CASE("Rings that meet themselves after simplifying are counted") {
  // The notch from above ends at (50 -7). Without (50 -8), the floor cuts through it.
  const std::string notched = "POLYGON ((0 0, 50 -8, 100 0, 100 50, 50 -7, 0 50, 0 0))\n";
  CHECK(simplify(notched, "1").report["rings_made_crossing"] == 0);
  const simplified crossed = simplify(notched, "9");
  CHECK(crossed.report["rings_made_crossing"] == 1);
  CHECK(crossed.complaints ==
        "note: 1 ring crosses or touches itself after simplifying, so the polygons are invalid; a "
        "smaller tolerance or --topology helps\n");
  CHECK(simplify(notched, "1e6", {"--units", "m"}).complaints.find("invalid; a smaller tolerance helps\n") !=
        std::string::npos);
  const std::string crossed_before = "POLYGON ((0 0, 50 8, 100 0, 100 50, 50 7, 0 50, 0 0))\n";
  CHECK(simplify(crossed_before, "1").report["rings_made_crossing"] == 0);
}

TEST_CASE("Rings from their least point on are the same") {
  const std::vector<std::string> least{"--ring-start", "least"};
  const simplified got = simplify("POLYGON ((5 0.1, 10 0, 10 10, 0 10, 0 0, 5 0.1))\n", "1", least);
  CHECK(got.output == "POLYGON ((10 0, 10 10, 0 10, 0 0, 10 0))\n");
  CHECK(got.mask == "0\n1\n1\n1\n1\n1\n"); // the last one stands for the first kept
  CHECK(got.report["points_out"] == 5);
  CHECK(got.report["max_deviation"] == doctest::Approx(0.1));
  CHECK(got.report["rings_made_crossing"] == 0);
  CHECK(simplify("POLYGON ((0 0, 5 0.1, 10 0, 10 10, 0 10, 0 0))\n", "1", least).output ==
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))\n");
  CHECK(simplify("POLYGON ((5 0.1, 10 0, 10 10, 0 10, 0 0, 5 0.1))\n", "1").output ==
        "POLYGON ((5 0.1, 10 0, 10 10, 0 10, 0 0, 5 0.1))\n");
  // Heights belong to their positions, and blanks to the text around them.
  CHECK(simplify("POLYGON Z ((5 0.1 7 , 10 0 8 , 10 10 9, 0 10 6, 0 0 5, 5 0.1 7 ))\n", "1", least).output ==
        "POLYGON Z ((10 0 8 , 10 10 9, 0 10 6, 0 0 5, 10 0 8 ))\n");
  const std::string json =
      R"({"type": "Polygon", "coordinates": [[[5, 0.1], [10, 0, 3], [10, 10], [0, 10], [0, 0], [5, 0.1]]]})";
  CHECK(simplify_file("geojson", json, "1", least).output ==
        R"({"type": "Polygon", "coordinates": [[[10, 0, 3], [10, 10], [0, 10], [0, 0], [10, 0, 3]]]})");
}

TEST_CASE("Small rings are left out on request") {
  const std::vector<std::string> drop{"--small-rings", "drop"};
  const std::string large = "(0 0, 100 0, 100 100, 0 100, 0 0)", small = "(10 10, 11 10, 11 11, 10 10)",
                    hole = "(20 20, 60 20, 60 60, 20 60, 20 20)";
  const auto dropped = [&](std::string const& wkt) { return simplify(wkt + "\n", "5", drop).output; };
  CHECK(dropped("POLYGON (" + large + ", " + small + ", " + hole + ")") == "POLYGON (" + large + ", " + hole + ")\n");
  CHECK(dropped("POLYGON (" + large + ", " + hole + " , " + small + " )") ==
        "POLYGON (" + large + ", " + hole + " )\n");
  CHECK(dropped("POLYGON (" + small + ")") == "POLYGON EMPTY\n");
  CHECK(dropped("POLYGON" + ("(" + small + ")")) == "POLYGON EMPTY\n");
  CHECK(dropped("POLYGON (" + small + ", " + hole + ")") == "POLYGON EMPTY\n");
  CHECK(dropped("MULTIPOLYGON ((" + small + ", " + hole + "), (" + large + ", " + hole + "), (" + small + "))") ==
        "MULTIPOLYGON ((" + large + ", " + hole + "))\n");
  CHECK(dropped("MULTIPOLYGON ((" + small + "), EMPTY, (" + small + "))") == "MULTIPOLYGON (EMPTY)\n");
  CHECK(dropped("MULTIPOLYGON ((" + small + "), (" + small + "))") == "MULTIPOLYGON EMPTY\n");
  CHECK(dropped("GEOMETRYCOLLECTION (POLYGON (" + small + "), LINESTRING (0 0, 1 1))") ==
        "GEOMETRYCOLLECTION (POLYGON EMPTY, LINESTRING (0 0, 1 1))\n");
  const simplified got = simplify("POLYGON (" + small + ", " + hole + ")\n", "5", drop);
  CHECK(got.report["rings_dropped"] == 2);
  CHECK(got.report["rings_completed"] == 0);
  CHECK(got.report["points_out"] == 0);
  CHECK(got.report["max_deviation"] == 0.0);
  CHECK(got.complaints == "note: 2 rings were dropped: too small for 4 positions at this tolerance\n");
  CHECK(simplify("POLYGON (" + small + ")\n", "5").output == "POLYGON (" + small + ")\n");

  const std::string json_small = "[[10,10],[11,10],[11,11],[10,10]]", json_large = "[[0,0],[99,0],[99,99],[0,0]]";
  const auto json_dropped = [&](std::string const& coordinates, const char* type) {
    const std::string front = std::string(R"({"type":")") + type + R"(","coordinates":)";
    const std::string text = simplify_file("geojson", front + coordinates + "}", "5", drop).output;
    REQUIRE(text.substr(0, front.size()) == front);
    return text.substr(front.size());
  };
  CHECK(json_dropped("[" + json_small + "]", "Polygon") == "[]}");
  CHECK(json_dropped("[" + json_large + "," + json_small + "]", "Polygon") == "[" + json_large + "]}");
  CHECK(json_dropped("[[" + json_small + "],[" + json_large + "]]", "MultiPolygon") == "[[" + json_large + "]]}");
  CHECK(json_dropped("[[" + json_small + "]]", "MultiPolygon") == "[]}");
}

TEST_CASE("Small rings with a pin stay where others are left out") {
  const scratch_folder folder;
  const std::string ring = "POLYGON ((10 10, 11 10, 11 11, 10 10))\n";
  const std::string in = folder.write("in.wkt", ring), pins = folder.write("pins", "0\n1\n0\n0\n");
  const ended run = run_program(
      {"simplify", in, folder.path("out.wkt"), "--tolerance", "5", "--small-rings", "drop", "--pins", pins});
  REQUIRE(run.status == 0);
  CHECK(folder.read("out.wkt") == ring);
}

TEST_CASE("A hole with a pin keeps its shell") {
  const scratch_folder folder;
  const std::string polygon = "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2))\n";
  const std::string in = folder.write("in.wkt", polygon + polygon);
  const std::string pins = folder.write("pins", "0\n0\n0\n0\n0\n0\n0\n1\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n");
  for (std::vector<std::string> const& more : {std::vector<std::string>{}, {"--topology=within"}}) {
    std::vector<std::string> arguments{"simplify",      in,     "-",      "--tolerance", "100",
                                       "--small-rings", "drop", "--pins", pins};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string out = run_program(arguments).out;
    INFO(out);
    CHECK(out.find("POLYGON ((0 0, ") == 0);
    CHECK(out.find("4 4") != std::string::npos);
    CHECK(out.find("\nPOLYGON EMPTY\n") != std::string::npos);
  }
}

TEST_CASE("Counts and levels honour --ring-start and drop small rings") {
  const scratch_folder folder;
  const std::string in = folder.write("in.wkt", "POLYGON ((5 0.1, 10 0, 10 10, 0 10, 0 0, 5 0.1))\n"
                                                "POLYGON ((0 0, 1 0, 1 1, 0 0))\n");
  const std::string small = "POLYGON ((10 0, 10 10, 0 10, 0 0, 10 0))\nPOLYGON EMPTY\n";
  const ended levels = run_program(
      {"simplify", in, folder.path("out.wkt"), "--levels", "3", "--ring-start", "least", "--small-rings", "drop"});
  REQUIRE(levels.status == 0);
  CHECK(folder.read("out-3.wkt") == small);
  const ended count = run_program(
      {"simplify", in, folder.path("counted.wkt"), "--count", "7", "--ring-start", "least", "--small-rings", "drop"});
  REQUIRE(count.status == 0);
  CHECK(folder.read("counted.wkt") == small);
  CHECK(count.err.find("note: 5 points are kept, not 7: 1 small ring is dropped\n") != std::string::npos);
}

TEST_CASE("Other starts and treatments of rings are refused") {
  const scratch_folder folder;
  const std::string in = folder.write("in.wkt", "LINESTRING (0 0, 1 1)\n");
  for (std::vector<std::string> const& words : {std::vector<std::string>{"--ring-start", "last"},
                                                {"--small-rings", "last"},
                                                {"--ring-start", "least", "--topology"}}) {
    std::vector<std::string> all{"simplify", in, folder.path("out.wkt"), "--tolerance", "1"};
    all.insert(all.end(), words.begin(), words.end());
    const ended run = run_program(all);
    CHECK(run.status == 2);
    CHECK(run.err.find(words.front()) != std::string::npos);
  }
}
