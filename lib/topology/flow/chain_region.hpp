// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/code_size.hpp"
#include "topology/flow/across_chord.hpp"
#include "topology/flow/edge_boxes.hpp"

namespace thrustline::flow {

/// Where the region of a node lies, which its chord and its chain enclose: in the box around the chain, and in a strip
/// along the chord. The strip has two bounds of dx * (y - ay) - dy * (x - ax), computed with roundings; they are
/// widened by more than the rounding errors of two points in the box.
class alignas(16) region_limits {
public:
  region_limits() = default;
  THRUSTLINE_HD region_limits(plane_box const& around, across_chord const& across, double low, double high)
      : around_(around), across_(across), low_(low), high_(high) {}

  /// The limits of no region, between the ends of a node without points inside.
  static THRUSTLINE_HD region_limits none(across_chord const& across) { return {empty_box(), across, 0, 0}; }

  THRUSTLINE_HD plane_box const& around() const { return around_; }

  /// The place where the node begins.
  THRUSTLINE_HD plane_point const& vertex() const { return across_.start(); }

  /// Whether a point of the box may lie in the region.
  THRUSTLINE_HD bool meet(plane_box const& b) const {
    return overlap(around_, b) && !(across_.least(b) > high_ || across_.greatest(b) < low_);
  }

  /// Whether the point may lie in the region; false for NaN.
  THRUSTLINE_HD bool may_hold(plane_point const& p) const {
    if (!covers(around_, p))
      return false;
    const double at = across_.of(p);
    return !(at > high_ || at < low_);
  }

  /// Whether a vertex at this place may force the node to split: it may lie in the region and is neither end of the
  /// node.
  THRUSTLINE_HD bool may_be_held_back_by(plane_point const& vertex) const {
    return may_hold(vertex) && !across_.ends_at(vertex);
  }

  /// Whether all points of the box are at an end of the node.
  THRUSTLINE_HD bool is_at_end(plane_box const& b) const {
    return detail::same_place(b.low, b.high) && across_.ends_at(b.low);
  }

private:
  plane_box around_;
  across_chord across_;
  double low_, high_;
};

/// The limits of the region of the node from point `first` to point `last`. Called by all threads of a team.
template <class Team>
THRUSTLINE_HD THRUSTLINE_OUTLINED region_limits limits_of_region(Team team, edge_boxes edges, std::int64_t first,
                                                                 std::int64_t last) {
  constexpr std::int64_t fan_out = edge_boxes::fan_out;
  const across_chord across(edges.points[first], edges.points[last]);
  plane_box mine = empty_box();
  double low = 0, high = 0;
  const auto widen = [&](double least, double greatest) {
    low = least < low ? least : low;
    high = greatest > high ? greatest : high;
  };
  const auto add_points = [&](std::int64_t from, std::int64_t to) {
    share_values(team, edges.points, from, to, [&](plane_point const& p, std::int64_t) {
      enclose(mine, p);
      const double at = across.of(p);
      widen(at, at);
    });
  };
  // Boxes of more edges would be too wide for a strip.
  const std::int64_t next = (first + fan_out - 1) / fan_out * fan_out, begin = next < last ? next : last;
  const std::int64_t end = last / fan_out * fan_out < begin ? begin : last / fan_out * fan_out;
  if (begin == end) {
    add_points(first, last);
  } else {
    add_points(first, begin);
    share_values(team, edges.tree.boxes, begin / fan_out, end / fan_out - 1, [&](plane_box const& b, std::int64_t) {
      enclose(mine, b);
      widen(across.least(b), across.greatest(b));
    });
    add_points(end, last);
  }

  const plane_box around = around_all(team, mine);
  const double margin = across.margin(around);
  return {around, across, team.least(low) - margin, -team.least(-high) + margin};
}

} // namespace thrustline::flow
