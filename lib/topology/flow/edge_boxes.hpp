// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/box_levels.hpp"
#include <thrustline/geometry/curve_side.hpp>

namespace thrustline::flow {

/// Boxes over the edges between consecutive points. Edges between two lines count; chains use the boxes that lie in one
/// line alone.
struct edge_boxes {
  static constexpr int bits = 4;
  static constexpr std::int64_t fan_out = box_tree<bits>::fan_out;

  const plane_point* points;
  box_tree<bits> tree; ///< item i: the edge from point i to the next; the last point has none

  /// The edges of a box of the level; -1 is that of single edges.
  static THRUSTLINE_HD std::int64_t edges_of(int level) { return std::int64_t(1) << bits * (level + 1); }

  /// Visits the edges of a chain in order. by_box(b, i, j): whether the edges from point i to point j, which lie in the
  /// box, are done with. by_edge(i): the edge from point i to the next.
  template <class ByBox, class ByEdge>
  THRUSTLINE_HD void visit(std::int64_t first, std::int64_t last, ByBox const& by_box, ByEdge const& by_edge) const {
    for (std::int64_t i = first; i < last;) {
      int level = -1; // of single edges
      const plane_box* of_level = tree.boxes;
      while (level + 1 < tree.levels && (i & (edges_of(level + 1) - 1)) == 0 && i + edges_of(level + 1) <= last) {
        of_level += level < 0 ? 0 : tree.size_of(level);
        ++level;
      }
      while (level >= 0 && !by_box(of_level[i >> bits * (level + 1)], i, i + edges_of(level))) {
        --level;
        of_level -= level < 0 ? 0 : tree.size_of(level);
      }
      if (level < 0)
        by_edge(i);
      i += edges_of(level);
    }
  }
};

/// Whether a place is enclosed by the chord and the chain from point `first` to point `last`, or is on either. Called
/// by all threads of a team, each of which takes a part of the chain.
template <class Team>
THRUSTLINE_HD bool enclose_or_touch(Team const& team, edge_boxes const& edges, std::int64_t first, std::int64_t last,
                                    plane_point const& place) {
  curve_side side;
  if (team.lane() == 0)
    side.add(edges.points[last], edges.points[first], place);
  const std::int64_t part = (last - first - 1) / Team::size + 1, begin = first + team.lane() * part;
  edges.visit(
      begin, begin + part < last ? begin + part : last,
      [&](plane_box const& b, std::int64_t i, std::int64_t j) {
        return side.on() || side.add_within(b, edges.points[i], edges.points[j], place);
      },
      [&](std::int64_t i) {
        if (!side.on())
          side.add(edges.points[i], edges.points[i + 1], place);
      });
  return team.any(side.on()) || team.parity(side.odd());
}

/// Makes box b of the first level.
struct box_of_edges {
  const plane_point* points;
  std::int64_t count;
  plane_box* boxes;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    constexpr std::int64_t fan_out = edge_boxes::fan_out;
    make_box<fan_out>(team, b, count, boxes, [&](plane_box& box, std::int64_t i) {
      enclose(box, points[i]);
      if (i % fan_out == fan_out - 1 && i + 1 < count) // the last edge ends in the next box
        enclose(box, points[i + 1]);
    });
  }
};

/// Makes the boxes of the first level.
template <class Policy>
void make_first_edge_boxes(Policy const& policy, plane_lines const& lines,
                           box_levels<edge_boxes::bits, Policy> const& levels) {
  for_each_team<4>(policy, levels.tree().size_of(0), box_of_edges{lines.points, lines.count, levels.first_level()});
}

} // namespace thrustline::flow
