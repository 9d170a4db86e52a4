// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// The scale from lengths within `extent` to 2^bits cells: (2^bits - 1) / extent, or 0 if that would not be finite.
THRUSTLINE_HD inline double scale_of_cells(double extent, int bits) {
  constexpr double least_extent = 1e-290;
  return extent > least_extent ? static_cast<double>((std::uint64_t(1) << bits) - 1) / extent : 0;
}

/// The position of a cell (x, y) of 2^bits x 2^bits along the space-filling curve of Hilbert (1891). Cells that follow
/// each other are neighbours, so boxes around runs of them are small.
///
/// Word: an unsigned integer of 2 * bits bits or more, or a vector of such.
///
/// Each level of the curve takes a bit of each coordinate. In the lower quadrants the levels below are mirrored at the
/// diagonal; in the lower right one they are rotated by a half turn, too. Both commute, so the sum of all levels above
/// is two bits.
template <class Word>
THRUSTLINE_HD Word hilbert_code(Word const& x, Word const& y, int bits) {
  Word code{}, mirrored{}, turned{};
  const Word differ = x ^ y;
  for (int k = bits - 1; k >= 0; --k) {
    const Word differs = differ >> k & 1;
    const Word upper = ((y >> k) ^ (mirrored & differs) ^ turned) & 1;
    code = code << 2 | (upper ^ differs) << 1 | differs;
    mirrored ^= upper ^ 1;
    turned ^= (upper ^ 1) & differs;
  }
  return code;
}

} // namespace thrustline::flow
