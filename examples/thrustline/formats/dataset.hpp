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
  by_extension,     ///< the format that the file's name ends in
  csv,              ///< header x,y: one polyline; id,x,y: one for each run of an id; one column: a series of values
  geojson,          ///< LineString, MultiLineString, Polygon, MultiPolygon: bare, in features, in collections
  geojson_sequence, ///< one GeoJSON object a line, or after each record separator (RFC 8142)
  wkt               ///< geometries of the same types, each on lines of its own
};

struct read_options {
  file_format format = file_format::by_extension;
  bool points = false; ///< GeoJSON, WKT: Point and MultiPoint are read too, each position a series of its own

  // Options for CSV only. A column is given by its name or by its number, counted from 1; if it is empty, the header
  // decides.
  std::string column;        ///< read as a series of values
  std::string x, y;          ///< both or none
  std::string t;             ///< column with the times, read as a third coordinate; empty: none is read
  std::string id;            ///< rows of the same one are one series
  std::string pins;          ///< 1: the point is pinned, 0: it is not
  char separator = '\0';     ///< '\0': the one that the header has
  bool skip_invalid = false; ///< rows whose coordinates are empty or not finite are skipped; else they are faults

  /// Whether something is chosen that only CSV files have.
  bool for_csv() const { return !(column + x + y + t + id + pins).empty() || separator || skip_invalid; }
};

/// A row of a CSV file that was skipped, as its coordinates are invalid.
struct skipped_row {
  std::int64_t next_point; ///< the first point that is read from a later row
  std::int64_t begin, end; ///< its bytes of the text
  std::int64_t line;       ///< counted from 1
};

/// A list of the text around the positions of polygons: a ring, a polygon or several polygons.
struct polygon_list {
  std::int64_t begin, end; ///< its bytes of the text, with brackets; or those of the word EMPTY
  int depth;               ///< lists within it: 1: a ring, 2: a polygon, 3: polygons
  bool outermost;
};

struct dataset {
  int dimensions = 2; ///< 1: values against their index; 2: x y; 3: x y t

  // The points of all series in one flat array, in file order: series s has the points [offsets[s], offsets[s + 1]).
  std::vector<double> coordinates;      ///< points() * dimensions finite values
  std::vector<std::int64_t> offsets{0}; ///< series() + 1 values
  std::vector<std::uint8_t> pins;       ///< for each point, 1: it is kept whatever its distance; empty: none is
  std::vector<std::uint8_t> ring;       ///< for each series, 1: ring of a polygon, whose last point repeats the first

  file_format format = file_format::csv;
  std::string text;                     ///< the whole file
  std::vector<std::int64_t> text_begin; ///< for each point, the byte of the text where it begins
  std::vector<skipped_row> skipped;     ///< in file order
  std::vector<polygon_list> lists;      ///< those within another before it, else in file order; a ring for each series
                                        ///< that is one

  std::int64_t points() const { return static_cast<std::int64_t>(text_begin.size()); }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// Calls point(i) for each point and skipped() for each skipped row, in file order.
template <class Point, class Skipped>
void for_each_row(dataset const& data, Point point, Skipped skipped) {
  auto next = data.skipped.begin();
  for (std::int64_t i = 0; i <= data.points(); ++i) {
    for (; next != data.skipped.end() && next->next_point == i; ++next)
      skipped();
    if (i < data.points())
      point(i);
  }
}

/// The names of all formats but by_extension, as --format takes them.
std::vector<std::pair<const char*, file_format>> const& format_names();

/// The format that belongs to the extension of `path` (letters of either case); by_extension if there is none.
file_format format_of(std::string const& path);

/// Whether files of that format are GeoJSON, whose coordinates are degrees.
inline bool is_geojson(file_format format) {
  return format == file_format::geojson || format == file_format::geojson_sequence;
}

/// Reads a file, or standard input if the path is "-". Drops nothing silently: throws file_error with the line for
/// anything that it does not understand.
dataset read_dataset(std::string const& path, read_options const& options = {});

/// The kept points of a series, in order. Where a ring keeps its last point but not its first, which that repeats, the
/// first kept one stands for the last.
std::vector<std::int64_t> kept_points(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                                      std::int64_t series);

/// Writes the text without the points whose mask is 0, and without skipped rows. The mask has a value for each point.
/// A ring is written closed, with kept_points(). One that keeps none is left out, and with the shell its polygon; a
/// geometry that keeps no polygon becomes an empty one.
/// Throws std::invalid_argument for a mask of another size, or if the last point of a series is not kept, unless it is
/// a ring that keeps none.
void write_kept(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask);

} // namespace thrustline_program
