// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/plane.hpp"
#include "topology/cpu/two_points.hpp"
#include "topology/flow/across_chord.hpp"

namespace thrustline::cpu {

/// The strip along a node's chord that holds its chain: what chord and chain enclose lies in it, too.
/// Its bounds are those of flow::region_limits.
class chain_strip {
public:
  chain_strip(plane_lines const& lines, chain_boxes const& boxes, std::int64_t first, std::int64_t last)
      : across_(lines.points[first], lines.points[last]), start_(twice(lines.points[first])) {
    factors_ = twice({{across_.along()[1], across_.along()[0]}});
    boxes.visit(
        first, last,
        [&](plane_box const& b, std::int64_t, std::int64_t) {
          low_ = std::min(low_, across_.least(b));
          high_ = std::max(high_, across_.greatest(b));
          return true;
        },
        [&](std::int64_t i, std::int64_t j) { widen(lines.points + i, j - i + 1); });
    const double margin = across_.margin(boxes.box_of_chain(first, last));
    low_ -= margin;
    high_ += margin;
  }

  /// Whether a point may be enclosed by chord and chain.
  bool may_hold(plane_point const& p) const {
    const double at = across_.of(p);
    return !(at < low_ || at > high_);
  }

private:
  /// Widens the strip for a run of points, two at least.
  void widen(const plane_point* points, std::int64_t count) {
    two_points least{low_, -high_, low_, -high_};
    for_each_two(points, count, [&](std::int64_t, two_points const& pair) {
      const two_points terms = (pair - start_) * factors_;
      const two_points at = two_points{terms[1], terms[0], terms[3], terms[2]} - terms; // and minus that
      least = at < least ? at : least;
    });
    low_ = std::min(least[0], least[2]);
    high_ = std::max(-least[1], -least[3]);
  }

  flow::across_chord across_;
  two_points start_, factors_;
  double low_ = 0, high_ = 0; ///< the ends of the chord are at 0
};

} // namespace thrustline::cpu
