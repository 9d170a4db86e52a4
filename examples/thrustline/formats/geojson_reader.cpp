// SPDX-License-Identifier: MIT
#include "formats/geojson_reader.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "formats/file_error.hpp"
#include "formats/message_text.hpp"

namespace thrustline_program {
namespace {

/// 0: "a position", 1: "a list of positions", 2: "a list of lists of positions"
std::string lists_of_positions(int nesting) {
  if (nesting == 0)
    return "a position";
  std::string text = "a list of ";
  for (int k = 1; k < nesting; ++k)
    text += "lists of ";
  return text + "positions";
}

} // namespace

void geojson_reader::start_object() {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (objects_.empty()) {
    objects_.push_back({});
    return;
  }
  object& parent = objects_.back();
  switch (parent.current) {
  case member::other:
    ++skipped_;
    return;
  case member::features:
    features_ += parent.in_list && objects_.size() == 1;
    return open_child();
  case member::geometries:
  case member::geometry:
    return open_child();
  case member::type:
  case member::coordinates:
    break;
  }
  fail("an object is not allowed here");
}

void geojson_reader::open_child() {
  object& parent = objects_.back();
  if (parent.current != member::geometry && !parent.in_list)
    fail("an array is expected, found an object");
  parent.has_children = true;
  objects_.push_back({});
}

void geojson_reader::key(std::string const& name) {
  static const std::map<std::string_view, member> known = {
      {"type", member::type},         {"features", member::features},       {"geometries", member::geometries},
      {"geometry", member::geometry}, {"coordinates", member::coordinates},
  };
  if (skipped_ > 0)
    return;
  const auto found = known.find(name);
  objects_.back().current = found == known.end() ? member::other : found->second;
}

void geojson_reader::end_object() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  close_geometry(objects_.back());
  objects_.pop_back();
}

void geojson_reader::start_array() {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (objects_.empty())
    fail("a GeoJSON object is expected, found an array");
  object& parent = objects_.back();
  switch (parent.current) {
  case member::other:
    ++skipped_;
    return;
  case member::features:
  case member::geometries:
    if (parent.in_list)
      break;
    parent.in_list = true;
    return;
  case member::coordinates:
    return open_coordinates();
  case member::type:
  case member::geometry:
    break;
  }
  fail("an array is not allowed here");
}

void geojson_reader::end_array() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  if (objects_.back().current == member::coordinates)
    return close_coordinates();
  objects_.back().in_list = false;
  if (objects_.size() == 1) // what follows is not of the last feature
    features_ = 0;
}

void geojson_reader::scalar(bool allowed, const char* found) {
  if (objects_.empty())
    fail(std::string("a GeoJSON object is expected, found ") + found);
  if (skipped_ == 0 && !allowed && objects_.back().current != member::other)
    fail(std::string(found) + " is not allowed here");
}

void geojson_reader::null() { scalar(!objects_.empty() && objects_.back().current == member::geometry, "null"); }

void geojson_reader::boolean() { scalar(false, "true or false"); }

void geojson_reader::string(std::string const& text) {
  const bool is_type = skipped_ == 0 && !objects_.empty() && objects_.back().current == member::type;
  if (is_type)
    objects_.back().type = text;
  scalar(is_type, "a string");
}

void geojson_reader::number(double value, const char* problem) {
  if (skipped_ > 0 || lists_.empty())
    return scalar(false, "a number");
  open_list& position = lists_.back();
  if (position.has_lists)
    fail("a number is beside positions");
  if (position.numbers++ >= 2)
    return; // a height or a measure
  if (problem)
    fail(std::string("a coordinate ") + problem);
  data_.coordinates.push_back(value);
}

void geojson_reader::open_coordinates() {
  object& geometry = objects_.back();
  if (lists_.empty()) {
    if (geometry.has_coordinates)
      fail("coordinates are given twice");
    geometry.has_coordinates = true;
    geometry.first_point = data_.points();
  } else {
    if (lists_.back().numbers > 0)
      fail("a list is within a position");
    lists_.back().has_lists = true;
  }
  constexpr std::size_t deepest = 4; // a position of a MultiPolygon
  if (lists_.size() == deepest)
    fail("the coordinates are nested too deep");
  lists_.push_back({read_ - 1 - data_.text.data()});
}

void geojson_reader::close_coordinates() {
  object& geometry = objects_.back();
  const open_list list = lists_.back();
  lists_.pop_back();
  if (list.numbers > 0)
    close_position(geometry, list);
  else
    geometry.lists.push_back({static_cast<int>(lists_.size()), data_.points(), list.begin, read_ - data_.text.data()});
}

void geojson_reader::close_position(object& geometry, open_list const& position) {
  const int nesting = static_cast<int>(lists_.size());
  if (position.numbers < 2)
    fail("a position needs two numbers");
  if (geometry.position_nesting >= 0 && geometry.position_nesting != nesting)
    fail("the positions of a geometry are nested differently");
  geometry.position_nesting = nesting;
  data_.text_begin.push_back(position.begin);
}

/// Makes series of what was stored since the coordinates began, now that the type is known: it may follow them.
void geojson_reader::close_geometry(object const& geometry) {
  const std::string& name = geometry.type;
  const geometry_type* const type = find_geometry_type(name);
  if (!type || type->name != name) {
    if (name != "FeatureCollection" && name != "Feature" && name != "GeometryCollection")
      fail(name.empty() ? "an object without a type" : "the type '" + excerpt(name) + "' is not one of GeoJSON's");
    if (geometry.has_coordinates)
      fail("a " + name + " has no coordinates");
    return;
  }
  if (!geometry.has_coordinates)
    fail("a " + name + " without coordinates");
  if (geometry.has_children)
    fail("a " + name + " has coordinates and no geometries of its own");
  check_nesting(geometry, *type);
  if (type->lines)
    end_lines(geometry, *type);
  else
    end_points(geometry);
}

void geojson_reader::check_nesting(object const& geometry, geometry_type const& type) const {
  if (geometry.position_nesting >= 0 && geometry.position_nesting != type.nesting)
    fail("a " + geometry.type + " needs " + lists_of_positions(type.nesting) + ", found " +
         lists_of_positions(geometry.position_nesting));
  for (closed_list const& list : geometry.lists)
    if (list.nesting >= std::max(type.nesting, 1)) // a Point needs a position
      fail("a position is empty");
}

/// Makes a series of each position of a Point or MultiPoint, or forgets them where points are not read.
void geojson_reader::end_points(object const& geometry) {
  if (!points_) {
    data_.coordinates.resize(2 * static_cast<std::size_t>(geometry.first_point));
    data_.text_begin.resize(static_cast<std::size_t>(geometry.first_point));
    return;
  }
  for (std::int64_t i = geometry.first_point; i < data_.points(); ++i)
    end_series(data_, i + 1, false);
}

void geojson_reader::end_lines(object const& geometry, geometry_type const& type) {
  for (closed_list const& list : geometry.lists) {
    if (type.rings)
      data_.lists.push_back({list.text_begin, list.text_end, type.nesting - list.nesting, list.nesting == 0});
    if (list.nesting < type.nesting - 1)
      continue;
    if (const char* problem = end_series(data_, list.end, type.rings))
      fail(problem);
  }
}

void geojson_reader::fail(std::string const& problem) const {
  const std::string_view text = data_.text;
  const std::size_t byte = static_cast<std::size_t>(read_ - text.data());
  const std::size_t line_begin = text.substr(0, byte).rfind('\n') + 1; // npos + 1 = 0
  const std::string feature = features_ > 0 ? "feature " + std::to_string(features_) + ": " : "";
  throw file_error(path_, line_of(text, byte),
                   "column " + std::to_string(byte - line_begin) + ": " + feature + problem);
}

} // namespace thrustline_program
