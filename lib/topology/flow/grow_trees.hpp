// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/visit_kept.hpp"

/// The steps that add nodes to the split trees. The first nodes, their roots, are numbered in the order of the kept
/// points.
namespace thrustline::flow {

/// Writes the halves of node n, which lie between its kept points, from node `to` on. Returns their number.
template <class Team>
THRUSTLINE_HD std::int64_t write_halves(Team const& team, node_arrays const& all, const std::uint8_t* keep,
                                        std::int64_t n, std::int64_t to) {
  const reached_node node = all.nodes[n];
  const tree_links parent = all.links[n];
  const std::int64_t first_child = to;
  std::int64_t first = node.first;
  visit_kept(team, keep, first + 1, node.last + 1, [&](std::int64_t last) {
    if (team.lane() == 0)
      all.write(to, reached_node{first, last},
                tree_links{parent.root, no_node, last == node.last ? parent.next : to + 1, to != first_child});
    first = last;
    ++to;
    return true;
  });
  return to - first_child;
}

/// Finds the limits of the regions of nodes.
struct limits_of_nodes {
  edge_boxes edges;
  node_arrays all;

  /// Those of node n.
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t n) const {
    write(team, n, all.nodes[n]);
  }

  template <class Team>
  THRUSTLINE_HD void write(Team const& team, std::int64_t n, reached_node const& node) const {
    const region_limits found =
        node.has_points_inside() ? limits_of_region(team, edges, node.first, node.last)
                                 : region_limits::none(across_chord(edges.points[node.first], edges.points[node.last]));
    if (team.lane() == 0)
      all.limits[n] = found;
  }

  /// Those of `count` <= 32 nodes from `begin` on. Each thread takes one that has few points, all take the others
  /// together.
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t begin, int count) const {
    constexpr std::int64_t few = 24;
    share_items(
        team, count, [&](int k) { return all.nodes[begin + k].last - all.nodes[begin + k].first <= few; },
        [&](auto const& by, int k) { (*this)(by, begin + k); });
  }
};

/// Writes root n, the node from the n-th kept point to the next one of its line, with the limits of its region. This
/// relies on the mask: the first point of each line is kept.
struct write_root {
  const std::int64_t* kept;
  std::int64_t count;
  const std::uint8_t* starts; ///< 1 for the first point of each line
  limits_of_nodes limits;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t n) const {
    const std::int64_t first = kept[n], next = n + 1 < count ? kept[n + 1] : first;
    const reached_node node{first, starts[next] != 0 ? first : next};
    if (team.lane() == 0)
      limits.all.write(n, node, {n, no_node, no_node, 0});
    limits.write(team, n, node);
  }
};

} // namespace thrustline::flow
