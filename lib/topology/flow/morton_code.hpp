// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// Moves bit k to bit 2k, for k below 32.
THRUSTLINE_HD inline std::uint64_t spread_bits(std::uint32_t bits) {
  std::uint64_t v = bits;
  v = (v | v << 16) & 0x0000ffff0000ffffu;
  v = (v | v << 8) & 0x00ff00ff00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0f0f0f0f0fu;
  v = (v | v << 2) & 0x3333333333333333u;
  return (v | v << 1) & 0x5555555555555555u;
}

/// The code of a cell along the space-filling curve of Morton (1966). Coordinates are numbers of cells, below 2^32.
THRUSTLINE_HD inline std::uint64_t morton_code(double x, double y) {
  return spread_bits(static_cast<std::uint32_t>(x)) | spread_bits(static_cast<std::uint32_t>(y)) << 1;
}

} // namespace thrustline::flow
