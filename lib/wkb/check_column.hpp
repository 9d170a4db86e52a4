// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/check.hpp"
#include "core/check_arrays.hpp"
#include "wkb/column_access.hpp"

/// Checks of a column, and of the outputs beside it. They throw invalid_argument.
namespace thrustline::wkb {

/// The arrays of a column that do not hold its bytes; throws unless they are aligned.
template <class Offset>
std::array<detail::array_extent, 2> layout_of(wkb_column<Offset> const& column) {
  const std::int64_t values = column.values, first_bit = column.first_bit;
  return {detail::array_extent{"column.offsets", column.offsets, values > 0 ? values + 1 : 0, memory::host},
          {"column.validity", column.validity ? column.validity + first_bit / 8 : nullptr,
           (first_bit % 8 + values + 7) / 8, memory::host}};
}

inline std::array<detail::array_extent, 2> layout_of(wkb_list const& column) {
  return {detail::array_extent{"column.pointers", column.pointers, column.values, memory::host},
          {"column.sizes", column.sizes, column.values, memory::host}};
}

/// Throws for offsets by which a value would lie before the bytes or end before it begins.
template <class Offset>
void check_column(wkb_column<Offset> const& column) {
  detail::check_count(column.values, "column.values");
  detail::check_count(column.first_bit, "column.first_bit");
  detail::check_present(column.offsets, column.values, "column.offsets");
  layout_of(column); // aligned
  if (column.values == 0)
    return;
  detail::check(column.offsets[0] >= 0, "column.offsets",
                [&] { return "offsets[0] must be >= 0, is " + std::to_string(column.offsets[0]); });
  bool decreases = false; // no exit from the loop, so that it is vectorised
  for (std::int64_t i = 0; i < column.values; ++i)
    decreases |= column.offsets[i + 1] < column.offsets[i];
  for (std::int64_t i = 0; decreases && i < column.values; ++i)
    detail::check(column.offsets[i + 1] >= column.offsets[i], "column.offsets", [&] {
      return "offsets[" + std::to_string(i + 1) + "] = " + std::to_string(column.offsets[i + 1]) +
             " is less than offsets[" + std::to_string(i) + "] = " + std::to_string(column.offsets[i]);
    });
  detail::check(column.bytes || total_bytes(column) == 0, "column.bytes",
                [&] { return "null, but the values have " + std::to_string(total_bytes(column)) + " bytes"; });
}

/// Throws for a size < 0, and for sizes whose sum is beyond most_elements.
inline void check_column(wkb_list const& column) {
  detail::check_count(column.values, "column.values");
  detail::check_present(column.pointers, column.values, "column.pointers");
  detail::check_present(column.sizes, column.values, "column.sizes");
  layout_of(column); // aligned
  std::int64_t left = detail::most_elements;
  for (std::int64_t i = 0; i < column.values; ++i) {
    if (!column.pointers[i])
      continue;
    const std::int64_t size = column.sizes[i];
    const auto size_of_value = [&] { return "sizes[" + std::to_string(i) + "] = " + std::to_string(size); };
    detail::check(size >= 0, "column.sizes", [&] { return size_of_value() + " must be >= 0"; });
    detail::check(size <= left, "column.sizes", [&] {
      return "the sum must be <= 2^57, so that bytes can be counted, is more with " + size_of_value();
    });
    left -= size;
  }
}

/// Throws if an output overlaps the column or another output.
template <class Offset, std::size_t Outputs>
void check_apart(wkb_column<Offset> const& column, std::array<detail::array_extent, Outputs> const& outputs) {
  detail::check_apart(layout_of(column), outputs);
  const bool has_bytes = column.bytes && column.values > 0;
  const detail::array_extent bytes("column.bytes", has_bytes ? column.bytes + column.offsets[0] : nullptr,
                                   total_bytes(column), memory::host);
  detail::check_apart(std::array{bytes}, outputs);
}

template <std::size_t Outputs>
void check_apart(wkb_list const& column, std::array<detail::array_extent, Outputs> const& outputs) {
  detail::check_apart(layout_of(column), outputs);
  for (std::int64_t i = 0; i < column.values; ++i) {
    const value_bytes value = value_at(column, i);
    if (value.is_null)
      continue;
    const detail::array_extent bytes("column", value.begin, value.size, memory::host);
    for (detail::array_extent const& output : outputs)
      if (output.overlaps(bytes))
        throw invalid_argument(output.name, "overlaps value " + std::to_string(i) + " of column");
  }
}

} // namespace thrustline::wkb
