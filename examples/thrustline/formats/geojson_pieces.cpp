// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "formats/geojson.hpp"
#include "formats/object_pieces.hpp"

namespace thrustline_program {
namespace {

/// A member of an object: its name, and the text of its value.
struct json_member {
  std::string name;
  std::string_view quoted_name, value;
};

std::vector<json_member> members_of(std::string_view object) {
  std::vector<json_member> members;
  for (std::string_view entry : entries_of_list(object)) {
    const std::size_t end = end_of_string(entry, 0);
    const std::string_view quoted = entry.substr(0, end), rest = entry.substr(end);
    members.push_back(
        {nlohmann::json::parse(quoted).get<std::string>(), quoted, without_blanks(rest.substr(rest.find(':') + 1))});
  }
  return members;
}

bool has_meaning_in_topology(std::string const& name) {
  constexpr std::string_view names[] = {"type", "arcs", "coordinates", "geometries", "geometry", "features"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Writes the objects of a GeoJSON text as those of a topology.
class geojson_objects {
public:
  std::vector<object_piece> all_of(std::vector<std::string_view> const& records) {
    if (records.size() == 1)
      add_object(records.front(), nullptr, 0);
    else
      add_collection(records, {}, 0);
    pieces_.push_back({std::move(text_), nullptr, {}});
    return std::move(pieces_);
  }

private:
  using members = std::vector<json_member>;

  /// feature: the members of the feature around a geometry, whose own id and properties are not the feature's; null if
  /// there is none.
  void add_object(std::string_view object, const members* feature, int depth) {
    check_depth(depth);
    std::string type;
    std::string_view coordinates;
    std::vector<std::string_view> children;
    members others = feature ? *feature : members();
    std::unordered_set<std::string_view> taken;
    if (feature)
      taken = {"id", "properties"};
    for (json_member const& member : others)
      taken.insert(member.name);
    for (json_member& member : members_of(object)) {
      if (member.name == "type")
        type = nlohmann::json::parse(member.value).get<std::string>();
      else if (member.name == "coordinates")
        coordinates = member.value;
      else if (member.name == "geometry" && member.value != "null")
        children.push_back(member.value);
      else if (member.name == "features" || member.name == "geometries")
        for (std::string_view child : entries_of_list(member.value))
          children.push_back(child);
      else if (!has_meaning_in_topology(member.name) && taken.count(member.name) == 0)
        others.push_back(std::move(member));
    }
    if (const geometry_type* const known = find_geometry_type(type))
      add_geometry(*known, coordinates, others);
    else if (type != "Feature" || children.size() > 1)
      add_collection(children, others, depth);
    else if (children.size() == 1)
      add_object(children.front(), &others, depth + 1);
    else
      add_nothing(others);
  }

  void add_geometry(geometry_type const& type, std::string_view coordinates, members const& others) {
    text_ += '{';
    pieces_.push_back({std::exchange(text_, {}), &type, coordinates});
    close(others);
  }

  void add_collection(std::vector<std::string_view> const& children, members const& others, int depth) {
    text_ += R"({"type":"GeometryCollection","geometries":[)";
    for (std::size_t k = 0; k < children.size(); ++k) {
      text_ += k == 0 ? "\n" : ",\n";
      add_object(children[k], nullptr, depth + 1);
    }
    text_ += ']';
    close(others);
  }

  /// A feature without a geometry.
  void add_nothing(members const& others) {
    text_ += R"({"type":null)";
    close(others);
  }

  void close(members const& others) {
    for (json_member const& member : others)
      text_.append(",").append(member.quoted_name).append(":").append(member.value);
    text_ += '}';
  }

  std::vector<object_piece> pieces_;
  std::string text_; ///< behind the last of them
};

} // namespace

std::vector<object_piece> pieces_of_geojson(dataset const& data) {
  std::vector<std::string_view> records;
  if (data.format == file_format::geojson)
    records.push_back(data.text);
  else
    records = geojson_records(data.text);
  for (std::string_view& record : records) {
    const std::size_t begin = record.find('{'); // behind a byte order mark
    record = record.substr(begin, record.rfind('}') + 1 - begin);
  }
  return geojson_objects().all_of(records);
}

} // namespace thrustline_program
