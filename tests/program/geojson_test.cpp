// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "read_text.hpp"

using namespace thrustline::test;

namespace {

thrustline_program::dataset geometry(std::string const& type, std::string const& coordinates) {
  return read_text("f.json", R"({"type":")" + type + R"(","coordinates":)" + coordinates + "}");
}

std::string complaint_of_geometry(std::string const& type, std::string const& coordinates) {
  return complaint("f.json", R"({"type":")" + type + R"(","coordinates":)" + coordinates + "}");
}

} // namespace

TEST_CASE("GeoJSON: reads the four types without features") {
  const auto line = geometry("LineString", "[[0,1],[2,3.5],[-4e1,5]]");
  CHECK(line.coordinates == numbers{0, 1, 2, 3.5, -40, 5});
  CHECK(line.offsets == indices{0, 3});
  CHECK(line.ring == flags{0});
  CHECK(geometry("MultiLineString", "[[[0,0],[1,1]],[[2,2],[3,3],[4,4]]]").offsets == indices{0, 2, 5});
  const auto polygon = geometry("Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]");
  CHECK(polygon.offsets == indices{0, 4, 8});
  CHECK(polygon.ring == flags{1, 1});
  const auto polygons = geometry("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]");
  CHECK(polygons.offsets == indices{0, 4, 8});
  CHECK(polygons.ring == flags{1, 1});
}

TEST_CASE("GeoJSON: reads features, collections and late types") {
  const auto data = read_text("f.geojson", R"({"features":[
    {"geometry":{"coordinates":[[0,0],[1,1]],"type":"LineString"},"type":"Feature","properties":null},
    {"type":"Feature","geometry":null,"properties":{}},
    {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[
      {"type":"Point","coordinates":[9,9]},
      {"type":"LineString","coordinates":[[2,2],[3,3],[4,4]]},
      {"type":"MultiPoint","coordinates":[[9,9],[8,8]]},
      {"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[5,5]]}]}]},"properties":{}}
    ],"type":"FeatureCollection"})");
  CHECK(data.offsets == indices{0, 2, 5, 6});
  CHECK(data.coordinates == numbers{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
}

TEST_CASE("GeoJSON: attributes are not read as geometry") {
  const std::string trap = R"({"type":"LineString","coordinates":[[0,0],[1,1],[2,2]],"geometry":{"type":7}})";
  const auto data = read_text("f.geojson", R"({"type":"Feature","properties":)" + trap + R"(,"other":[)" + trap +
                                               R"(],"geometry":{"type":"LineString","coordinates":[[5,5],[6,6]]}})");
  CHECK(data.coordinates == numbers{5, 5, 6, 6});
}

TEST_CASE("GeoJSON: everything but dropped positions is unchanged") {
  const std::string text =
      "{ \"type\" : \"Feature\", \"id\": 12345678901234567890123,\n"
      "  \"z\": 1.50, \"a\": \"\\u00e4\\/\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": [\n"
      "    [180.0000, 0.10, 7],\n    [1, 1, null_height],\n    [2, 2, 9]\n  ]}, \"properties\": null}\n";
  std::string valid = text;
  valid.replace(valid.find("null_height"), 11, "8.0");
  const auto data = read_text("f.geojson", valid);
  CHECK(kept_text(data, {1, 1, 1}) == valid);
  std::string expected = valid;
  expected.erase(expected.find("[1, 1, 8.0]"), std::string("[1, 1, 8.0],\n    ").size());
  CHECK(kept_text(data, {1, 0, 1}) == expected);
  CHECK(complaint("f.geojson", text).find("f.geojson:4: column") == 0);
}

TEST_CASE("GeoJSON: empty lists") {
  CHECK(geometry("LineString", "[]").offsets == indices{0, 0});
  CHECK(geometry("Polygon", "[]").offsets == indices{0});
  CHECK(geometry("Polygon", "[[]]").offsets == indices{0, 0});
  CHECK(geometry("MultiPolygon", "[[],[[]]]").offsets == indices{0, 0});
  CHECK(geometry("Point", "[]").offsets == indices{0});
  CHECK(complaint_of_geometry("LineString", "[[]]").find("a position is empty") != std::string::npos);
}

TEST_CASE("GeoJSON: broken text is named with line and column") {
  CHECK(complaint("f.json", "{\"type\":\"LineString\",\n\"coordinates\":[[0,0],[1,") ==
        "f.json:2: column 24: syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
        "literal");
  CHECK(complaint("f.json", "").find("f.json:1: column 0: ") == 0);
  CHECK(complaint("f.json", "{\"type\":\"LineString\",\"coordinates\":[[0,0],[nan,1]]}").find("f.json:1: column") == 0);
  CHECK(complaint("f.json", "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1e999,1]]}").find("overflow") !=
        std::string::npos);
  CHECK(complaint("f.json", "{\"type\":\"LineString\",\"coordinates\":[[0,0]]}}").find("f.json:1: column 44: ") == 0);
}

TEST_CASE("GeoJSON: a feature is named for what is in it, not for what follows") {
  const std::string point = R"({"type":"Point","coordinates":[1,2]})",
                    first = R"({"type":"Feature","properties":{},"geometry":)" + point + "}";
  const auto with = [&](std::string const& more, std::string const& end) {
    return "{\"features\":[" + first + more + "]" + end;
  };
  CHECK(complaint("f.json", with(",{}", "}")).find(": feature 2: an object without a type") != std::string::npos);
  const std::string type = complaint("f.json", with("", ",\"type\":\"FeatureCollecion\"}")),
                    comma = complaint("f.json", with("", ",}")), large = complaint("f.json", with("", ",\"x\":1e999}"));
  CHECK(type.find(": the type 'FeatureCollecion' is not one of GeoJSON's") != std::string::npos);
  CHECK(comma.find("syntax error") != std::string::npos);
  CHECK(large.find("overflow") != std::string::npos);
  for (std::string const& each : {type, comma, large})
    CHECK(each.find("feature 1") == std::string::npos);
  const std::string nested = "{\"type\":\"FeatureCollection\",\"features\":[" + first + "]}";
  CHECK(complaint("f.json", "{\"features\":[" + nested + ",{}]}").find(": feature 2: ") != std::string::npos);
}

TEST_CASE("GeoJSON: bad coordinates are refused") {
  const auto says = [](std::string const& what, std::string const& type, std::string const& coordinates) {
    INFO(type, " ", coordinates, ": ", complaint_of_geometry(type, coordinates));
    CHECK(complaint_of_geometry(type, coordinates).find(what) != std::string::npos);
  };
  says("a position needs two numbers", "LineString", "[[0,0],[1]]");
  says("a coordinate is out of the range of a double", "LineString", "[[0,0],[1,-1e-400]]");
  says("a coordinate is too large", "LineString", "[[0,0],[1,1e308]]");
  says("a LineString needs a list of positions, found a list of lists of positions", "LineString", "[[[0,0],[1,1]]]");
  says("a Polygon needs a list of lists of positions, found a list of positions", "Polygon",
       "[[0,0],[1,1],[2,2],[0,0]]");
  says("nested differently", "MultiLineString", "[[[0,0],[1,1]],[2,2]]");
  says("a number is beside positions", "LineString", "[[0,0],1]");
  says("a list is within a position", "LineString", "[[0,0],[1,[2]]]");
  says("null is not allowed here", "LineString", "[[0,0],[1,null]]");
  says("a string is not allowed here", "LineString", "[[0,0],[\"1\",2]]");
  says("an object is not allowed here", "LineString", "[[0,0],{}]");
  says("a number is not allowed here", "LineString", "5");
  says("null is not allowed here", "LineString", "null");
  says("nested too deep", "LineString", "[[[[[0,0]]]]]");
  says("a ring of a polygon is not closed", "Polygon", "[[[0,0],[1,0],[1,1],[0,1]]]");
  says("the type 'Topology' is not one of GeoJSON's", "Topology", "[]");
  says("the type 'linestring' is not one of GeoJSON's", "linestring", "[]");
  says("a Feature has no coordinates", "Feature", "[]");
}

TEST_CASE("GeoJSON: bad coordinates of points are refused, though points are passed through") {
  CHECK(complaint_of_geometry("MultiPoint", "[1,2]") ==
        "f.json:1: column 41: a MultiPoint needs a list of positions, found a position");
  CHECK(complaint_of_geometry("Point", "[[1,2]]").find("a Point needs a position, found a list of positions") !=
        std::string::npos);
  CHECK(complaint_of_geometry("MultiPoint", "[[]]").find("a position is empty") != std::string::npos);
  CHECK(complaint_of_geometry("Point", "[1e308,0]").find("a coordinate is too large") != std::string::npos);
  CHECK(geometry("MultiPoint", "[]").points() == 0);
}

TEST_CASE("GeoJSON: zeros of any spelling are read, and heights of any size") {
  const auto line = geometry("LineString", "[[0e-400,-0.0E9],[0.000e5,1,1e-400]]");
  CHECK(line.coordinates == numbers{0, 0, 0, 1});
}

TEST_CASE("GeoJSON: bad objects are refused") {
  const auto says = [](std::string const& what, std::string const& text) {
    INFO(text, ": ", complaint("f.json", text));
    CHECK(complaint("f.json", text).find(what) != std::string::npos);
  };
  says("a GeoJSON object is expected, found an array", "[]");
  says("a GeoJSON object is expected, found a number", "5");
  says("an object without a type", "{}");
  says("a LineString without coordinates", R"({"type":"LineString"})");
  says("a LineString has coordinates and no geometries of its own",
       R"({"type":"LineString","coordinates":[[0,0]],"geometry":{"type":"Point","coordinates":[0,0]}})");
  says("coordinates are given twice", R"({"type":"LineString","coordinates":[[0,0]],"coordinates":[[0,0]]})");
  says("an array is expected, found an object", R"({"type":"FeatureCollection","features":{}})");
  says("null is not allowed here", R"({"type":"FeatureCollection","features":[null]})");
  says("a number is not allowed here", R"({"type":5})");
  says("an array is not allowed here", R"({"type":"Feature","geometry":[]})");
}

TEST_CASE("GeoJSON: errors name the feature") {
  const std::string good = R"({"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}})";
  const std::string bad = R"({"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1]]}})";
  const std::string text =
      "{\"type\":\"FeatureCollection\",\"features\":[\n" + good + ",\n" + good + ",\n" + bad + "]}";
  CHECK(complaint("f.json", text) == "f.json:4: column 74: feature 3: a position needs two numbers");
}

TEST_CASE("GeoJSON: a NUL byte is an error, not the end of the text") {
  const std::string line = R"({"type":"LineString","coordinates":[[0,0],[1,1]]})", nul(1, '\0');
  CHECK(complaint("f.json", line + nul) == "f.json:1: column 50: a NUL byte is not part of JSON text");
  CHECK(complaint("f.json", "\n" + line + nul + line).find("f.json:2: column 50: a NUL byte") == 0);
  CHECK(complaint("f.json", "{" + nul + line.substr(1)).find("f.json:1: column 2: a NUL byte") == 0);
  CHECK(complaint("f.ndjson", line + "\n" + line + nul + "}\n" + line).find("f.ndjson:2: column 50: a NUL byte") == 0);
}

TEST_CASE("GeoJSON sequence: an object a line") {
  const std::string line = R"({"type":"LineString","coordinates":[[0,0],[1,1],[2,0]]})";
  const std::string feature = R"({"type":"Feature","properties":{"a":[1]},"geometry":)" + line + "}";
  for (const char* name : {"f.geojsonl", "f.ndjson", "f.geojsons"}) {
    const std::string text = "\xEF\xBB\xBF" + line + "\r\n\n" + feature + "\n" + line;
    const auto data = read_text(name, text);
    CHECK(data.offsets == indices{0, 3, 6, 9});
    CHECK(kept_text(data, flags(9, 1)) == text);
    CHECK(kept_text(data, {1, 0, 1, 1, 1, 1, 1, 0, 1}).size() == text.size() - 12);
  }
  CHECK(complaint("f.ndjson", line + "\n" + line.substr(0, 40) + "\n").find("f.ndjson:2: column ") == 0);
  CHECK(complaint("f.ndjson", line + line + "\n").find("f.ndjson:1: column ") == 0);
  CHECK(complaint("f.ndjson", line + line + "\n").find("geojsonl") == std::string::npos);
  CHECK(complaint("f.geojson", line + "\n" + line) ==
        "f.geojson:2: column 1: syntax error while parsing value - unexpected '{'; expected end of input (a file with "
        "one object a line has format geojsonl)");
  CHECK(read_text("f.ndjson", "\n").points() == 0);
}

TEST_CASE("GeoJSON sequence: an object after each record separator") {
  const std::string object = "\x1E{\"type\":\"LineString\",\n\"coordinates\":[[0,0],\n[1,1]]}\n";
  const std::string text = object + object + "\x1E\n" + object;
  const auto data = read_text("f.geojsons", text);
  CHECK(data.offsets == indices{0, 2, 4, 6});
  CHECK(kept_text(data, flags(6, 1)) == text);
  CHECK(complaint("f.geojsons", object + "\x1E{\"type\":1}\n").find("f.geojsons:4: column ") == 0);
}

TEST_CASE("GeoJSON: messages quote the text in part") {
  const std::string long_name(100000, 'n');
  CHECK(complaint("f.json", "{\"type\":\"" + long_name + "\"}").size() < 200);
  CHECK(complaint("f.json", "{\"type\":\"" + long_name).size() < 300);
}
