// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "wkb/walk_value.hpp"

namespace thrustline::wkb {

inline std::int64_t count_kept(const std::uint8_t* keep, std::int64_t points) {
  constexpr std::int64_t most = 255; // a byte holds their count: compilers add to many bytes at once
  std::int64_t kept = 0;
  for (std::int64_t begin = 0; begin < points; begin += most) {
    const std::int64_t end = std::min(begin + most, points);
    std::uint8_t some = 0;
    for (std::int64_t i = begin; i < end; ++i)
      some = static_cast<std::uint8_t>(some + (keep[i] != 0));
    kept += some;
  }
  return kept;
}

/// Copies the kept points of a line; returns the end of the copy. kept: their number, which bounds what is written.
template <int Stride>
std::uint8_t* copy_kept(line_bytes const& line, const std::uint8_t* keep, std::int64_t kept, std::uint8_t* to) {
  std::uint8_t* const end = to + kept * Stride;
  const std::uint8_t* from = line.coordinates;
  for (std::int64_t i = 0; to != end;) {
    constexpr int together = 8; // often none of these is kept
    std::uint64_t any = 1;
    if (i + together <= line.points)
      std::memcpy(&any, keep + i, together);
    if (any == 0) {
      i += together;
      continue;
    }
    const std::int64_t stop = i + together < line.points ? i + together : line.points;
    for (; i < stop && to != end; ++i) { // a dropped point is written, too, and then overwritten: no branch to predict
      std::memcpy(to, from + i * Stride, Stride);
      to += keep[i] != 0 ? Stride : 0;
    }
  }
  return to;
}

inline std::uint8_t* copy_kept(line_bytes const& line, const std::uint8_t* keep, std::int64_t kept, std::uint8_t* to) {
  switch (line.type.ordinates()) {
  case 2:
    return copy_kept<16>(line, keep, kept, to);
  case 3:
    return copy_kept<24>(line, keep, kept, to);
  default:
    return copy_kept<32>(line, keep, kept, to);
  }
}

/// Whether the last point of a ring is kept, but not the first, which it repeats: then the first kept one stands for
/// it.
inline bool is_closed_by_first_kept(line_bytes const& line, const std::uint8_t* keep, std::int64_t kept) {
  if (!line.is_ring() || kept < 2 || keep[0] != 0 || keep[line.points - 1] == 0)
    return false;
  for (int k = 0; k < 2; ++k)
    if (line.coordinate(0, k) != line.coordinate(line.points - 1, k)) // -0 and 0 are equal
      return false;
  return true;
}

} // namespace thrustline::wkb
