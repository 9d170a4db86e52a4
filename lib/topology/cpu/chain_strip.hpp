// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/plane.hpp"
#include "topology/flow/across_chord.hpp"

namespace thrustline::cpu {

/// The strip along a node's chord that holds its chain: what chord and chain enclose lies in it, too.
///
/// A strip has two bounds of dx * (y - ay) - dy * (x - ax), computed with roundings. Bounds are widened by more than
/// the rounding errors of two points in the box of the chain.
class chain_strip {
public:
  chain_strip(plane_lines const& lines, chain_boxes const& boxes, std::int64_t first, std::int64_t last)
      : across_(lines.points[first], lines.points[last]) {
    boxes.visit(
        first, last,
        [&](plane_box const& b, std::int64_t, std::int64_t) {
          low_ = std::min(low_, across_.least(b));
          high_ = std::max(high_, across_.greatest(b));
          return true;
        },
        [&](std::int64_t i) {
          const double at = across_.of(lines.points[i]);
          low_ = at < low_ ? at : low_;
          high_ = at > high_ ? at : high_;
        });
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
  flow::across_chord across_;
  double low_ = 0, high_ = 0; ///< the ends of the chord are at 0
};

} // namespace thrustline::cpu
