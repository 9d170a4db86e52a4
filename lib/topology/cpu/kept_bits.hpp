// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Searches in a keep mask of zeros and ones.
namespace thrustline::cpu {

/// Bit k: whether point k is kept. count: 64 at most.
inline std::uint64_t kept_bits(const std::uint8_t* keep, std::int64_t count) {
  std::uint64_t bits = 0;
  std::int64_t k = 0;
  for (; k + 8 <= count; k += 8) {
    std::uint64_t eight = 0; // byte j: point k + j
    for (int j = 0; j < 8; ++j)
      eight |= std::uint64_t(keep[k + j]) << 8 * j;
    bits |= (eight * 0x0102040810204080u) >> 56 << k; // the lowest bits of all bytes
  }
  for (; k < count; ++k)
    bits |= std::uint64_t(keep[k]) << k;
  return bits;
}

/// Calls f(i) for the points of [begin, end) that are kept.
template <class F>
void for_each_kept(const std::uint8_t* keep, std::int64_t begin, std::int64_t end, F const& f) {
  for (std::int64_t first = begin; first < end; first += 64)
    for (std::uint64_t bits = kept_bits(keep + first, std::min<std::int64_t>(end - first, 64)); bits != 0;
         bits &= bits - 1)
      f(first + __builtin_ctzll(bits));
}

/// The first kept point of [begin, end); `end` if there is none.
inline std::int64_t find_kept(const std::uint8_t* keep, std::int64_t begin, std::int64_t end) {
  const void* const found = std::memchr(keep + begin, 1, static_cast<std::size_t>(end - begin));
  return found ? static_cast<const std::uint8_t*>(found) - keep : end;
}

} // namespace thrustline::cpu
