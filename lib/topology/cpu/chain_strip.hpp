// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// The strip along a node's chord that holds its chain: what chord and chain enclose lies in it, too.
///
/// A strip has two bounds of dx * (y - ay) - dy * (x - ax), computed with roundings. Bounds are widened by more than
/// the roundings of two points in the box of the chain can differ.
class chain_strip {
public:
  chain_strip(plane_lines const& lines, chain_boxes const& boxes, std::int64_t first, std::int64_t last)
      : start_(lines.points[first]) {
    const plane_point end = lines.points[last];
    along_ = {{end[0] - start_[0], end[1] - start_[1]}};
    boxes.visit(
        first, last,
        [&](plane_box const& b, std::int64_t, std::int64_t) {
          low_ = std::min(low_, least_offset(b));
          high_ = std::max(high_, greatest_offset(b));
          return true;
        },
        [&](std::int64_t i) {
          const double at = offset(lines.points[i]);
          low_ = at < low_ ? at : low_;
          high_ = at > high_ ? at : high_;
        });
    const plane_box around = boxes.box_of_chain(first, last);
    const double most =
        std::abs(along_[0]) * (around.high[1] - around.low[1]) + std::abs(along_[1]) * (around.high[0] - around.low[0]);
    const bool overflows = !(most < std::numeric_limits<double>::max() / 4);
    const double margin = overflows ? std::numeric_limits<double>::infinity() : 0x1p-48 * most + 0x1p-1000;
    low_ = overflows ? -margin : low_ - margin;
    high_ = overflows ? margin : high_ + margin;
  }

  /// Whether a point may be enclosed by chord and chain.
  bool may_hold(plane_point const& p) const {
    const double at = offset(p);
    return !(at < low_ || at > high_);
  }

private:
  double offset(plane_point const& p) const { return along_[0] * (p[1] - start_[1]) - along_[1] * (p[0] - start_[0]); }

  // Rounding is monotone, so that no point of the box has a lesser offset, or a greater one.
  double least_offset(plane_box const& b) const {
    return offset({{along_[1] > 0 ? b.high[0] : b.low[0], along_[0] > 0 ? b.low[1] : b.high[1]}});
  }
  double greatest_offset(plane_box const& b) const {
    return offset({{along_[1] > 0 ? b.low[0] : b.high[0], along_[0] > 0 ? b.high[1] : b.low[1]}});
  }

  plane_point start_, along_;
  double low_ = 0, high_ = 0; ///< of the ends
};

} // namespace thrustline::cpu
