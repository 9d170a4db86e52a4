// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/atomics.hpp"
#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// Node of the split tree that has been reached: the chord from point `first` to point `last`. last = first where a
/// line ends and no chord begins.
struct alignas(16) reached_node {
  std::int64_t first, last;

  THRUSTLINE_HD bool has_points_inside() const { return last - first > 1; }
};

/// The farthest point of a node, and its distance. Threads may find it at the same time: they write the same.
struct alignas(16) farthest_point {
  static constexpr std::int64_t none = -1;
  static constexpr double not_measured = -1;

  std::int64_t index; ///< none: there is no point inside that has a distance
  double distance;    ///< 0 if there is none

  /// What is known of a new node.
  static THRUSTLINE_HD farthest_point of_new(reached_node const& n) {
    return {none, n.has_points_inside() ? not_measured : 0};
  }

  THRUSTLINE_HD bool is_measured() { return atomic_acquire(distance) != not_measured; }

  THRUSTLINE_HD void set(farthest_point const& found) {
    atomic_store(index, found.index);
    atomic_release(distance, found.distance);
  }
};

} // namespace thrustline::flow
