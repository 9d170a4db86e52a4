// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/across_chord.hpp"
#include "topology/flow/edge_boxes.hpp"

namespace thrustline::flow {

/// Where the region of a node lies, which its chord and its chain enclose: in the box around the chain, and in a strip
/// along the chord. The strip has two bounds of dx * (y - ay) - dy * (x - ax), computed with roundings; they are
/// widened by more than the roundings of two points in the box can differ.
struct region_bounds {
  plane_box around;
  double low, high;
};

/// The bounds of the region of the node from point `first` to point `last`. Called by all threads of a team.
template <class Team>
THRUSTLINE_HD region_bounds bound_region(Team const& team, edge_boxes const& edges, std::int64_t first,
                                         std::int64_t last) {
  constexpr std::int64_t fan_out = edge_boxes::fan_out;
  const across_chord across(edges.points[first], edges.points[last]);
  plane_box mine = empty_box();
  double low = 0, high = 0;
  const auto add = [&](plane_box const& b) {
    enclose(mine, b);
    const double least = across.least(b), greatest = across.greatest(b);
    low = least < low ? least : low;
    high = greatest > high ? greatest : high;
  };
  const auto add_points = [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from + team.lane(); i <= to; i += Team::size)
      add({edges.points[i], edges.points[i]});
  };
  // Boxes of more edges would be too wide for a strip.
  const std::int64_t next = (first + fan_out - 1) / fan_out * fan_out, begin = next < last ? next : last;
  const std::int64_t end = last / fan_out * fan_out < begin ? begin : last / fan_out * fan_out;
  add_points(first, begin);
  for (std::int64_t b = begin / fan_out + team.lane(); b < end / fan_out; b += Team::size)
    add(edges.tree.boxes[b]);
  add_points(end, last);

  const plane_box around = around_all(team, mine);
  const double margin = across.margin(around);
  return {around, team.least(low) - margin, -team.least(-high) + margin};
}

/// What may lie in the region of a node.
class region_limits {
public:
  THRUSTLINE_HD region_limits(region_bounds const& bounds, plane_point const& start, plane_point const& end)
      : bounds_(bounds), across_(start, end) {}

  /// Whether a point of the box may lie in the region.
  THRUSTLINE_HD bool meet(plane_box const& b) const {
    return overlap(bounds_.around, b) && !(across_.least(b) > bounds_.high || across_.greatest(b) < bounds_.low);
  }

  /// Whether the point may lie in the region; false for NaN.
  THRUSTLINE_HD bool may_hold(plane_point const& p) const {
    if (!covers(bounds_.around, p))
      return false;
    const double at = across_.of(p);
    return !(at > bounds_.high || at < bounds_.low);
  }

private:
  region_bounds bounds_;
  across_chord across_;
};

} // namespace thrustline::flow
