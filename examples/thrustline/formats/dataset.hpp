// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

/// Reading and writing lines of points: CSV, GeoJSON and WKT.
///
/// A dataset keeps the text it was read from and where in it each point stands. Writing is therefore the same for all
/// formats: the text is copied byte for byte, without the points that are left out.
///
/// To add a format: an enumerator here, a reader like read_wkt() in wkt.hpp, and its row in the table of dataset.cpp.
namespace thrustline_program {

enum class file_format {
  by_extension, ///< the format that the file's name ends in
  csv,          ///< header x,y: one polyline; id,x,y: one for each run of an id; one column: a series of values
  geojson,      ///< LineString, MultiLineString, Polygon, MultiPolygon: bare, in features, in collections
  wkt           ///< one geometry a line, the same types
};

struct read_options {
  file_format format = file_format::by_extension;
  std::string column;  ///< CSV: the column that is read as a series of values; empty: chosen by the header
  bool points = false; ///< GeoJSON, WKT: Point and MultiPoint are read too, each position a series of its own
};

struct dataset {
  int dimensions = 2; ///< 1: values against their index; 2: x y

  // The points of all series in one flat array, in file order: series s has the points [offsets[s], offsets[s + 1]).
  std::vector<double> coordinates;      ///< points() * dimensions finite values
  std::vector<std::int64_t> offsets{0}; ///< series() + 1 values
  std::vector<std::uint8_t> ring;       ///< for each series, 1: ring of a polygon, whose last point repeats the first

  file_format format = file_format::csv;
  std::string text;                     ///< the whole file
  std::vector<std::int64_t> text_begin; ///< for each point, the byte of the text where it begins

  std::int64_t points() const { return static_cast<std::int64_t>(text_begin.size()); }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// The names of all formats but by_extension, as --format takes them.
std::vector<std::pair<const char*, file_format>> const& format_names();

/// The format that belongs to the extension of `path` (letters of either case); by_extension if there is none.
file_format format_of(std::string const& path);

/// Reads a file, or standard input if the path is "-". Drops nothing silently: throws file_error with the line for
/// anything that it does not understand.
dataset read_dataset(std::string const& path, read_options const& options = {});

/// Writes the text without the points whose mask is 0. The mask has a value for each point. Throws
/// std::invalid_argument if it has not, or if the last point of a series is not kept.
void write_kept(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask);

} // namespace thrustline_program
