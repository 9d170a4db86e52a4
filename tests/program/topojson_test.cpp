// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <formats/object_pieces.hpp>

#include "child.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;
using json = nlohmann::json;

namespace {

using position = std::array<double, 2>;

/// Decodes a topology as its specification says: arcs from differences if there is a transform, geometries from arcs.
class decoder {
public:
  explicit decoder(json const& topology) {
    const bool is_grid = topology.contains("transform");
    if (is_grid)
      for (std::size_t k = 0; k < 2; ++k) {
        scale_[k] = topology["transform"]["scale"][k];
        translate_[k] = topology["transform"]["translate"][k];
      }
    for (json const& arc : topology["arcs"]) {
      position at{0, 0};
      arcs_.emplace_back();
      for (json const& p : arc) {
        for (std::size_t k = 0; k < 2; ++k)
          at[k] = (is_grid ? at[k] : 0) + p[k].get<double>();
        arcs_.back().push_back(placed(at));
      }
    }
  }

  std::size_t arcs() const { return arcs_.size(); }

  /// The geometry with coordinates in place of arcs; other members stay.
  json geometry(json object) const {
    const std::string type = object["type"].is_null() ? "" : object["type"].get<std::string>();
    if (type == "GeometryCollection") {
      for (json& child : object["geometries"])
        child = geometry(child);
      return object;
    }
    if (type == "Point")
      object["coordinates"] = placed(object["coordinates"].get<position>());
    else if (type == "MultiPoint")
      for (json& p : object["coordinates"])
        p = placed(p.get<position>());
    else if (!type.empty())
      object["coordinates"] = stitched(object["arcs"], type == "LineString" ? 1 : type == "MultiPolygon" ? 3 : 2);
    object.erase("arcs");
    return object;
  }

private:
  position placed(position const& at) const {
    return {at[0] * scale_[0] + translate_[0], at[1] * scale_[1] + translate_[1]};
  }

  json stitched(json const& arcs, int depth) const {
    json list = json::array();
    if (depth > 1) {
      for (json const& inner : arcs)
        list.push_back(stitched(inner, depth - 1));
      return list;
    }
    for (json const& index : arcs) {
      const auto i = index.get<std::int64_t>();
      std::vector<position> points = arcs_[static_cast<std::size_t>(i < 0 ? ~i : i)];
      if (i < 0)
        points = std::vector<position>(points.rbegin(), points.rend());
      if (!list.empty())
        REQUIRE(list.back().get<position>() == points.front());
      for (std::size_t k = list.empty() ? 0 : 1; k < points.size(); ++k)
        list.push_back(points[k]);
    }
    return list;
  }

  std::array<double, 2> scale_{1, 1}, translate_{0, 0};
  std::vector<std::vector<position>> arcs_;
};

/// The objects of a GeoJSON text as a topology has them, with coordinates.
json as_objects(json const& object) {
  const std::string type = object["type"];
  if (type == "FeatureCollection") {
    json collection = object;
    collection.erase("features");
    collection["type"] = "GeometryCollection";
    collection["geometries"] = json::array();
    for (json const& feature : object["features"])
      collection["geometries"].push_back(as_objects(feature));
    return collection;
  }
  if (type != "Feature")
    return object;
  json geometry = object["geometry"].is_null() ? json::object({{"type", nullptr}}) : object["geometry"];
  for (auto const& [name, value] : object.items())
    if (name != "type" && name != "geometry")
      geometry[name] = value;
  return geometry;
}

void remove_heights(json& value) {
  if (value.is_array() && value.size() > 2 && value[0].is_number())
    value = json::array({value[0], value[1]});
  if (value.is_structured())
    for (json& inner : value)
      remove_heights(inner);
}

struct written {
  std::string text;
  json topology;
  json report;
};

written write_topology(scratch_folder const& folder, std::string const& name, std::vector<std::string> const& options) {
  std::vector<std::string> words{"simplify", folder.path(name), folder.path("out.topojson"), "--json"};
  words.insert(words.end(), options.begin(), options.end());
  const ended run = run_program(words);
  INFO(run.err);
  REQUIRE(run.status == 0);
  const std::string text = folder.read("out.topojson");
  return {text, read_json(text), read_json(run.out)};
}

/// All numbers of a value that are coordinates, in order.
void list_coordinates(json const& object, std::vector<double>& to) {
  if (object.is_object() && object.contains("coordinates"))
    return list_coordinates(object["coordinates"], to);
  if (object.is_number())
    to.push_back(object.get<double>());
  if (object.is_array())
    for (json const& inner : object)
      list_coordinates(inner, to);
  if (object.is_object() && object.contains("geometries"))
    list_coordinates(object["geometries"], to);
}

/// The decoded topology equals the GeoJSON that the same options write; with a grid, up to half a step.
json check_equals_geojson(std::string const& geojson, std::vector<std::string> options) {
  const scratch_folder folder;
  folder.write("in.geojson", geojson);
  std::vector<std::string> words{"simplify", folder.path("in.geojson"), folder.path("out.geojson")};
  words.insert(words.end(), options.begin(), options.end());
  REQUIRE(run_program(words).status == 0);
  json expected = as_objects(read_json(folder.read("out.geojson")));
  remove_heights(expected);

  const json plain = write_topology(folder, "in.geojson", options).topology;
  CHECK(plain["type"] == "Topology");
  CHECK(decoder(plain).geometry(plain["objects"]["in"]) == expected);

  std::vector<double> of_expected;
  list_coordinates(expected, of_expected);
  for (const char* const steps : {"2", "100", "1000000"}) {
    options.insert(options.end(), {"--quantization", steps, "--overwrite"});
    const json grid = write_topology(folder, "in.geojson", options).topology;
    options.resize(options.size() - 3);
    std::vector<double> found;
    list_coordinates(decoder(grid).geometry(grid["objects"]["in"]), found);
    REQUIRE(found.size() == of_expected.size());
    for (std::size_t k = 0; k < found.size(); ++k)
      CHECK(std::abs(found[k] - of_expected[k]) <= 0.5000001 * grid["transform"]["scale"][k % 2].get<double>());
    for (json const& arc : grid["arcs"])
      for (json const& p : arc)
        CHECK((p[0].is_number_integer() && p[1].is_number_integer()));
  }
  return plain;
}

const std::string countries = R"({"type":"FeatureCollection","name":"made","features":[
{"type":"Feature","properties":{"name":"west","area":1.50,"big":123456789012345678901234567890},"geometry":{"type":"Polygon","coordinates":[[[0,0],[5,0.1],[10,0],[10.1,3],[9.9,6],[10,10],[0,10],[0,0]],[[2,2],[2,4],[4,4],[4,2],[2,2]]]}},
{"type":"Feature","id":7,"properties":null,"geometry":{"type":"MultiPolygon","coordinates":[[[[9.9,6],[10.1,3],[10,0],[20,0],[20,10],[10,10],[9.9,6]]],[[[30,0],[31,0],[31,1],[30,0]]]]}},
{"type":"Feature","id":"lake","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2,2],[4,2],[4,4],[2,4],[2,2]]]}},
{"type":"Feature","properties":{"a":[1,{"b":"]}, \" \\"}]},"geometry":{"type":"MultiLineString","coordinates":[[[0,10],[3,11],[10,10]],[[10,10],[3,11],[0,10],[-3,8]]]}},
{"type":"Feature","properties":{"x":1},"geometry":null},
{"type":"Feature","properties":{"x":2},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,300]},{"type":"LineString","coordinates":[[0,0,5],[1,1,6],[2,0,7]]},{"type":"MultiPoint","coordinates":[[1,2],[50,-7.25]]}]}}
]}
)";

} // namespace

TEST_CASE("a topology decodes to the GeoJSON of the same options") {
  for (std::vector<std::string> const& options :
       std::vector<std::vector<std::string>>{{"--tolerance", "0"},
                                             {"--tolerance", "1"},
                                             {"--tolerance", "1", "--topology"},
                                             {"--tolerance", "100", "--topology"},
                                             {"--tolerance", "1.5", "--small-rings", "drop"},
                                             {"--tolerance", "1.5", "--small-rings", "drop", "--topology"},
                                             {"--tolerance", "0.5", "--ring-start", "least"},
                                             {"--count", "20", "--topology"},
                                             {"--count", "25"}})
    check_equals_geojson(countries, options);
}

TEST_CASE("TopoJSON has shared borders once; ids and properties stay") {
  const json topology = check_equals_geojson(countries, {"--tolerance", "0", "--topology"});
  json const& layer = topology["objects"]["in"];
  CHECK(layer["name"] == "made");
  REQUIRE(layer["geometries"].size() == 6);
  CHECK(layer["geometries"][1]["id"] == 7);
  CHECK(layer["geometries"][4]["type"].is_null());
  CHECK(topology["bbox"] == json::array({-3.0, -7.25, 50.0, 11.0}));

  const scratch_folder folder;
  folder.write("in.geojson", countries);
  const written got = write_topology(folder, "in.geojson", {"--tolerance", "0"});
  CHECK(got.text.find(R"("properties":{"name":"west","area":1.50,"big":123456789012345678901234567890})") !=
        std::string::npos);
  CHECK(got.text.find(R"("properties":{"a":[1,{"b":"]}, \" \\"}]})") != std::string::npos);

  std::size_t points = 0;
  for (json const& arc : got.topology["arcs"])
    points += arc.size();
  CHECK(points == 33); // for 39 positions of lines and rings
}

TEST_CASE("WKT becomes a topology of its geometries in order") {
  const std::string wkt =
      "SRID=4326;POLYGON ((0 0, 10 0, 10 10, 0 0))\n\nPOINT Z (3 4 5)\nPOLYGON EMPTY\nPOINT EMPTY\n"
      "MULTIPOLYGON (((10 10, 10 0, 20 0, 10 10)), EMPTY,\n ((30 0, 31 0, 31 1, 30 0)))\n"
      "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (0 0, 5 5), "
      "MULTILINESTRING ((1 1, 2 2), EMPTY)), MULTIPOINT ((1 1), 2 2, EMPTY))\nLINESTRING (7 7, 8 8)\n"
      "GEOMETRYCOLLECTION EMPTY";
  const scratch_folder folder;
  folder.write("in.wkt", wkt);
  const json topology = write_topology(folder, "in.wkt", {"--tolerance", "0"}).topology;
  const decoder decoded(topology);
  const json expected = read_json(R"({"type":"GeometryCollection","geometries":[
{"type":"Polygon","coordinates":[[[0.0,0.0],[10.0,0.0],[10.0,10.0],[0.0,0.0]]]},
{"type":"Point","coordinates":[3.0,4.0]},
{"type":"Polygon","coordinates":[]},
{"type":null},
{"type":"MultiPolygon","coordinates":[[[[10.0,10.0],[10.0,0.0],[20.0,0.0],[10.0,10.0]]],[],[[[30.0,0.0],[31.0,0.0],[31.0,1.0],[30.0,0.0]]]]},
{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1.0,2.0]},{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[0.0,0.0],[5.0,5.0]]},{"type":"MultiLineString","coordinates":[[[1.0,1.0],[2.0,2.0]],[]]}]},{"type":"MultiPoint","coordinates":[[1.0,1.0],[2.0,2.0]]}]},
{"type":"LineString","coordinates":[[7.0,7.0],[8.0,8.0]]},
{"type":"GeometryCollection","geometries":[]}]})");
  CHECK(decoded.geometry(topology["objects"]["in"]) == expected);
  CHECK(decoded.arcs() == 8); // the border of two polygons once
}

TEST_CASE("sequences, bare geometries and empty files become TopoJSON") {
  const scratch_folder folder;
  folder.write("in.geojsonl", "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}\n\n"
                              "{\"type\":\"Feature\",\"id\":3,\"geometry\":null,\"properties\":{}}\n");
  json topology = write_topology(folder, "in.geojsonl", {"--tolerance", "0"}).topology;
  CHECK(
      topology["objects"]["in"] ==
      read_json(
          R"({"type":"GeometryCollection","geometries":[{"type":"LineString","arcs":[0]},{"type":null,"id":3,"properties":{}}]})"));
  folder.write("bare.geojson", "\xEF\xBB\xBF {\"coordinates\":[[0,0],[1,1]],\"type\":\"LineString\"}");
  topology = write_topology(folder, "bare.geojson", {"--tolerance", "0", "--overwrite"}).topology;
  CHECK(topology["objects"]["bare"] == read_json(R"({"type":"LineString","arcs":[0]})"));
  folder.write("none.wkt", "");
  topology = write_topology(folder, "none.wkt", {"--tolerance", "0", "--overwrite", "--quantization", "10"}).topology;
  CHECK(topology ==
        read_json(R"({"type":"Topology","objects":{"none":{"type":"GeometryCollection","geometries":[]}},"arcs":[]})"));
}

TEST_CASE("--levels writes a topology for each tolerance") {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("in.geojson", countries), folder.path("out.topojson"),
                                 "--levels", "0,1", "--topology"});
  CHECK(run.status == 0);
  CHECK(read_json(folder.read("out-0.topojson"))["arcs"].size() > 0);
  CHECK(read_json(folder.read("out-1.topojson"))["arcs"].size() > 0);
}

TEST_CASE("a geometry's own id and properties do not become the feature's") {
  const scratch_folder folder;
  const std::string in = folder.write("in.geojson", R"({"type":"Feature","properties":{"a":1},"geometry":{)"
                                                    R"("type":"LineString","id":99,"properties":{"b":2},"note":"g",)"
                                                    R"("coordinates":[[0,0],[1,0],[2,0]]}})");
  REQUIRE(run_program({"simplify", in, folder.path("out.topojson"), "--tolerance", "1"}).status == 0);
  const std::string out = folder.read("out.topojson");
  CHECK(out.find("99") == std::string::npos);
  CHECK(out.find(R"("b":2)") == std::string::npos);
  CHECK(out.find(R"("properties":{"a":1})") != std::string::npos);
  CHECK(out.find(R"("note":"g")") != std::string::npos);
}

TEST_CASE("what cannot become a topology is refused") {
  const scratch_folder folder;
  const std::string in = folder.write("in.geojson", countries), csv = folder.write("in.csv", "x,y\n1,5\n");
  const auto refused = [&](std::vector<std::string> const& words, int status, std::string const& complaint) {
    const ended run = run_program(words);
    CHECK(run.status == status);
    INFO(run.err);
    CHECK(run.err.find(complaint) != std::string::npos);
    CHECK(folder.names().count("out.topojson") == 0);
  };
  const std::string out = folder.path("out.topojson");
  refused({"simplify", csv, out, "--tolerance", "1"}, 2,
          "OUTPUT: TopoJSON is written from GeoJSON or WKT only; INPUT has format csv");
  refused({"simplify", in, folder.path("out.geojson"), "--tolerance", "1", "--quantization", "10"}, 2,
          "--quantization: OUTPUT does not end in .topojson");
  for (const char* const steps : {"1", "0", "-4", "1000000000000001"})
    refused({"simplify", in, out, "--tolerance", "1", "--quantization", steps}, 2, "--quantization: ");
  refused({"simplify", in, out, "--tolerance", "1", "--quantization", "ten"}, 2, "--quantization");
  std::string deep = R"({"type":"Point","coordinates":[1,2]})";
  for (int k = 0; k < 200; ++k)
    deep = R"({"type":"GeometryCollection","geometries":[)" + deep + "]}";
  refused({"simplify", folder.write("deep.json", deep), out, "--tolerance", "1"}, 1, "nested too deep");
  const auto wkt = [](std::size_t depth) {
    std::string text = "POINT (1 2)";
    for (std::size_t k = 0; k < depth; ++k)
      text = "GEOMETRYCOLLECTION (" + text + ")";
    return text;
  };
  refused({"simplify", folder.write("deep.wkt", wkt(101)), out, "--tolerance", "1"}, 1, "nested too deep");
  CHECK(run_program({"simplify", folder.write("deep.wkt", wkt(100)), folder.path("deep.topojson"), "--tolerance", "1"})
            .status == 0);
}

TEST_CASE("points that are no positions are refused with file and line, not written") {
  const auto refused = [](std::string const& name, std::string const& text, std::string const& complaint) {
    const scratch_folder folder;
    const std::string in = folder.write(name, text);
    const ended run = run_program({"simplify", in, folder.path("out.topojson"), "-t", "1", "--quantization", "100"});
    CHECK(run.status == 1);
    CHECK(run.err == "thrustline: " + in + complaint + "\n");
    CHECK(folder.names() == std::set<std::string>{name});
  };
  const std::string line = R"({"type":"LineString","coordinates":[[0,0],[1,1]]})", nul(1, '\0');
  refused("in.wkt", "POINT (1 2)\nPOINT (abc)\n", ":2: column 8: a number is expected, found 'abc)'");
  refused("in.wkt", "POINT(1e308 0)\nPOINT(-1e308 0)\n",
          ":1: column 7: '1e308' is too large: beyond 4.49e307, found '1e308 0)'");
  refused("in.wkt", "POINT (1 2, 3 4)\n", ":1: column 11: ')' is expected, found ', 3 4)'");
  refused("in.geojson", R"({"type":"MultiPoint","coordinates":[[1e308,0],[-1e308,0]]})",
          ":1: column 43: a coordinate is too large: beyond 4.49e307");
  refused("in.geojson", R"({"type":"MultiPoint","coordinates":[1,2]})",
          ":1: column 41: a MultiPoint needs a list of positions, found a position");
  refused("in.geojson", line + nul + R"({"type":"LineString)", ":1: column 50: a NUL byte is not part of JSON text");
  refused("in.geojsonl", line + "\n" + line + nul + "{\n", ":2: column 50: a NUL byte is not part of JSON text");
}

TEST_CASE("WKT with Z, M and ZM without a blank becomes TopoJSON") {
  const scratch_folder folder;
  folder.write("in.wkt", "POINTZ(1 2 3)\nGEOMETRYCOLLECTIONM(LINESTRINGM(0 0 5,1 1 6),POLYGONZM EMPTY)\n");
  const json topology = write_topology(folder, "in.wkt", {"--tolerance", "0"}).topology;
  CHECK(topology["objects"]["in"] == read_json(R"({"type":"GeometryCollection","geometries":[
{"type":"Point","coordinates":[1,2]},
{"type":"GeometryCollection","geometries":[{"type":"LineString","arcs":[0]},{"type":"Polygon","arcs":[]}]}]})"));
}

TEST_CASE("a name that is not UTF-8 leaves the topology valid JSON") {
  const scratch_folder folder;
  const std::string line = R"({"type":"LineString","coordinates":[[0,0],[1,1]]})", mark = "\xEF\xBF\xBD";
  for (auto const& [name, expected] :
       {std::pair{std::string("a\xFF\"z"), "a" + mark + "\"z"},
        {std::string("cut\xE2\x82"), "cut" + mark},
        {std::string("long\xC0\xAF"), "long" + mark + mark},
        {std::string("half\xED\xA0\x80"), "half" + mark + mark + mark},
        {std::string("\xE2\x82\xAC \xF0\x9F\x97\xBA"), "\xE2\x82\xAC \xF0\x9F\x97\xBA"}}) {
    folder.write(name + ".geojson", line);
    const json topology = write_topology(folder, name + ".geojson", {"-t", "0", "--overwrite"}).topology;
    CHECK(topology["objects"].contains(expected));
  }
}

TEST_CASE("many members of a feature and of its geometry are written quickly") {
  const auto members = [](const char* letter) {
    std::string text;
    for (int k = 0; k < 100'000; ++k)
      text.append(",\"").append(letter).append(std::to_string(k)).append("\":1");
    return text;
  };
  const scratch_folder folder;
  folder.write("in.geojson", R"({"type":"Feature","both":1)" + members("f") +
                                 R"(,"geometry":{"type":"Point","coordinates":[1,2],"both":2)" + members("g") + "}}");
  const written got = write_topology(folder, "in.geojson", {"-t", "0"});
  CHECK(got.report["seconds"]["write"].get<double>() < 10); // 0.1; 25 if each name is compared with each
  json const& topology = got.topology;
  CHECK(topology["objects"]["in"].size() == 200'003);
  CHECK(topology["objects"]["in"]["both"] == 1);
}

TEST_CASE("a string that is not closed ends with its text") {
  const std::string text = R"("a\"b" and more")";
  CHECK(thrustline_program::end_of_string(text, 0) == 6);
  for (std::size_t size : {1, 2, 3, 4, 5}) // views, behind which the text goes on
    CHECK(thrustline_program::end_of_string(std::string_view(text).substr(0, size), 0) == size);
}
