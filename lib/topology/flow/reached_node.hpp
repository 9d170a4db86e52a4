// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// Node of the split tree that has been reached: the chord from point `first` to point `last`. last = first where a
/// line ends and no chord begins.
struct reached_node {
  static constexpr std::int64_t unknown = -2, none = -1;
  static constexpr double not_measured = -1;

  std::int64_t first, last;
  std::int64_t farthest; ///< the point between the ends that is farthest from the chord
  double distance;       ///< distance of that point; 0 if there is none

  static THRUSTLINE_HD reached_node between(std::int64_t first, std::int64_t last) {
    return {first, last, last - first < 2 ? none : unknown, last - first < 2 ? 0 : not_measured};
  }

  THRUSTLINE_HD bool is_leaf() const { return farthest == none; }
};

} // namespace thrustline::flow
