// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "stixels/model/units.hpp"

namespace thrustline::stixel_world {

/// ln(x) from a table, because the logarithms of hosts and devices differ in their last bits. Steps of x are 1/256 to
/// 1/512 of x, so the error is below 0.002. An x below 2^-10 counts as 2^-10.
struct log_table {
  static constexpr int step_bits = 8, lowest_exponent = -10;
  static constexpr std::int32_t first_pattern = (127 + lowest_exponent) << step_bits;

  const cost* values;

  /// x: at most the largest value that the table was made for.
  THRUSTLINE_HD cost operator()(float x) const {
    const float least = 1.f / (1 << -lowest_exponent);
    if (!(x > least))
      x = least;
    std::int32_t pattern;
    std::memcpy(&pattern, &x, sizeof pattern);
    return values[(pattern >> (23 - step_bits)) - first_pattern];
  }
};

/// The table for x <= largest. A step's value is the logarithm of its middle.
inline std::vector<cost> make_log_table(double largest, cost_units const& units) {
  constexpr int steps = 1 << log_table::step_bits;
  std::vector<cost> values;
  for (int exponent = log_table::lowest_exponent; std::ldexp(1., exponent) <= largest; ++exponent)
    for (int step = 0; step < steps; ++step)
      values.push_back(units.of(std::log(std::ldexp(1 + (step + 0.5) / steps, exponent))));
  return values;
}

} // namespace thrustline::stixel_world
