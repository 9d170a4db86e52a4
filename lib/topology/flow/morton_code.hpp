// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// Moves bit k to bit 2k, for k below 32: half of a code along the space-filling curve of Morton (1966).
THRUSTLINE_HD inline std::uint64_t spread_bits(std::uint32_t bits) {
  std::uint64_t v = bits;
  v = (v | v << 16) & 0x0000ffff0000ffffu;
  v = (v | v << 8) & 0x00ff00ff00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0f0f0f0f0fu;
  v = (v | v << 2) & 0x3333333333333333u;
  return (v | v << 1) & 0x5555555555555555u;
}

} // namespace thrustline::flow
