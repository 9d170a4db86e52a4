// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// Eight points; places behind the last are NaN, which lies nowhere.
struct eight_points {
  double x[2][8];
};

/// Where the points are that a node's chord and chain may enclose: in the box of the chain, and in the strip along the
/// chord that holds it.
///
/// A strip has two bounds of dx * (y - ay) - dy * (x - ax), computed with roundings. Bounds are widened by more than
/// the roundings of two points in the box can differ.
class node_region {
public:
  node_region() = default;

  node_region(plane_lines const& lines, chain_boxes const& boxes, std::int64_t first, std::int64_t last)
      : around_(empty_box()), start_(lines.points[first]) {
    const plane_point end = lines.points[last];
    along_ = {{end[0] - start_[0], end[1] - start_[1]}};
    low_ = high_ = 0; // of the ends
    enclose(around_, end);
    boxes.visit(
        first, last,
        [&](plane_box const& b, std::int64_t, std::int64_t) {
          enclose(around_, b);
          low_ = std::min(low_, least_offset(b));
          high_ = std::max(high_, greatest_offset(b));
          return true;
        },
        [&](std::int64_t i) {
          plane_point const& p = lines.points[i];
          enclose(around_, p);
          const double at = offset(p);
          low_ = at < low_ ? at : low_;
          high_ = at > high_ ? at : high_;
        });
    const double most = std::abs(along_[0]) * (around_.high[1] - around_.low[1]) +
                        std::abs(along_[1]) * (around_.high[0] - around_.low[0]);
    const bool overflows = !(most < std::numeric_limits<double>::max() / 4);
    const double margin = overflows ? std::numeric_limits<double>::infinity() : 0x1p-48 * most + 0x1p-1000;
    low_ = overflows ? -margin : low_ - margin;
    high_ = overflows ? margin : high_ + margin;
  }

  plane_box const& around() const { return around_; }

  /// The points that may be in the region.
  wide_double::truth may_hold(eight_points const& points) const {
    const wide_double x = wide_double::load(points.x[0]), y = wide_double::load(points.x[1]);
    return {may_hold(x.a, y.a), may_hold(x.b, y.b)};
  }

  /// Whether a point in the box may be in the region.
  bool may_hold(plane_point const& p) const {
    const double at = offset(p);
    return !(at < low_ || at > high_);
  }

private:
  using vector = wide_double::vector;

  double offset(plane_point const& p) const { return along_[0] * (p[1] - start_[1]) - along_[1] * (p[0] - start_[0]); }

  // Rounding is monotone, so that no point of the box has a lesser offset, or a greater one.
  double least_offset(plane_box const& b) const {
    return offset({{along_[1] > 0 ? b.high[0] : b.low[0], along_[0] > 0 ? b.low[1] : b.high[1]}});
  }
  double greatest_offset(plane_box const& b) const {
    return offset({{along_[1] > 0 ? b.low[0] : b.high[0], along_[0] > 0 ? b.high[1] : b.low[1]}});
  }

  decltype(vector{} < vector{}) may_hold(vector const& x, vector const& y) const {
    const vector at = along_[0] * (y - start_[1]) - along_[1] * (x - start_[0]);
    const auto in_box = (x >= around_.low[0]) & (x <= around_.high[0]) & (y >= around_.low[1]) & (y <= around_.high[1]);
    return in_box & ~((at < low_) | (at > high_));
  }

  plane_box around_;
  plane_point start_, along_;
  double low_, high_;
};

} // namespace thrustline::cpu
