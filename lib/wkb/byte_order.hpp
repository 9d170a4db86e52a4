// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

/// Numbers in bytes of either order, at any address.
namespace thrustline::wkb {

/// The byte that begins a geometry in this machine's order: 0 = big endian, 1 = little endian.
inline constexpr std::uint8_t own_byte_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 1 : 0;

inline std::uint32_t reversed(std::uint32_t value) { return __builtin_bswap32(value); }
inline std::uint64_t reversed(std::uint64_t value) { return __builtin_bswap64(value); }

template <class Unsigned>
Unsigned load(const std::uint8_t* from, bool swapped) {
  Unsigned value;
  std::memcpy(&value, from, sizeof value);
  return swapped ? reversed(value) : value;
}

inline double load_double(const std::uint8_t* from, bool swapped) {
  const auto bits = load<std::uint64_t>(from, swapped);
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline void store_count(std::uint8_t* to, std::uint32_t value, bool swapped) {
  if (swapped)
    value = reversed(value);
  std::memcpy(to, &value, sizeof value);
}

} // namespace thrustline::wkb
