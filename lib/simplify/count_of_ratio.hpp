// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::detail {

/// count_of_ratio() for a ratio in [0, 1]. The quotient decides, so k / n gives k however the product was rounded.
THRUSTLINE_HD inline std::int64_t least_count_of_ratio(double ratio, std::int64_t points) {
  const auto count = static_cast<std::int64_t>(std::ceil(ratio * static_cast<double>(points)));
  const auto share = [points](std::int64_t part) { return static_cast<double>(part) / static_cast<double>(points); };
  if (count > 0 && share(count - 1) >= ratio)
    return count - 1;
  return count < points && share(count) < ratio ? count + 1 : count;
}

} // namespace thrustline::detail
