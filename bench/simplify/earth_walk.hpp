// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/random_numbers.hpp"

namespace thrustline::bench {

/// Longitudes and latitudes of a random walk of n places, in degrees: steps of about 100 m, to and fro between the
/// polar circles.
inline std::vector<double> walk_on_earth(std::int64_t n) {
  std::vector<double> degrees;
  degrees.reserve(static_cast<std::size_t>(2 * n));
  random_numbers numbers(1);
  double longitude = 0, latitude = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    longitude += 1e-3 * numbers.normal();
    latitude = std::clamp(latitude + 1e-3 * numbers.normal(), -66., 66.);
    degrees.insert(degrees.end(), {longitude, latitude});
  }
  return degrees;
}

} // namespace thrustline::bench
