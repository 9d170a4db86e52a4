// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Receives the events of the JSON parser, finds the geometries among them and stores their points.
///
/// `read` points behind what the parser has read of data.text. When the parser reports a bracket, that bracket is the
/// last character it has read; so the text of each position is known.
class geojson_reader : public nlohmann::json::json_sax_t {
public:
  geojson_reader(std::string const& path, bool points, dataset& data, const char* const& read)
      : path_(path), points_(points), data_(data), read_(read) {}

  bool start_object(std::size_t) override;
  bool key(string_t& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool null() override;
  bool boolean(bool) override;
  bool string(string_t& text) override;
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, string_t const&) override { return number(value); }
  bool binary(binary_t&) override { return true; } // JSON text has none
  bool parse_error(std::size_t position, std::string const& token, nlohmann::json::exception const& error) override;

private:
  /// What the members of a GeoJSON object mean to us. The value of `other` is skipped, whatever it holds.
  enum class member { other, type, features, geometries, geometry, coordinates };

  /// A list within coordinates that holds lists; a list that holds numbers is a position.
  struct closed_list {
    int nesting;      ///< lists around it
    std::int64_t end; ///< number of points stored when it ended
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

  bool number(double value);
  bool scalar(bool allowed, const char* found);
  bool open_child();
  bool open_coordinates();
  bool close_coordinates();
  void close_position(object& geometry, open_list const& position);
  void close_geometry(object const& geometry);
  [[noreturn]] void fail(std::string const& problem) const;

  std::string const& path_;
  bool points_; ///< Point and MultiPoint are read too
  dataset& data_;
  const char* const& read_;
  std::vector<object> objects_;
  std::vector<open_list> lists_; ///< of the coordinates that are being read
  std::int64_t skipped_ = 0;     ///< open brackets within a value that is skipped
  std::int64_t features_ = 0;
};

} // namespace thrustline_program
