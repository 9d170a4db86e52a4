// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/generation.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/topology.hpp>

/// Rule 2: a node splits if its chord and its chain enclose a vertex that is equal to neither of its ends, or touch
/// one.
namespace thrustline::flow {

/// What both directions of the search read, and the nodes that they mark.
struct due_search {
  closure_lines lines;
  edge_boxes edges;
  topology apart;
  const reached_node* nodes;
  const region_bounds* bounds;
  const std::uint8_t* has_split;
  std::uint8_t* is_due;

  /// Whether node n may split, and is not marked yet.
  THRUSTLINE_HD bool is_open(std::int64_t n) const {
    return !nodes[n].is_leaf() && has_split[n] == 0 && is_due[n] == 0;
  }

  /// Whether the vertex of node v holds a node back if it lies within the limits of its region.
  THRUSTLINE_HD bool is_held_back(reached_node const& node, std::int64_t v, plane_point const& place) const {
    return !detail::equal(place, lines.points[node.first]) && !detail::equal(place, lines.points[node.last]) &&
           (apart == topology::both ||
            (lines.line_of(node.first) == lines.line_of(nodes[v].first)) == (apart == topology::within)) &&
           edges.enclose_or_touch(node.first, node.last, place);
  }
};

/// Searches the vertices of a generation in the region of the k-th node of the newest one.
struct mark_by_vertices {
  due_search search;
  sorted_nodes newest, of;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = newest.numbers[k];
    if (!search.is_open(n))
      return;
    const reached_node node = search.nodes[n];
    const region_limits limits(search.bounds[n], search.lines.points[node.first], search.lines.points[node.last]);
    const auto holds_back = [&](std::int64_t v) {
      return limits.may_hold(of.places[v]) && search.is_held_back(node, of.numbers[v], of.places[v]);
    };
    const bool found = of.vertices.any(
        team, [&](plane_box const& b) { return limits.meet(b); },
        [&](std::int64_t begin, std::int64_t end) {
          return team.which(static_cast<int>(end - begin), [&](int v) { return holds_back(begin + v); }) != 0;
        });
    team.wait();
    if (found && team.lane() == 0)
      search.is_due[n] = 1;
  }
};

/// Searches the regions of an older generation around the vertex of the k-th node of the newest one.
struct mark_around_vertex {
  due_search search;
  sorted_nodes newest, of;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const plane_point place = newest.places[k];
    const std::int64_t vertex = newest.numbers[k];
    of.regions.any(
        team,
        [&](plane_box const& b) {
          return (b.low[0] <= place[0]) & (place[0] <= b.high[0]) & (b.low[1] <= place[1]) & (place[1] <= b.high[1]);
        },
        [&](std::int64_t begin, std::int64_t end) {
          team.which(static_cast<int>(end - begin), [&](int r) { return mark(of.numbers[begin + r], vertex, place); });
          return false;
        });
  }

private:
  THRUSTLINE_HD bool mark(std::int64_t n, std::int64_t vertex, plane_point const& place) const {
    if (!search.is_open(n))
      return false;
    const reached_node node = search.nodes[n];
    const region_limits limits(search.bounds[n], search.lines.points[node.first], search.lines.points[node.last]);
    if (!limits.may_hold(place) || !search.is_held_back(node, vertex, place))
      return false;
    search.is_due[n] = 1;
    return true;
  }
};

} // namespace thrustline::flow
