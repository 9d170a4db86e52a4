// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

struct simplified {
  std::string output, mask, complaints;
  nlohmann::json report;
};

simplified simplify(std::string const& wkt, std::string const& tolerance) {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("in.wkt", wkt), folder.path("out.wkt"), "--tolerance",
                                 tolerance, "--mask", folder.path("mask"), "--json"});
  REQUIRE(run.status == 0);
  return {folder.read("out.wkt"), folder.read("mask"), run.err, nlohmann::json::parse(run.out)};
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
  CHECK(got.complaints == "note: 1 ring would have kept fewer than the 4 positions of a ring and kept more\n");
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
  CHECK(crossed.complaints.find("note: 1 ring crosses or touches itself after simplifying") == 0);
  const std::string crossed_before = "POLYGON ((0 0, 50 8, 100 0, 100 50, 50 7, 0 50, 0 0))\n";
  CHECK(simplify(crossed_before, "1").report["rings_made_crossing"] == 0);
}
