// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/dataset.hpp"
#include "formats/geometry_types.hpp"

namespace thrustline_program {

/// Receives the events of a JSON parser, finds the geometries among them and stores their points. Throws file_error.
///
/// `read` points behind the text that the parser has consumed. When the parser reports a bracket, that bracket is the
/// last character before `read`; so the text of each position is known.
class geojson_reader {
public:
  geojson_reader(std::string const& path, bool points, dataset& data, const char* const& read)
      : path_(path), points_(points), data_(data), read_(read) {}

  void start_object();
  void key(std::string const& name);
  void end_object();
  void start_array();
  void end_array();
  void null();
  void boolean();
  void string(std::string const& text);
  /// problem: why the number is no coordinate, as the end of a sentence; null: it may be one.
  void number(double value, const char* problem);

  /// Throws a file_error that names the place and the problem.
  [[noreturn]] void fail(std::string const& problem) const;

private:
  /// The members of a GeoJSON object that matter here. The value of `other` is skipped, whatever it holds.
  enum class member { other, type, features, geometries, geometry, coordinates };

  /// A list within coordinates that holds lists; a list that holds numbers is a position.
  struct closed_list {
    int nesting;                       ///< lists around it
    std::int64_t end;                  ///< number of points stored when it ended
    std::int64_t text_begin, text_end; ///< its bytes of the text
  };

  struct object {
    member current = member::other;
    bool in_list = false; ///< within the array of features or geometries
    bool has_children = false, has_coordinates = false;
    std::string type;
    std::int64_t first_point = 0;
    int position_nesting = -1; ///< lists around each position; -1: no position yet
    std::vector<closed_list> lists;
  };

  struct open_list {
    std::int64_t begin; ///< byte of the text
    int numbers = 0;
    bool has_lists = false;
  };

  void scalar(bool allowed, const char* found);
  void open_child();
  void open_coordinates();
  void close_coordinates();
  void close_position(object& geometry, open_list const& position);
  void close_geometry(object const& geometry);
  void check_nesting(object const& geometry, geometry_type const& type) const;
  void end_points(object const& geometry);
  void end_lines(object const& geometry, geometry_type const& type);

  std::string const& path_;
  bool points_; ///< Point and MultiPoint are read too
  dataset& data_;
  const char* const& read_;
  std::vector<object> objects_;
  std::vector<open_list> lists_; ///< open lists of the coordinates that are being read
  std::int64_t skipped_ = 0;     ///< open brackets within a value that is skipped
  std::int64_t features_ = 0;    ///< of the text's object, up to the one that is being read; 0 behind them
};

} // namespace thrustline_program
