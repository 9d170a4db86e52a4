// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "child.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

struct simplified {
  std::string output, complaints;
  nlohmann::json report;
};

simplified simplify(std::string const& name, std::string const& text, std::vector<std::string> const& options) {
  const scratch_folder folder;
  std::vector<std::string> words{"simplify", folder.write(name, text), folder.path("out-" + name), "--json"};
  words.insert(words.end(), options.begin(), options.end());
  const ended run = run_program(words);
  REQUIRE(run.status == 0);
  return {folder.read("out-" + name), run.err, read_json(run.out)};
}

// A bay with a buoy in it.
const std::string coast = "LINESTRING (0 0, 4 0, 5 3, 6 0, 10 0)\n", buoy = "LINESTRING (5 1, 5.1 1)\n";

} // namespace

TEST_CASE("with --topology a buoy stays in its bay") {
  CHECK(simplify("in.wkt", coast + buoy, {"--tolerance", "5"}).output == "LINESTRING (0 0, 10 0)\n" + buoy);
  for (const char* const option : {"--topology", "--topology=both", "--topology=between"}) {
    const simplified got = simplify("in.wkt", coast + buoy, {"--tolerance", "5", option});
    CHECK(got.output == "LINESTRING (0 0, 5 3, 10 0)\n" + buoy);
    CHECK(got.report["topology"]["forced"] == 1);
    CHECK(got.report["topology"]["rounds"] == 2);
    CHECK(got.report["topology"]["arcs"] == 2);
  }
  using words = std::vector<std::string>;
  for (words const& options :
       {words{"--topology=within", "--tolerance", "5"}, {"--tolerance", "5", "--topology", "within"}}) {
    const simplified apart = simplify("in.wkt", coast + buoy, options);
    CHECK(apart.output == "LINESTRING (0 0, 10 0)\n" + buoy);
    CHECK(apart.report["topology"]["of"] == "within");
  }
}

TEST_CASE("with --topology polygons keep shared borders and attributes") {
  // The border from (10 0) to (10 10) runs up in one polygon and down in the other, which begins on it.
  const simplified got = simplify("in.geojson", R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"west"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[5,0.1],[10,0],[10.1,3],[9.9,6],[10,10],[0,10],[0,0]]]}},
{"type":"Feature","id":7,"properties":null,"geometry":{"type":"Polygon","coordinates":[[[9.9,6],[10.1,3],[10,0],[20,0],[20,10],[10,10],[9.9,6]]]}}]}
)",
                                  {"--tolerance", "1", "--topology"});
  CHECK(got.output == R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"west"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[10,0],[9.9,6],[10,10],[0,10],[0,0]]]}},
{"type":"Feature","id":7,"properties":null,"geometry":{"type":"Polygon","coordinates":[[[9.9,6],[10,0],[20,0],[20,10],[10,10],[9.9,6]]]}}]}
)");
  CHECK(got.report["topology"]["shared_arcs"] == 2);
  CHECK(got.report["topology"]["junctions"] == 3);
  CHECK(got.complaints == "");
}

TEST_CASE("with --topology a vertex given twice leaves a border shared, and is kept once unless it is pinned") {
  const std::string text =
      "LINESTRING (0 0, 1 0.1, 2 0, 3 0.1, 4 0)\nLINESTRING (4 0, 3 0.1, 3 0.1, 2 0, 1 0.1, 0 0, 0 0)\n";
  const simplified got = simplify("in.wkt", text, {"--tolerance", "1", "--topology"});
  CHECK(got.output == "LINESTRING (0 0, 4 0)\nLINESTRING (4 0, 0 0)\n");
  CHECK(got.report["topology"]["shared_arcs"] == 1);
  CHECK(got.report["topology"]["forced"] == 0);
  const scratch_folder folder;
  const std::string pins = folder.write("pins", "0\n0\n0\n0\n0\n0\n0\n1\n0\n0\n0\n0\n");
  CHECK(simplify("in.wkt", text, {"--tolerance", "1", "--topology", "--pins", pins}).output ==
        "LINESTRING (0 0, 3 0.1, 4 0)\nLINESTRING (4 0, 3 0.1, 3 0.1, 0 0)\n");
}

TEST_CASE("with --topology rings keep four positions, and pins are kept") {
  const simplified ring =
      simplify("in.wkt", "POLYGON ((0 0, 5 0.1, 10 0, 10 10, 0 10, 0 0))\n", {"--topology", "--tolerance", "100"});
  CHECK(ring.output == "POLYGON ((0 0, 10 10, 0 10, 0 0))\n"); // the later of two halves at equal distances splits
  CHECK(ring.report["rings_completed"] == 0);

  const scratch_folder folder;
  const std::string lines = "LINESTRING (0 0, 1 0, 2 0, 3 0)\nLINESTRING (3 0, 2 0, 1 0, 0 0)\n";
  const ended run = run_program({"simplify", folder.write("in.wkt", lines), folder.path("out.wkt"), "--tolerance", "1",
                                 "--topology", "--pins", folder.write("pins", "0\n1\n0\n0\n0\n0\n0\n0\n")});
  CHECK(run.status == 0);
  CHECK(folder.read("out.wkt") == "LINESTRING (0 0, 1 0, 3 0)\nLINESTRING (3 0, 1 0, 0 0)\n");
}

TEST_CASE("with --topology rings that become lines there and back are counted") {
  const std::string
      note = "note: 1 ring keeps fewer than 4 positions, a line there and back, so the polygons are invalid\n",
      two_points = "POLYGON ((0 0, 4 0, 4 0, 0 0))\n",
      lens = "POLYGON ((0 0, 5 1, 10 0, 5 -1, 0 0))\nPOLYGON ((0 0, 5 1, 10 0, 5 9, 0 0))\n";
  const simplified flat = simplify("in.wkt", two_points, {"--tolerance", "0", "--topology"});
  CHECK(flat.output == "POLYGON ((0 0, 4 0, 0 0))\n");
  CHECK(flat.report["rings_collapsed"] == 1);
  CHECK(flat.complaints.find(note) == 0);
  const simplified within = simplify("in.wkt", lens, {"--tolerance", "2", "--topology", "within"});
  CHECK(within.output.find("POLYGON ((0 0, 10 0, 0 0))\n") == 0);
  CHECK(within.report["rings_collapsed"] == 1);
  CHECK(within.complaints.find(note) == 0);
  CHECK(within.complaints.find("a smaller tolerance or --topology both helps\n") != std::string::npos);
  CHECK(!simplify("in.wkt", lens, {"--tolerance", "2", "--topology"}).report.contains("rings_collapsed"));
  CHECK(!simplify("in.wkt", two_points, {"--tolerance", "0"}).report.contains("rings_collapsed"));
}

TEST_CASE("with --topology new crossings are noted") {
  const std::string ferry = "LINESTRING (5 1, 5 -1)\n";
  const simplified within = simplify("in.wkt", coast + ferry, {"--tolerance", "5", "--topology", "within"});
  CHECK(within.report["topology"]["output"]["crossings"] == 1);
  CHECK(within.complaints == "note: 1 pair of segments of the result crosses; --topology both keeps them apart\n");
  CHECK(simplify("in.wkt", coast + ferry, {"--tolerance", "5", "--topology"}).complaints == "");
  // These cross at the vertex (2 2) of the one, which lies on a side of the other.
  const simplified at_vertex =
      simplify("in.wkt", "LINESTRING (5 0, 2 2, 1 1, 5 5)\nPOLYGON ((2 6, 6 6, 6 2, 3 3, 2 6))\n",
               {"--tolerance", "1000", "--topology"});
  CHECK(at_vertex.report["topology"]["input"]["crossings"] == 0);
  CHECK(at_vertex.report["topology"]["output"]["crossings"] == 1);
  CHECK(at_vertex.complaints.find("note: 1 pair of segments of the result crosses; lines that cross at a vertex of the "
                                  "input are counted as contacts there\n") != std::string::npos);
}

TEST_CASE("--levels and --topology write one output for each tolerance") {
  const scratch_folder folder;
  CHECK(run_program({"simplify", folder.write("in.wkt", coast + buoy), folder.path("out.wkt"), "--levels", "0.5,5",
                     "--topology"})
            .status == 0);
  CHECK(folder.read("out-0.5.wkt") == coast + buoy);
  CHECK(folder.read("out-5.wkt") == "LINESTRING (0 0, 5 3, 10 0)\n" + buoy);
}

TEST_CASE("--count with --topology keeps the most points up to N") {
  // The buoy forces (5 3). Its halves split below 2.06, both at once.
  const auto kept = [](std::string const& text, std::vector<std::string> options) {
    options.push_back("--topology");
    return simplify("in.wkt", text, options);
  };
  for (const int count : {0, 4, 5}) {
    const simplified got = kept(coast + buoy, {"--count", std::to_string(count)});
    CHECK(got.output == "LINESTRING (0 0, 5 3, 10 0)\n" + buoy);
    CHECK(got.report["points_asked"] == count);
    CHECK(got.report["points_out"] == 5);
    CHECK((got.complaints == "") == (count == 5));
    if (count == 4)
      CHECK(got.complaints == "note: 5 points are kept, not 4: 5 is the least that the topology allows\n");
  }
  CHECK(kept(coast + buoy, {"--count", "6"}).complaints ==
        "note: 5 points are kept, not 6: no tolerance keeps a number nearer to 6 from below\n");
  CHECK(kept(coast + buoy, {"--count", "7"}).output == coast + buoy);
  CHECK(kept(coast + buoy, {"--count", "99"}).output == coast + buoy);
  CHECK(kept(coast + buoy, {"--ratio", "1"}).output == coast + buoy);
  CHECK(kept(coast + buoy, {"--ratio", "70%"}).report["points_asked"] == 5);
}

TEST_CASE("--count with --topology equals the least fitting --tolerance") {
  // Waves nested in each other, so that a wave holds back the next one.
  std::string text;
  for (int k = 0; k < 12; ++k) {
    text += "LINESTRING (";
    for (int i = 0; i <= 60; ++i)
      text += (i ? ", " : "") + std::to_string(i) + " " +
              std::to_string(0.9 * k + (7 + 0.31 * k) * std::sin(0.4 * i) + 0.3 * std::sin(3.1 * i + k));
    text += ")\n";
  }
  const std::size_t points = 12 * 61;
  for (std::size_t count = 24; count <= points; count += 37) {
    const simplified got = simplify("in.wkt", text, {"--count", std::to_string(count), "--topology"});
    const auto out = got.report["points_out"].get<std::size_t>();
    const auto tolerance = got.report["tolerance"].get<double>();
    const auto at = [&](double t) {
      return simplify("in.wkt", text, {"--tolerance", nlohmann::json(t).dump(), "--topology"});
    };
    CHECK(at(tolerance).output == got.output);
    if (out > count) // the ends alone, and what keeps them apart
      CHECK(at(1e9).report["points_out"] == out);
    else if (tolerance > 0)
      CHECK(at(std::nextafter(tolerance, 0)).report["points_out"].get<std::size_t>() > count);
    CHECK(got.report["topology"]["closures"].get<int>() <= 60);
  }
}

TEST_CASE("--small-rings drop with --topology drops rings, and holes") {
  const std::string island = "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0), (0.2 0.2, 0.8 0.2, 0.8 0.8, 0.2 0.2))\n",
                    country = "POLYGON ((-9 -9, 9 -9, 9.5 0, 9 9, -9 9, -9 -9), (3 3, 4 3, 4 4, 3 3))\n";
  const auto drop = [](std::string const& text, std::string const& tolerance) {
    return simplify("in.wkt", text, {"--tolerance", tolerance, "--topology", "--small-rings", "drop"});
  };
  const simplified got = drop(island + country, "2");
  CHECK(got.output == "POLYGON EMPTY\nPOLYGON ((-9 -9, 9 -9, 9 9, -9 9, -9 -9))\n");
  CHECK(got.report["rings_dropped"] == 3);
  CHECK(got.complaints.find("3 rings were dropped") != std::string::npos);
  CHECK(drop(island + country, "0.1").output.find("(0.2 0.2, 0.8 0.2, 0.8 0.8, 0.2 0.2)") != std::string::npos);
  CHECK(drop(island + country, "0.1").report.contains("rings_dropped") == false);

  // What is left out holds nothing in place: an island in a bay.
  const std::string bay = "LINESTRING (0 0, 4 0, 5 3, 6 0, 10 0)\n", islet = "POLYGON ((5 1, 5.1 1, 5.1 1.1, 5 1))\n";
  CHECK(drop(bay + islet, "5").output == "LINESTRING (0 0, 10 0)\nPOLYGON EMPTY\n");
  CHECK(simplify("in.wkt", bay + islet, {"--tolerance", "5", "--topology"}).output ==
        "LINESTRING (0 0, 5 3, 10 0)\n" + islet);

  // A pinned ring stays, and so do neighbours of what is left out.
  const scratch_folder folder;
  std::string pins;
  for (int i = 0; i < 9; ++i)
    pins += i == 6 ? "1\n" : "0\n";
  const ended run = run_program({"simplify", folder.write("in.wkt", bay + islet), folder.path("out.wkt"), "--tolerance",
                                 "5", "--topology", "--small-rings", "drop", "--pins", folder.write("pins", pins)});
  CHECK(run.status == 0);
  CHECK(folder.read("out.wkt") == "LINESTRING (0 0, 5 3, 10 0)\n" + islet);
  const std::string wedge = "POLYGON ((10 0, 10.5 5, 10 10, 10 0))\n",
                    west = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))\n",
                    east = "POLYGON ((10 0, 20 0, 20 10, 10 10, 10.5 5, 10 0))\n";
  CHECK(drop(west + wedge + east, "1").output ==
        west + "POLYGON EMPTY\n" + "POLYGON ((10 0, 20 0, 20 10, 10 10, 10.5 5, 10 0))\n");
}

TEST_CASE("the report counts crossings, contacts and near places") {
  const simplified clean = simplify("in.wkt", coast + buoy, {"--tolerance", "5", "--topology"});
  CHECK(clean.report["topology"]["input"] == read_json(R"({"crossings":0,"contacts":0,"complete":true})"));
  CHECK(clean.report["topology"]["near_places"] == 0);
  CHECK(clean.complaints == "");

  const simplified crossing =
      simplify("in.wkt", "LINESTRING (0 0, 10 0)\nLINESTRING (1 -1, 1 1)\nLINESTRING (5 0, 5 1, 5.000000001 2)\n",
               {"--tolerance", "0", "--topology"});
  CHECK(crossing.report["topology"]["input"]["crossings"] == 1);
  CHECK(crossing.report["topology"]["input"]["contacts"] == 1);
  CHECK(crossing.report["topology"]["output"]["crossings"] == 1);
  CHECK(crossing.complaints ==
        "note: 1 pair of segments of the input crosses, 1 touches between ends; --topology keeps "
        "more points there\n");
  const simplified near = simplify("in.wkt", "LINESTRING (0 0, 10 0)\nLINESTRING (10.000000001 0, 20 0)\n",
                                   {"--tolerance", "0", "--topology"});
  CHECK(near.report["topology"]["near_places"] == 2);
  CHECK(near.complaints ==
        "note: 2 places of the input nearly equal another one, within 1e-9 of the extent; such borders "
        "are not shared\n");
}

TEST_CASE("with --topology the picture marks what was kept for it") {
  std::string text;
  for (int k = 0; k < 40; ++k) {
    const auto at = [&](int x, const char* y) { return std::to_string(20 * k + x) + " " + y; };
    text += "LINESTRING (" + at(0, "0, ") + at(4, "0, ") + at(5, "3, ") + at(6, "0, ") + at(9, "0)\nLINESTRING (") +
            at(5, "1, ") + at(5, "1.1)\n");
  }
  const scratch_folder folder;
  const auto picture = [&](std::vector<std::string> const& options) {
    std::vector<std::string> words{
        "simplify", folder.write("in.wkt", text), folder.path("out.wkt"), "--overwrite", "--tolerance", "5",
        "--plot",   folder.path("plot.svg")};
    words.insert(words.end(), options.begin(), options.end());
    CHECK(run_program(words).status == 0);
    return folder.read("plot.svg");
  };
  const std::string with = picture({"--topology"}), without = picture({});
  for (const char* const mark : {"<path class=\"forced\"", "<path class=\"without\"", "kept for the topology"}) {
    CHECK(with.find(mark) != std::string::npos);
    CHECK(without.find(mark) == std::string::npos);
  }
}

TEST_CASE("with --topology the deviation is that of arcs, and within the tolerance to the last bit") {
  // The right polygon has the border in the other direction, where a distance rounds up by one bit.
  const scratch_folder folder;
  const std::string in =
      folder.write("in.wkt", "POLYGON ((0 0, 10.91 0, 9.11 1.07, 10.67 2.59, 10.34 3.25, 10.21 4.49, 10.16 5.13, "
                             "9.86 6.9, 0 6.9, 0 0))\n"
                             "POLYGON ((9.86 6.9, 10.16 5.13, 10.21 4.49, 10.34 3.25, 10.67 2.59, 9.11 1.07, 10.91 0, "
                             "20 0, 20 6.9, 9.86 6.9))\n");
  const ended run = run_program({"simplify", in, folder.path("out.wkt"), "--count", "12", "--topology", "--json"});
  REQUIRE(run.status == 0);
  const nlohmann::json report = read_json(run.out);
  CHECK(report["max_deviation"].get<double>() > 1);
  CHECK(report["max_deviation"].get<double>() <= report["tolerance"].get<double>());
}

TEST_CASE("--topology refuses what it cannot keep") {
  const scratch_folder folder;
  const std::string in = folder.write("in.wkt", coast), series = folder.write("in.csv", "y\n1\n5\n2\n");
  const std::string help = run_program({"simplify", "--help"}).out,
                    list = help.substr(help.find("--topology cannot be combined with"));
  for (const char* const option :
       {"--units m", "great_ellipse", "--metric synchronised", "--count-each", "--ratio-each", "--significance",
        "--ring-start least", "--column", "--small-rings drop"})
    CHECK_MESSAGE(list.find(option) < list.find("\n\n"), option);
  const auto refused = [&](std::vector<std::string> const& words, std::string const& complaint) {
    const ended run = run_program(words);
    CHECK(run.status == 2);
    CHECK(run.err.find(complaint) != std::string::npos);
  };
  refused({"simplify", in, folder.path("out.wkt"), "--count-each", "3", "--topology"},
          "--count-each: --topology needs one tolerance for all lines");
  refused({"simplify", in, folder.path("out.wkt"), "--ratio-each", "0.3", "--topology"},
          "--ratio-each: --topology needs");
  refused({"simplify", in, folder.path("out.wkt"), "--count", "3", "--topology", "--small-rings", "drop"},
          "--small-rings drop: needs --tolerance or --levels with --topology");
  refused(
      {"simplify", in, folder.path("out.wkt"), "--tolerance", "3", "--topology", "--significance", folder.path("s")},
      "--significance: cannot be combined with --topology, where points depend on each other");
  refused({"simplify", in, folder.path("out.wkt"), "--tolerance", "3", "--topology=all"},
          "all is none of within, between, both");
  refused({"simplify", series, folder.path("out.csv"), "--tolerance", "3", "--topology"},
          "--topology: INPUT has values");
}
