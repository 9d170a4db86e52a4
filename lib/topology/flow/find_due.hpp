// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "topology/flow/closure_state.hpp"
#include "topology/flow/near_roots.hpp"
#include "topology/flow/split_trees.hpp"

/// Rule 2: a node splits if its chord and its chain enclose a vertex that is equal to neither of its ends, or touch
/// one.
namespace thrustline::flow {

/// Searches the vertices of roots in the regions of 32 roots that follow each other along the curve. The threads of a
/// team look at boxes, at regions, at vertices and at edges in turn.
struct mark_roots {
  static constexpr std::int64_t together = sorted_roots::fan_out;
  static constexpr int blocks = 5; ///< on a multiprocessor of a device: measured

  closure_state in;
  sorted_roots roots;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t group) const {
    const std::int64_t first = group * together, left = roots.count - first;
    const int count = static_cast<int>(left < together ? left : together);
    const std::int64_t* const group_roots = roots.order.roots + first;
    unsigned open = team.which(count, [&](int k) { return in.all.is_open(group_roots[k]); });
    const values_of_team<Team, region_limits> limits(
        team, count, [&](int k) -> region_limits const& { return in.all.limits[group_roots[k]]; });
    unsigned asking = 0; // regions that vertices of the box in hand may hold back
    const plane_box around = roots.regions.box(group);
    roots.vertices.any(
        team, [&](std::int64_t box) { return overlap(around, roots.vertices.box(box)); },
        [&](std::int64_t box) {
          const plane_box b = roots.vertices.box(box);
          asking = team.which(count, [&](int k) {
            return (open >> k & 1) != 0 && overlap(limits[k].around(), b) && !limits[k].is_at_end(b);
          });
          return asking != 0;
        },
        [&](std::int64_t from, std::int64_t to) {
          const int vertices = static_cast<int>(to - from);
          if (team.which(vertices, [&](int v) { return covers(around, roots.place(from + v)); }) == 0)
            return false;
          if (count_bits(asking) > few_regions)
            asking = team.which(
                count, [&](int k) { return (asking >> k & 1) != 0 && may_be_held_back(limits[k], from, vertices); });
          for (; asking != 0; asking &= asking - 1)
            if (const int k = lowest_bit(asking); is_held_back(team, group_roots[k], from, vertices)) {
              open &= ~(1u << k);
              if (team.lane() == 0)
                in.mark_due(group_roots[k]);
            }
          return open == 0;
        });
  }

private:
  /// Regions that the team looks at one by one. If there are more, each thread first tests one, to leave out those that
  /// no vertex can hold back.
  static constexpr int few_regions = 4;

  /// Vertices near a region that are listed. If there are more of them, one is likely to hold it back.
  static constexpr int few = 4;

  /// Whether one of the `count` vertices from position `from` on may hold a node with these limits back. Few are in its
  /// box, most of those its ends.
  THRUSTLINE_HD bool may_be_held_back(region_limits const& limits, std::int64_t from, int count) const {
    unsigned inside = 0;
    for (int v = 0; v < count; ++v)
      inside |= covers(limits.around(), roots.place(from + v)) ? 1u << v : 0;
    for (; inside != 0; inside &= inside - 1)
      if (limits.may_be_held_back_by(roots.place(from + lowest_bit(inside))))
        return true;
    return false;
  }

  /// Whether one of the `count` vertices from position `from` on holds node n back. False if they are listed, to be
  /// tested.
  template <class Team>
  THRUSTLINE_HD bool is_held_back(Team const& team, std::int64_t n, std::int64_t from, int count) const {
    const region_limits limits = in.all.limits[n];
    const unsigned near = team.which(
        count, [&](int v) { return limits.may_be_held_back_by(roots.place(from + v)) && counts(n, from + v); });
    if (near == 0)
      return false;
    const bool is_short = in.all.nodes[n].last - in.all.nodes[n].first <= closure_state::short_chain;
    if (is_short && count_bits(near) > few)
      return team.which(count, [&](int v) { return (near >> v & 1) != 0 && encloses(n, from + v); }) != 0;
    return list_pairs(team, n, from, near);
  }

  /// Whether the vertex at position p counts for node n.
  THRUSTLINE_HD bool counts(std::int64_t n, std::int64_t p) const { return in.counts(n, roots.order.roots[p]); }

  /// Lists node n with the vertices at from + v, for each bit v of `near`. Returns whether one of those for which there
  /// is no room holds it back.
  template <class Team>
  THRUSTLINE_HD bool list_pairs(Team const& team, std::int64_t n, std::int64_t from, unsigned near) const {
    const std::int64_t number = count_bits(near);
    const std::int64_t begin = team.of_first(team.lane() == 0 ? atomic_add(in.all.counts->pairs, number) : 0);
    return team.which(32, [&](int v) {
      if ((near >> v & 1) == 0)
        return false;
      const std::int64_t k = begin + count_bits(near & ((1u << v) - 1));
      if (k >= in.pairs_capacity)
        return encloses(n, from + v);
      in.pairs[k] = {n, roots.place(from + v)};
      return false;
    }) != 0;
  }

  THRUSTLINE_HD bool encloses(std::int64_t n, std::int64_t p) const {
    return in.encloses(lone_thread{}, n, roots.place(p));
  }
};

/// Tests pair k, if there is room for it in the list.
struct test_pair {
  closure_state in;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    if (k >= in.pairs_capacity)
      return;
    const node_and_place pair = in.pairs[k];
    if (team.any(in.all.is_open(pair.node)) && in.encloses(team, pair.node, pair.place) && team.lane() == 0)
      in.mark_due(pair.node);
  }
};

/// Searches for the new vertex of a node that a split has added.
struct look_around_vertex {
  closure_state in;
  near_roots near;

  /// Searches the regions around the vertex of node `vertex`.
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t vertex) const {
    const plane_point place = in.vertex(vertex);
    near.for_each_root(
        team, in.all.links[vertex].root, [&](std::int64_t box) { return covers(near.all.regions.box(box), place); },
        [&](std::int64_t root) {
          walk_tree(in.all, root, [&](visited_node const& node) {
            if (!covers(node.around, place))
              return false;
            const std::int64_t n = node.number;
            // A node that has children is not open; asking the node spares a read of memory.
            if (!node.has_children && in.all.is_open(n) && in.all.limits[n].may_be_held_back_by(place) &&
                in.is_held_back(n, vertex, place))
              in.mark_due(n);
            return true;
          });
        });
  }
};

/// Searches for the region of a node that a split has added.
struct look_inside_region {
  closure_state in;
  near_roots near;

  /// Searches the vertices in the region of node n.
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t n) const {
    if (!team.any(in.all.is_open(n))) // one answer for all threads
      return;
    const region_limits limits = in.all.limits[n];
    look_at_new(team, n, limits);
    look_at_roots(team, n, limits);
  }

private:
  /// Searches the vertices that splits have added.
  template <class Team>
  THRUSTLINE_HD void look_at_new(Team const& team, std::int64_t n, region_limits const& limits) const {
    near.for_each_root(
        team, in.all.links[n].root,
        [&](std::int64_t box) {
          return atomic_load(near.all.has_new[box]) != 0 && limits.meet(near.all.regions.box(box));
        },
        [&](std::int64_t root) {
          if (in.all.is_open(n) && holds_back(n, limits, root))
            in.mark_due(n);
        });
  }

  /// Whether a vertex that was added inside of the root holds node n back.
  THRUSTLINE_HD bool holds_back(std::int64_t n, region_limits const& limits, std::int64_t root) const {
    bool found = false;
    walk_tree(in.all, root, [&](visited_node const& node) {
      if (!found && node.is_new) {
        const plane_point place = in.lines.points[node.chord.first];
        found = limits.may_be_held_back_by(place) && in.is_held_back(n, node.number, place);
      }
      return !found && node.has_children && limits.meet(node.around);
    });
    return found;
  }

  /// Searches the vertices of roots.
  template <class Team>
  THRUSTLINE_HD void look_at_roots(Team const& team, std::int64_t n, region_limits const& limits) const {
    near.for_each_vertex(
        team, in.all.links[n].root,
        [&](std::int64_t box) {
          const plane_box b = near.all.vertices.box(box);
          return limits.meet(b) && !limits.is_at_end(b); // where many vertices are equal to an end
        },
        [&](std::int64_t p) {
          const plane_point place = near.all.place(p);
          if (limits.may_be_held_back_by(place) && in.all.is_open(n) &&
              in.is_held_back(n, near.all.order.roots[p], place))
            in.mark_due(n);
        });
  }
};

} // namespace thrustline::flow
