// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "child.hpp"
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
  return {folder.read("out-" + name), run.err, nlohmann::json::parse(run.out)};
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
  const simplified apart = simplify("in.wkt", coast + buoy, {"--topology=within", "--tolerance", "5"});
  CHECK(apart.output == "LINESTRING (0 0, 10 0)\n" + buoy);
  CHECK(apart.report["topology"]["of"] == "within");
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

TEST_CASE("--levels and --topology write one output for each tolerance") {
  const scratch_folder folder;
  CHECK(run_program({"simplify", folder.write("in.wkt", coast + buoy), folder.path("out.wkt"), "--levels", "0.5,5",
                     "--topology"})
            .status == 0);
  CHECK(folder.read("out-0.5.wkt") == coast + buoy);
  CHECK(folder.read("out-5.wkt") == "LINESTRING (0 0, 5 3, 10 0)\n" + buoy);
}

TEST_CASE("--topology refuses what it cannot keep") {
  const scratch_folder folder;
  const std::string in = folder.write("in.wkt", coast), series = folder.write("in.csv", "y\n1\n5\n2\n");
  const auto refused = [&](std::vector<std::string> const& words, std::string const& complaint) {
    const ended run = run_program(words);
    CHECK(run.status == 2);
    CHECK(run.err.find(complaint) != std::string::npos);
  };
  refused({"simplify", in, folder.path("out.wkt"), "--count", "3", "--topology"}, "--topology: needs --tolerance");
  refused(
      {"simplify", in, folder.path("out.wkt"), "--tolerance", "3", "--topology", "--significance", folder.path("s")},
      "--topology: needs --tolerance or --levels, without --significance");
  refused({"simplify", in, folder.path("out.wkt"), "--tolerance", "3", "--topology=all"}, "all not in");
  refused({"simplify", series, folder.path("out.csv"), "--tolerance", "3", "--topology"},
          "--topology: INPUT has values");
}
