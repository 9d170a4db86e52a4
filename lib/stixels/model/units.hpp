// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include <thrustline/geometry/host_device.hpp>
#include <thrustline/geometry/rounding.hpp>

/// Costs and disparities as whole numbers of units. Their sums do not depend on the order. So every engine finds the
/// same costs and the same segmentation, and the cost that is computed again from a result is the same.
namespace thrustline::stixel_world {

/// -ln of a probability (density), in units.
using cost = std::int32_t;

/// Cost of what is impossible. Its sum with a finite cost is still above every finite cost, and below 2^31.
inline constexpr cost infinite = cost(1) << 30;
inline constexpr cost largest_finite = cost(1) << 29;

/// Disparity of a row without a measured pixel.
inline constexpr std::int32_t missing = -1;

/// Rounds to the nearest whole number, and to the even one where two are as near.
THRUSTLINE_HD inline std::int32_t to_nearest(float value) {
#if defined(__CUDA_ARCH__)
  return __float2int_rn(value);
#else
  return static_cast<std::int32_t>(std::lrint(value));
#endif
}

/// Rounds likewise, by one addition, for 0 <= value < 2^22.
THRUSTLINE_HD inline std::int32_t small_to_nearest(float value) {
  const float shifted = rounding::add(value, 0x1p23f);
  std::int32_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  return bits & 0x7fffff;
}

/// Rounds likewise, by one addition, for |value| < 2^31.
THRUSTLINE_HD inline std::int32_t small_to_nearest(double value) {
  const double shifted = rounding::add(value, 0x1.8p52);
  std::int64_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  return static_cast<std::int32_t>(bits);
}

struct cost_units {
  double per_nat = 1;

  cost of(double nats) const { return static_cast<cost>(std::llround(nats * per_nat)); }
  double nats(cost units) const { return units / per_nat; }
};

/// Disparities are multiples of 2^-bits px.
struct disparity_units {
  int bits = 0;

  THRUSTLINE_HD float unit() const { return 1 / static_cast<float>(1 << bits); }
};

} // namespace thrustline::stixel_world
