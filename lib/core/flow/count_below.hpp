// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// The number of values in the ascending list that are less than `bound`.
template <class T>
THRUSTLINE_HD std::int64_t count_below(const T* list, std::int64_t size, T bound) {
  std::int64_t low = 0, high = size;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (list[middle] < bound)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

} // namespace thrustline::flow
