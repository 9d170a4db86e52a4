// SPDX-License-Identifier: MIT
// --units m, and --metric synchronised.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

struct simplified {
  ended run;
  std::string output, mask;
};

simplified simplify(std::string const& name, std::string const& text, std::vector<std::string> const& options) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify", folder.write(name, text), folder.path("out-" + name), "--mask",
                                     folder.path("mask")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  simplified got;
  got.run = run_program(arguments);
  if (got.run.status == 0) {
    got.output = folder.read("out-" + name);
    got.mask = folder.read("mask");
  }
  return got;
}

void check_fails(simplified const& got, int status, std::string const& words) {
  INFO(got.run.err);
  CHECK(got.run.status == status);
  CHECK(got.run.err.find(words) != std::string::npos);
}

/// The fourth point is 10.5 km east of the meridian through the ends; the third is then 7.2 km off, and the second 5.6.
const std::string north_csv = "x,y,n\n10,59,a\n10.1,60,b\n10,61,c\n10.2,62,d\n10,63,e\n";

} // namespace

TEST_CASE("Program: a tolerance in metres") {
  CHECK(simplify("f.csv", north_csv, {"-t", "5000", "--units", "m", "-q"}).mask == "1\n1\n1\n1\n1\n");
  const simplified got = simplify("f.csv", north_csv, {"-t", "8000", "--units", "m", "--json"});
  CHECK(got.mask == "1\n0\n0\n1\n1\n");
  CHECK(got.output == "x,y,n\n10,59,a\n10.2,62,d\n10,63,e\n");
  CHECK(got.run.out.find("\"metric\":\"great_ellipse\"") != std::string::npos);
  CHECK(simplify("f.csv", north_csv, {"-t", "8000", "--metric", "great_ellipse"}).mask == got.mask);
  CHECK(simplify("f.csv", north_csv, {"-t", "8000", "--units", "data", "-q"}).mask == "1\n0\n0\n0\n1\n");
  CHECK(
      simplify("f.wkt", "LINESTRING (10 59, 10.1 60, 10 61, 10.2 62, 10 63)\n", {"-t", "8000", "--units", "m"}).mask ==
      got.mask);
  CHECK(simplify("f.geojson", R"({"type":"LineString","coordinates":[[10,59],[10.1,60],[10,61],[10.2,62,7],[10,63]]})",
                 {"-t", "8000", "--units", "m"})
            .output == R"({"type":"LineString","coordinates":[[10,59],[10.2,62,7],[10,63]]})");
}

TEST_CASE("Program: lines in metres cross the date line") {
  const std::string text = "x,y\n179,0\n179.5,0.001\n-180,0\n-179.5,0.001\n-179,0\n";
  CHECK(simplify("f.csv", text, {"-t", "200", "--units", "m"}).mask == "1\n0\n0\n0\n1\n");
  // In the plane -180 lies beyond the chord's end.
  CHECK(simplify("f.csv", text, {"-t", "0.01"}).mask == "1\n1\n1\n0\n1\n");
  CHECK(simplify("f.csv", text, {"-t", "50", "--units", "m"}).mask != "1\n0\n0\n0\n1\n");
}

TEST_CASE("Program: rings along the edges of the map stay as they are") {
  // The sides of the map are one meridian, and a pole is one point: in metres, parts of these rings have no width.
  const std::string polar = "POLYGON ((-180 -70, 0 -69, 180 -70, 180 -90, -180 -90, -180 -70))\n";
  const std::string band = "POLYGON ((-180 -60, 180 -60, 180 60, -180 60, -180 -60))\n";
  for (std::string const& ring : {polar, band})
    for (const std::string minimum : {"keep", "drop"})
      for (const std::string tolerance : {"0", "1000"})
        CHECK(simplify("map.wkt", ring, {"--units", "m", "--tolerance", tolerance, "--small-rings", minimum}).output ==
              ring);
  const std::string jagged =
      "POLYGON ((-180 -70, 0 -69, 0.001 -69.0001, 0.002 -69, 180 -70, 180 -90, -180 -90, -180 -70))\n";
  CHECK(simplify("map.wkt", jagged, {"--units", "m", "--tolerance", "100"}).output.find("0.001") == std::string::npos);
  CHECK(simplify("line.wkt", "LINESTRING (179 0, 180 0, -180 0, -179 0)\n", {"--units", "m", "--tolerance", "1"})
            .output == "LINESTRING (179 0, -179 0)\n");
}

TEST_CASE("Program: statistics, counts and levels in metres") {
  const simplified got = simplify("f.csv", north_csv, {"--count", "4", "--units", "m", "--stats"});
  CHECK(got.run.status == 0);
  CHECK(got.run.err.find("metric great_ellipse") != std::string::npos);
  const scratch_folder folder;
  const ended levels = run_program({"simplify", folder.write("f.csv", north_csv), folder.path("o.csv"), "--levels",
                                    "5000,8000", "--units", "m", "--significance", folder.path("s"), "-q"});
  CHECK(levels.status == 0);
  CHECK(folder.read("o-8000.csv") == "x,y,n\n10,59,a\n10.2,62,d\n10,63,e\n");
  CHECK(folder.read("o-5000.csv") == north_csv);
  CHECK(folder.read("s").find("inf\n") == 0);
}

TEST_CASE("Program: suggestions are in metres") {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("f.csv", north_csv), folder.path("o.csv"), "--units", "m"});
  CHECK(run.status == 2);
  CHECK(run.err.find("median segment 1.12e+05 m") != std::string::npos);
}

TEST_CASE("Program: what is no longitude and latitude is named") {
  check_fails(simplify("f.csv", "x,y\n0,0\n1,90.5\n2,0\n", {"-t", "1", "--units", "m"}), 1,
              "f.csv:3: latitude 90.5 is not from -90 to 90 degrees, as --units m needs");
  check_fails(
      simplify("f.geojson", "{\"type\":\"LineString\",\n\"coordinates\":[[0,0],[1,-91]]}", {"-t", "1", "--units", "m"}),
      1, "f.geojson:2: latitude -91 is not");
  check_fails(simplify("f.csv", "x,y\n2e12,0\n1,9\n2,0\n", {"-t", "1", "--units", "m"}), 1,
              "f.csv:2: longitude 2e+12 is not within 1e12 degrees");
  check_fails(simplify("f.csv", "v\n0\n1\n", {"-t", "1", "--units", "m"}), 1, "needs longitudes and latitudes");
  check_fails(simplify("f.csv", "x,y\n0,0\n", {"-t", "1", "--units", "m", "--column", "x"}), 2, "--units m");
  check_fails(simplify("f.csv", north_csv, {"-t", "1", "--units", "m", "--metric", "line"}), 2,
              "--units m: uses metric great_ellipse, not line");
  check_fails(simplify("f.csv", north_csv, {"-t", "1", "--units", "km"}), 2, "--units");
  check_fails(simplify("f.csv", north_csv, {"-t", "1", "--units", "m", "--topology"}), 2,
              "--topology: works in the plane only, without --units m");
}

TEST_CASE("Program: places at equal times") {
  // A stop of 50 s: the way is straight, but the middle of the time is not the middle of the way.
  const std::string text = "x,y,t,name\n0,0,0,a\n10,0,10,b\n20,0,20,c\n20,0,70,d\n30,0,80,e\n40,0,90,f\n";
  CHECK(simplify("f.csv", text, {"-t", "1"}).mask == "1\n0\n0\n0\n0\n1\n");
  const simplified got = simplify("f.csv", text, {"-t", "1", "--metric", "synchronised", "--stats"});
  CHECK(got.mask == "1\n0\n1\n1\n0\n1\n");
  CHECK(got.output == "x,y,t,name\n0,0,0,a\n20,0,20,c\n20,0,70,d\n40,0,90,f\n");
  CHECK(got.run.err.find("metric synchronised") != std::string::npos);
  const std::string other = "id,east,north,seconds\n1,0,0,0\n1,5,0,9\n1,10,0,10\n2,0,0,0\n2,5,0,5\n2,10,0,10\n";
  CHECK(
      simplify("f.csv", other, {"-t", "1", "--metric", "synchronised", "--x", "east", "--y", "north", "--t", "seconds"})
          .mask == "1\n1\n1\n1\n0\n1\n");
  check_fails(simplify("f.csv", "x,y\n0,0\n1,1\n", {"-t", "1", "--metric", "synchronised"}), 1, "no column 't'");
  check_fails(simplify("f.csv", "x,y,t\n0,0,0\n1,1,later\n", {"-t", "1", "--metric", "synchronised"}), 1, "f.csv:3");
  check_fails(simplify("f.csv", "v\n0\n", {"-t", "1", "--metric", "synchronised"}), 1, "needs columns x, y and t");
  check_fails(simplify("f.wkt", "LINESTRING (0 0, 1 1)\n", {"-t", "1", "--metric", "synchronised"}), 2, "CSV files");
  check_fails(simplify("f.csv", text, {"-t", "1", "--t", "t"}), 2, "--metric synchronised only");
}
