// SPDX-License-Identifier: MIT
#pragma once

#include "topology/flow/plane.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/geometry/rounding.hpp>

namespace thrustline::flow {

/// Coordinate of points across a chord from (ax, ay) in direction (dx, dy): dx * (y - ay) - dy * (x - ax). Roundings
/// are fixed and monotone, so that least() and greatest() bound it over a box.
class across_chord {
public:
  across_chord() = default;
  THRUSTLINE_HD across_chord(plane_point const& start, plane_point const& end)
      : start_(start), end_(end), along_{{rounding::sub(end[0], start[0]), rounding::sub(end[1], start[1])}} {}

  THRUSTLINE_HD plane_point const& start() const { return start_; }

  /// From the start of the chord to its end.
  THRUSTLINE_HD plane_point const& along() const { return along_; }

  /// Whether the chord begins or ends at the place.
  THRUSTLINE_HD bool ends_at(plane_point const& place) const {
    return detail::same_place(place, start_) || detail::same_place(place, end_);
  }

  THRUSTLINE_HD double of(double x, double y) const {
    return rounding::sub(rounding::mul(along_[0], rounding::sub(y, start_[1])),
                         rounding::mul(along_[1], rounding::sub(x, start_[0])));
  }
  THRUSTLINE_HD double of(plane_point const& p) const { return of(p[0], p[1]); }

  /// Bounds of the coordinates of all points in the box.
  THRUSTLINE_HD double least(plane_box const& b) const {
    return of(along_[1] > 0 ? b.high[0] : b.low[0], along_[0] > 0 ? b.low[1] : b.high[1]);
  }
  THRUSTLINE_HD double greatest(plane_box const& b) const {
    return of(along_[1] > 0 ? b.low[0] : b.high[0], along_[0] > 0 ? b.high[1] : b.low[1]);
  }

  /// Bound of the rounding errors of two coordinates of points in the box together; infinite if they may overflow.
  THRUSTLINE_HD double margin(plane_box const& b) const {
    const double most =
        rounding::abs(along_[0]) * (b.high[1] - b.low[1]) + rounding::abs(along_[1]) * (b.high[0] - b.low[0]);
    const bool overflows = !(most < rounding::detail::largest<double> / 4);
    return overflows ? unbounded<double> : 0x1p-48 * most + 0x1p-1000;
  }

private:
  plane_point start_, end_, along_;
};

} // namespace thrustline::flow
