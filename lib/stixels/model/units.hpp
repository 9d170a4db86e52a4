// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include <thrustline/geometry/host_device.hpp>
#include <thrustline/geometry/rounding.hpp>

/// Costs and disparities as whole numbers of units. Their sums do not depend on the order, so that every engine finds
/// the same costs and the same segmentation, and a cost that is computed again from the result is the very same.
namespace thrustline::stixel_world {

/// -ln of a probability (density), in units.
using cost = std::int32_t;

/// What cannot be. The sum of a finite cost and this one is still above every finite cost, and below 2^31.
inline constexpr cost infinite = cost(1) << 30;
inline constexpr cost largest_finite = cost(1) << 29;

/// A row whose pixels were not measured.
inline constexpr std::int32_t missing = -1;

/// The nearest whole number, of two the even one.
THRUSTLINE_HD inline std::int32_t to_nearest(float value) {
#if defined(__CUDA_ARCH__)
  return __float2int_rn(value);
#else
  return static_cast<std::int32_t>(std::lrint(value));
#endif
}

/// The same for 0 <= value < 2^22, in one addition.
THRUSTLINE_HD inline std::int32_t small_to_nearest(float value) {
  const float shifted = rounding::add(value, 0x1p23f);
  std::int32_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  return bits & 0x7fffff;
}

/// The same for |value| < 2^31, in one addition.
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
