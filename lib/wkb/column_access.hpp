// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

} // namespace thrustline::wkb
