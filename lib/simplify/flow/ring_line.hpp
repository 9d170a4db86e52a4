// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/prepared.hpp"

namespace thrustline::flow {

/// The line from the start of a ring, the points [first, last], to another of its points, or the start alone. A ring
/// that keeps too few points gets two more, each the farthest from such a line.
template <class Real, int D>
class ring_line {
public:
  using distance_from_line = skipping<segment_distance, Real, D>;

  THRUSTLINE_HD ring_line(const point<Real, D>* points, distance_from_line const& distance, std::int64_t first,
                          std::int64_t last, std::int64_t to)
      : points_(points), first_(first), last_(last), to_(to), chord_(distance(points[first], points[to], 1)) {}

  /// Rank of a point by its distance; -1 for those that cannot be chosen: the ends, `to`, and invalid points where
  /// these are skipped.
  THRUSTLINE_HD Real rank(std::int64_t i) const {
    return i == first_ || i == last_ || i == to_ ? Real(-1) : chord_.rank(points_[i], 1);
  }

private:
  const point<Real, D>* points_;
  std::int64_t first_, last_, to_;
  typename distance_from_line::chord_type chord_;
};

} // namespace thrustline::flow
