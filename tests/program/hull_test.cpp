// SPDX-License-Identifier: MIT
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "child.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

template <class Real>
std::string raw(std::vector<Real> const& values) {
  std::string bytes(values.size() * sizeof(Real), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// The output for an input file of that name and content.
std::string hull(std::string const& name, std::string const& content, std::vector<std::string> const& options = {}) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"hull", folder.write(name, content), folder.path("out.csv")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ended run = run_program(arguments);
  INFO(run.err);
  REQUIRE(run.status == 0);
  return folder.read("out.csv");
}

const std::string square_csv = "id,x,y\na,0,0\na,1,0\nb,0.5,0.25\nb,0.5,0\nb,0,1\nb,1,1\nb,0,1\n";

} // namespace

TEST_CASE("Program: the hull of a CSV file") {
  CHECK(hull("f.csv", square_csv) == "index,x,y\n0,0,0\n1,1,0\n5,1,1\n4,0,1\n");
  CHECK(hull("f.csv", square_csv, {"--threads", "2"}) == "index,x,y\n0,0,0\n1,1,0\n5,1,1\n4,0,1\n");
  CHECK(hull("f.csv", square_csv, {"--keep-collinear", "--device", "cpu"}) ==
        "index,x,y\n0,0,0\n3,0.5,0\n1,1,0\n5,1,1\n4,0,1\n");
  CHECK(hull("f.wkt", "LINESTRING (0 0, 5 1, 2 2)\n") == "index,x,y\n0,0,0\n1,5,1\n2,2,2\n");
}

TEST_CASE("Program: the hull of points, lines and polygons") {
  const std::string expected = "index,x,y\n0,0,0\n1,4,0\n3,4,4\n2,0,4\n";
  CHECK(hull("f.wkt", "POINT (0 0)\nMULTIPOINT ((4 0), (0 4))\nMULTIPOINT Z (4 4 1, 1 1 9)\n") == expected);
  CHECK(hull("f.wkt", "SRID=4326;GEOMETRYCOLLECTION (POINT (0 0), POINT EMPTY, LINESTRING (4 0, 0 4), "
                      "MULTIPOINT (EMPTY, 4 4))\n") == expected);
  CHECK(hull("f.geojson", R"({"type": "MultiPoint", "coordinates": [[0, 0], [4, 0], [0, 4, 7], [4, 4]]})") == expected);
  CHECK(hull("f.json", R"({"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"coordinates": [0, 0], "type": "Point"}},
    {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": []}},
    {"type": "Feature", "properties": {}, "geometry": {"type": "GeometryCollection", "geometries": [
      {"type": "LineString", "coordinates": [[4, 0], [0, 4]]}, {"type": "MultiPoint", "coordinates": []},
      {"type": "Point", "coordinates": [4, 4]}]}}]})") == expected);
}

TEST_CASE("Program: the hull of raw numbers") {
  CHECK(hull("f.f32", raw<float>({0, 0, 0.1f, 0.7f, 3, 0, 1, 0})) == "index,x,y\n0,0,0\n2,3,0\n1,0.1,0.7\n");
  CHECK(hull("f.f64", raw<double>({2, 3, 2, 3})) == "index,x,y\n0,2,3\n");
  CHECK(hull("f.f64", "") == "index,x,y\n");
}

TEST_CASE("Program: a hull in pipes") {
  const ended csv =
      run_program({"hull", "-", "-", "--format", "csv", "--x", "a", "--y", "b"}, "a;b\n0;0\n4;0\n0;4\n1;1\n");
  CHECK(csv.status == 0);
  CHECK(csv.out == "index,x,y\n0,0,0\n1,4,0\n2,0,4\n");
  const ended skipping =
      run_program({"hull", "-", "-", "--format", "csv", "--invalid", "skip"}, "x,y\n,0\n1,1\nnan,2\n");
  CHECK(skipping.out == "index,x,y\n0,1,1\n");
  CHECK(skipping.err.find("note: 2 rows were skipped, the first in line 2\n") == 0);
  CHECK(run_program({"hull", "-", "-", "--format", "csv", "--invalid", "skip", "-q"}, "x,y\n,0\n1,1\nnan,2\n").err ==
        "");
  const ended numbers = run_program({"hull", "-", "-o", "-", "--format", "f64"}, raw<double>({0, 0, 4, 0, 0, 4}));
  CHECK(numbers.out == csv.out);
  const ended odd = run_shell("printf 123456789 | $THRUSTLINE hull - - --format f32");
  CHECK(odd.status == 1);
  CHECK(odd.err == "thrustline: standard input: 9 bytes are not a whole number of points of 8 bytes\n");
  CHECK(run_program({"hull", "-", "-", "--format", "csv", "--json"}).status == 2);
  CHECK(run_program({"hull", "-", "-", "--format", "f32", "--x", "1", "--y", "2"}).status == 2);
  CHECK(run_program({"hull", "-", "-", "--format", "png"}).err.find("'png' is none of csv, ") != std::string::npos);
}

TEST_CASE("Program: report and picture of a hull") {
  const scratch_folder folder;
  const std::string in = folder.write("f.csv", square_csv), out = folder.path("o.csv"), plot = folder.path("o.svg");
  const ended run = run_program({"hull", in, out, "--json", "--plot", plot, "--device", "cpu"});
  REQUIRE(run.status == 0);
  const auto report = read_json(run.out);
  CHECK(report["points"] == 7);
  CHECK(report["vertices"] == 4);
  for (const char* part : {"read", "compute", "write"})
    CHECK(report["seconds"][part].get<double>() > 0);
  CHECK(run.err == "");
  CHECK(!report.contains("rows_skipped"));
  const ended skipping = run_program({"hull", folder.write("s.csv", "x,y\n0,0\n,\n1,0\nnan,1\n"),
                                      folder.path("s-out.csv"), "--json", "--invalid", "skip"});
  REQUIRE(skipping.status == 0);
  CHECK(read_json(skipping.out)["rows_skipped"] == 2);
  const std::string picture = folder.read("o.svg");
  CHECK(picture.find("7 points, hull of 4 vertices") != std::string::npos);
  CHECK(picture.find("path class=\"result\"") != std::string::npos);
}

TEST_CASE("Program: bad input of hulls is refused") {
  const scratch_folder folder;
  const std::string out = folder.path("o.csv");
  const auto fails = [&](std::vector<std::string> const& arguments, int status, std::string const& complaint) {
    const ended run = run_program(arguments);
    INFO(run.err);
    CHECK(run.status == status);
    CHECK(run.err.find(complaint) != std::string::npos);
    CHECK(folder.names().count("o.csv") == 0);
  };
  fails({"hull", folder.path("none.f32"), out}, 1, "none.f32: cannot be opened");
  fails({"hull", folder.write("odd.f64", "123456789"), out}, 1, "9 bytes are not a whole number of points of 16 bytes");
  fails({"hull", folder.write("y.csv", "y\n1\n2\n"), out}, 1, "a hull needs columns x and y");
  fails({"hull", folder.write("p.wkt", "MULTIPOINT ((0 0), (1 1)\n"), out}, 1, "p.wkt:2: column 1: ')' is expected");
  fails({"hull", folder.write("p.wkt", "POINT (0 0, 1 1)\n"), out}, 1, "')' is expected");
  fails({"hull", folder.write("p.json", R"({"type": "Point", "coordinates": [[1, 2]]})"), out}, 1,
        "a Point needs a position, found a list of positions");
  fails({"hull", folder.write("p.json", R"({"type": "MultiPoint", "coordinates": [[]]})"), out}, 1,
        "a position is empty");
  fails({"hull", folder.write("nan.f32", raw<float>({0, 0, 1, NAN})), out}, 1, "point 1 has coordinate 1 = ");
  fails({"hull", folder.write("f.csv", square_csv), folder.path("o.txt")}, 2, "does not end in .csv");
  fails({"hull", folder.path("f.csv"), out, "--plot", out}, 2, "does not end in .svg");
  fails({"hull", "-", out}, 2, "INPUT: standard input needs --format");
  REQUIRE(std::filesystem::create_directory(folder.path("folder.f64")));
  fails({"hull", folder.path("folder.f64"), out}, 1, "folder.f64: cannot be read: Is a directory");
  const std::string there = folder.write("there.csv", "mine");
  CHECK(run_program({"hull", folder.path("f.csv"), there}).status == 1);
  CHECK(folder.read("there.csv") == "mine");
  CHECK(run_program({"hull", folder.path("f.csv"), there, "--overwrite"}).status == 0);
  CHECK(folder.read("there.csv") != "mine");
}
