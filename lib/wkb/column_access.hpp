// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/check.hpp"
#include <thrustline/wkb.hpp>

/// Both kinds of columns by one interface.
namespace thrustline::wkb {

/// A value of a column.
struct value_bytes {
  const std::uint8_t* begin;
  std::int64_t size;
  bool is_null;
};

template <class Offset>
value_bytes value_at(wkb_column<Offset> const& column, std::int64_t i) {
  const std::int64_t bit = column.first_bit + i;
  const bool is_null = column.validity && (column.validity[bit / 8] >> bit % 8 & 1) == 0;
  return {column.bytes + column.offsets[i], static_cast<std::int64_t>(column.offsets[i + 1]) - column.offsets[i],
          is_null};
}

inline value_bytes value_at(wkb_list const& column, std::int64_t i) {
  return {column.pointers[i], column.sizes[i], !column.pointers[i]};
}

template <class Offset>
std::int64_t total_bytes(wkb_column<Offset> const& column) {
  return column.values == 0 ? 0 : static_cast<std::int64_t>(column.offsets[column.values]) - column.offsets[0];
}

inline std::int64_t total_bytes(wkb_list const& column) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < column.values; ++i)
    sum += column.pointers[i] ? column.sizes[i] : 0;
  return sum;
}

inline void check_values(std::int64_t values, bool has_arrays, std::string const& array) {
  detail::check_size(values, "column.values");
  detail::check(has_arrays || values == 0, "column." + array,
                "null, but there are " + std::to_string(values) + " values");
}

/// Throws for offsets by which a value would lie before the bytes or end before it begins.
template <class Offset>
void check_column(wkb_column<Offset> const& column) {
  check_values(column.values, column.offsets != nullptr, "offsets");
  detail::check_size(column.first_bit, "column.first_bit");
  if (column.values == 0)
    return;
  detail::check(column.offsets[0] >= 0, "column.offsets",
                "offsets[0] must be >= 0, is " + std::to_string(column.offsets[0]));
  bool decreases = false; // no exit from the loop, so that it is vectorised
  for (std::int64_t i = 0; i < column.values; ++i)
    decreases |= column.offsets[i + 1] < column.offsets[i];
  for (std::int64_t i = 0; decreases && i < column.values; ++i)
    detail::check(column.offsets[i + 1] >= column.offsets[i], "column.offsets",
                  "offsets[" + std::to_string(i + 1) + "] = " + std::to_string(column.offsets[i + 1]) +
                      " is less than offsets[" + std::to_string(i) + "] = " + std::to_string(column.offsets[i]));
  detail::check(column.bytes || total_bytes(column) == 0, "column.bytes",
                "null, but the values have " + std::to_string(total_bytes(column)) + " bytes");
}

inline void check_column(wkb_list const& column) {
  check_values(column.values, column.pointers != nullptr, "pointers");
  check_values(column.values, column.sizes != nullptr, "sizes");
  for (std::int64_t i = 0; i < column.values; ++i)
    detail::check(!column.pointers[i] || column.sizes[i] >= 0, "column.sizes",
                  "sizes[" + std::to_string(i) + "] must be >= 0, is " + std::to_string(column.sizes[i]));
}

} // namespace thrustline::wkb
