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

/// Searches the vertices of roots in the regions of 32 consecutive roots, which are near each other. The threads of a
/// team look at boxes, at regions, at vertices and at edges in turn.
struct mark_roots {
  static constexpr std::int64_t together = sorted_roots::fan_out;

  closure_state in;
  sorted_roots roots;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t group) const {
    const std::int64_t first = group * together, left = roots.count - first;
    const int count = static_cast<int>(left < together ? left : together);
    unsigned open = team.which(count, [&](int k) { return in.all.is_open(first + k); });
    const values_of_team<Team, region_limits> limits(
        team, count, [&](int k) -> region_limits const& { return in.all.limits[first + k]; });
    unsigned asking = 0; // regions that vertices of the box in hand may hold back
    const plane_box around = roots.regions.boxes[group];
    roots.vertices.any(
        team, [&](std::int64_t box) { return overlap(around, roots.vertices.boxes[box]); },
        [&](std::int64_t box) {
          const plane_box b = roots.vertices.boxes[box];
          asking = team.which(count, [&](int k) {
            return (open >> k & 1) != 0 && overlap(limits[k].around(), b) && !limits[k].is_at_end(b);
          });
          return asking != 0;
        },
        [&](std::int64_t from, std::int64_t to) {
          for (; asking != 0; asking &= asking - 1)
            if (const int k = lowest_bit(asking); is_held_back(team, first + k, from, static_cast<int>(to - from))) {
              open &= ~(1u << k);
              if (team.lane() == 0)
                in.all.mark_due(first + k);
            }
          return open == 0;
        });
  }

private:
  /// Vertices near a region that a team looks at one after another. More of them, each thread one.
  static constexpr int few = 4;

  /// Whether one of the `count` vertices from `from` on holds node n back.
  template <class Team>
  THRUSTLINE_HD bool is_held_back(Team const& team, std::int64_t n, std::int64_t from, int count) const {
    const region_limits limits = in.all.limits[n];
    unsigned near = team.which(
        count, [&](int v) { return limits.may_be_held_back_by(roots.places[from + v]) && in.counts(n, from + v); });
    if (count_bits(near) > few)
      return team.which(count, [&](int v) {
        return (near >> v & 1) != 0 && in.is_held_back(n, from + v, roots.places[from + v]);
      }) != 0;
    for (; near != 0; near &= near - 1)
      if (in.encloses(team, n, roots.places[from + lowest_bit(near)]))
        return true;
    return false;
  }
};

/// Tests pair k of all rounds, one that waits.
struct test_pair {
  closure_state in;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    if (k - in.waiting.begin >= in.waiting.capacity)
      return; // it was tested when it was found
    const waiting_pair pair = in.waiting.pairs[k - in.waiting.begin];
    if (team.any(in.all.is_open(pair.node)) && in.encloses(team, pair.node, in.vertex(pair.vertex)) && team.lane() == 0)
      in.all.mark_due(pair.node);
  }
};

/// Which nodes to examine, by the length of the near_list of their root.
enum class near_lists : std::uint8_t { all, short_ones, long_ones };

/// Looks around the `added` nodes from `begin` on, which a round has added, or only around those with short or with
/// long lists: around their new vertices, and in their regions.
struct mark_by_added {
  closure_state in;
  near_roots near;
  std::int64_t begin, added;
  near_lists taken;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t search = k / added, n = begin + k - search * added;
    if (taken != near_lists::all && near.has_short_list(in.all.links[n].root) != (taken == near_lists::short_ones))
      return;
    if (search == 0) {
      look_around_vertex(team, n);
      return;
    }
    if (!team.any(in.all.is_open(n))) // one answer for all threads
      return;
    if (search == 1)
      look_at_halves(team, n, in.all.limits[n]);
    else
      look_at_roots(team, n, in.all.limits[n]);
  }

private:
  /// Searches the regions around the vertex of a node, if a split has added it.
  template <class Team>
  THRUSTLINE_HD void look_around_vertex(Team const& team, std::int64_t vertex) const {
    if (in.all.links[vertex].is_new == 0)
      return;
    const plane_point place = in.vertex(vertex);
    near.for_each_root(
        team, in.all.links[vertex].root, [&](std::int64_t box) { return covers(near.all.regions.boxes[box], place); },
        [&](std::int64_t root) {
          walk_tree(in.all, root, [&](visited_node const& node) {
            if (!covers(node.around, place))
              return false;
            const std::int64_t n = node.number;
            // A node that has split is not open; asking the node spares a read of memory.
            if (!node.has_split() && in.all.is_open(n) && in.all.limits[n].may_be_held_back_by(place) &&
                in.is_held_back(n, vertex, place))
              in.all.mark_due(n);
            return true;
          });
        });
  }

  /// Searches the vertices that splits have added in the region of node n.
  template <class Team>
  THRUSTLINE_HD void look_at_halves(Team const& team, std::int64_t n, region_limits const& limits) const {
    near.for_each_root(
        team, in.all.links[n].root,
        [&](std::int64_t box) { return near.all.has_new[box] != 0 && limits.meet(near.all.regions.boxes[box]); },
        [&](std::int64_t root) {
          if (in.all.has_split(root) && in.all.is_open(n) && holds_back(n, limits, root))
            in.all.mark_due(n);
        });
  }

  /// Whether a vertex that was added inside of the root holds node n back.
  THRUSTLINE_HD bool holds_back(std::int64_t n, region_limits const& limits, std::int64_t root) const {
    bool found = false;
    walk_tree(in.all, root, [&](visited_node const& half) {
      if (!found && half.links.is_new != 0) {
        const plane_point place = in.lines.points[half.chord.first];
        found = limits.may_be_held_back_by(place) && in.is_held_back(n, half.number, place);
      }
      return !found && half.has_split() && limits.meet(half.around);
    });
    return found;
  }

  /// Searches the vertices of roots in the region of node n.
  template <class Team>
  THRUSTLINE_HD void look_at_roots(Team const& team, std::int64_t n, region_limits const& limits) const {
    near.for_each_vertex(
        team, in.all.links[n].root,
        [&](std::int64_t box) {
          const plane_box b = near.all.vertices.boxes[box];
          return limits.meet(b) && !limits.is_at_end(b); // where many vertices are equal to an end
        },
        [&](std::int64_t v) {
          const plane_point place = near.all.places[v];
          if (limits.may_be_held_back_by(place) && in.all.is_open(n) && in.is_held_back(n, v, place))
            in.all.mark_due(n);
        });
  }
};

} // namespace thrustline::flow
