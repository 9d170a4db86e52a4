// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>

/// Columns of geometries as well-known binary (WKB): their lines as ragged coordinates, and, with a mask of these
/// points, the same column without the dropped ones. Host memory, CPU cores.
///
/// Both byte orders are accepted, and types 1 to 12 and 15 to 17, nested up to wkb_depth_limit. z and m are announced
/// by ISO types (+1000: z, +2000: m, +3000: both) or by the flags of EWKB (z, m, SRID). Each nested geometry has its
/// own.
///
/// The lines of a column are its line strings and the rings of its polygons, in the order of the bytes. Those inside
/// multi line strings, multi polygons, collections, multi curves and multi surfaces count, too. All other geometries
/// have no lines here: points, multi points, circular strings, compound curves, curve polygons, polyhedral surfaces,
/// TINs and triangles. select_wkb() copies these unchanged, with the geometries in them.
namespace thrustline {

/// The most geometries that may be inside one another, the outermost one counted.
inline constexpr int wkb_depth_limit = 128;

/// View of a column in Arrow's binary layout; owns and copies nothing. Value i is null, or the bytes
/// [offsets[i], offsets[i + 1]).
///
/// A slice that begins at value k has `offsets` at entry k, and k as `first_bit`.
///
/// Offset: std::int32_t or std::int64_t.
template <class Offset>
struct wkb_column {
  using offset = Offset;

  const std::uint8_t* bytes = nullptr;
  const Offset* offsets = nullptr; ///< values + 1 numbers >= 0, never decreasing
  std::int64_t values = 0;
  const std::uint8_t* validity =
      nullptr;                ///< one bit for each value, least significant bit first: 0 = null; null: all valid
  std::int64_t first_bit = 0; ///< the bit in `validity` of value 0

  wkb_column() = default;

  wkb_column(const std::uint8_t* bytes, const Offset* offsets, std::int64_t values,
             const std::uint8_t* validity = nullptr, std::int64_t first_bit = 0)
      : bytes(bytes), offsets(offsets), values(values), validity(validity), first_bit(first_bit) {}
};

/// View of a column of scattered values; owns and copies nothing.
struct wkb_list {
  using offset = std::int64_t;

  const std::uint8_t* const* pointers = nullptr; ///< `values` pointers; null: a null value
  const std::int64_t* sizes = nullptr;           ///< `values` sizes in bytes, >= 0 where the value is not null
  std::int64_t values = 0;

  wkb_list() = default;

  wkb_list(const std::uint8_t* const* pointers, const std::int64_t* sizes, std::int64_t values)
      : pointers(pointers), sizes(sizes), values(values) {}
};

/// Thrown for bytes that are not WKB. what() is "column: value <index>, byte <index>: <what was expected and found>".
class wkb_error : public invalid_argument {
public:
  wkb_error(std::int64_t value, std::int64_t byte, std::string const& problem)
      : invalid_argument("column",
                         "value " + std::to_string(value) + ", byte " + std::to_string(byte) + ": " + problem),
        value_(value), byte_(byte) {}

  /// Index of the value in the column.
  std::int64_t value() const noexcept { return value_; }

  /// Index in the value's bytes of the field that is wrong.
  std::int64_t byte() const noexcept { return byte_; }

private:
  std::int64_t value_, byte_;
};

/// The coordinates that read_wkb() takes of each point: two or three numbers.
enum class wkb_ordinates { xy, xyz, xym };

/// Sizes of the lines of a column.
struct wkb_counts {
  std::int64_t points = 0; ///< points of all lines
  std::int64_t lines = 0;  ///< line strings and rings
  std::int64_t parts = 0;  ///< line strings and polygons
};

/// Arrays that read_wkb() writes; null: not wanted. None may overlap another or the column.
///
/// Value v has the parts [value_offsets[v], value_offsets[v + 1]), part p the lines [part_offsets[p], part_offsets[p +
/// 1]), line l the points [line_offsets[l], line_offsets[l + 1]). A null value has no part, an empty line no point; the
/// first line of a polygon is the shell.
struct wkb_outputs {
  double* coordinates = nullptr;         ///< x0 y0 x1 y1 ..., or three numbers for each point
  std::int64_t* line_offsets = nullptr;  ///< lines + 1 numbers: the offsets of `polylines`
  std::uint8_t* is_ring = nullptr;       ///< one for each line: 1 = ring of a polygon, 0 = line string
  std::int64_t* part_offsets = nullptr;  ///< parts + 1 numbers
  std::int64_t* value_offsets = nullptr; ///< values + 1 numbers
  wkb_counts capacity;                   ///< what fits: points in `coordinates`, lines, and parts
};

/// What read_wkb() found, in host vectors: the arrays of wkb_outputs.
struct wkb_lines {
  std::vector<double> coordinates;
  std::vector<std::int64_t> line_offsets;
  std::vector<std::uint8_t> is_ring;
  std::vector<std::int64_t> part_offsets;
  std::vector<std::int64_t> value_offsets;
};

/// Checks every byte's place and counts points, lines and parts.
///
/// Throws
/// - wkb_error for the first value that is not WKB. Its bytes end too early, or go on after its end; a count is larger
///   than they can hold; a byte order, type or flag is unknown; a member has the wrong type; or the nesting is deeper
///   than wkb_depth_limit;
/// - invalid_argument for other arguments, with the value or index;
/// - out_of_memory.
/// Threads: those of the executor; a CUDA executor means all cores of the host that the process may use.
/// Memory: none that depends on the column. Reads the bytes that are not coordinates. Work: geometries and rings.
///
/// Column: wkb_column<std::int32_t>, wkb_column<std::int64_t> or wkb_list, here and below.
template <class Column>
wkb_counts count_wkb(executor const& on, Column const& column);

/// Reads the lines of a column. Coordinates are copied bit by bit, NaN too.
///
/// With xyz or xym, a line without that coordinate is a wkb_error. Outputs that are too small are an invalid_argument
/// with the size that is needed; nothing is written then. After another error the outputs may hold anything. A column
/// of n bytes has at most n / 16 points, n / 4 lines and n / 9 parts: on one thread, outputs with room for as many are
/// written in one pass, where others take two, of which the first counts. The outputs are the same from any number of
/// threads. Otherwise as count_wkb(); work: bytes.
template <class Column>
wkb_counts read_wkb(executor const& on, Column const& column, wkb_ordinates ordinates, wkb_outputs const& outputs);

/// Lines of a column in host vectors. Otherwise as read_wkb() above.
template <class Column>
wkb_lines read_wkb(executor const& on, Column const& column, wkb_ordinates ordinates = wkb_ordinates::xy);

/// Keep mask of the lines of a column, as simplify() writes it: not 0 = kept.
struct wkb_mask {
  const std::uint8_t* keep = nullptr;
  std::int64_t points = 0; ///< points of the column's lines

  wkb_mask(const std::uint8_t* keep, std::int64_t points) : keep(keep), points(points) {}
};

/// A column that select_wkb() writes. `offsets` and `validity` may be null: not wanted. All three null: only the size
/// is returned. No array may overlap another, the given column or the mask.
template <class Offset>
struct wkb_column_outputs {
  std::uint8_t* bytes = nullptr;
  std::int64_t capacity = 0; ///< bytes that fit in `bytes`; as many as the given column has always suffice
  Offset* offsets = nullptr; ///< values + 1 numbers, from 0
  std::uint8_t* validity =
      nullptr; ///< (values + 7) / 8 bytes: bit i, least significant first, is 0 where value i is null
};

/// A column in host vectors, in Arrow's binary layout.
template <class Offset>
struct wkb_owned_column {
  std::vector<std::uint8_t> bytes;
  std::vector<Offset> offsets;
  std::vector<std::uint8_t> validity;
};

/// Writes the column without the points that the mask drops; returns the number of its bytes.
///
/// Only counts of points and of rings change, and dropped points go; byte orders, types, z, m, SRIDs, nesting and
/// geometries without lines stay as they are. A mask that keeps all gives equal bytes. A null value has no bytes.
///
/// A line string that loses all points stays, with the count 0. A ring that loses all points is left out, and with the
/// shell all rings of its polygon. Where the mask drops the first point of a ring and keeps the last, which has the
/// same x and y, the first kept point is written in place of the last: so masks that simplify() makes with
/// rings(is_ring) give closed rings. Rings are not completed; ring_minimum() of simplify() does that, or drops them.
///
/// A capacity that is too small is an invalid_argument with the bytes that are needed; nothing is written then. After
/// another error the outputs may hold anything. The output is the same from any number of threads. Otherwise as
/// count_wkb(); work: bytes, and two reads of the mask: one on one thread, if the output has room for all bytes of the
/// column.
template <class Column>
std::int64_t select_wkb(executor const& on, Column const& column, wkb_mask const& mask,
                        wkb_column_outputs<typename Column::offset> const& outputs);

/// The same column in host vectors. Otherwise as select_wkb() above.
template <class Column>
wkb_owned_column<typename Column::offset> select_wkb(executor const& on, Column const& column, wkb_mask const& mask);

} // namespace thrustline
