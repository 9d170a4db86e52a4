// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/sorted_roots.hpp"
#include "topology/flow/split_trees.hpp"

/// Rule 2: a node splits if its chord and its chain enclose a vertex that is equal to neither of its ends, or touch
/// one.
namespace thrustline::flow {

/// Searches the vertices of roots in the regions of 32 consecutive roots, which are near each other. The threads of a
/// team look at boxes, at regions and at vertices in turn.
struct mark_roots {
  static constexpr std::int64_t together = sorted_roots::fan_out;

  closure_state in;
  sorted_roots roots;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t group) const {
    const std::int64_t first = group * together, left = roots.count - first;
    const int count = static_cast<int>(left < together ? left : together);
    const auto asking = [&](plane_box const& b) {
      return team.which(count, [&](int k) { return in.all.is_open(first + k) && meets(first + k, b); });
    };
    const plane_box around = roots.regions.boxes[group];
    roots.vertices.any(
        team, [&](std::int64_t box) { return overlap(around, roots.vertices.boxes[box]); },
        [&](std::int64_t box) { return asking(roots.vertices.boxes[box]) != 0; },
        [&](std::int64_t from, std::int64_t to) {
          for (unsigned waiting = asking(roots.vertices.boxes[from / together]); waiting != 0; waiting &= waiting - 1)
            mark(team, first + lowest_bit(waiting), from, static_cast<int>(to - from));
          return false;
        });
  }

private:
  THRUSTLINE_HD bool meets(std::int64_t n, plane_box const& b) const {
    return overlap(in.all.bounds[n].around, b) && !in.is_at_end(n, b);
  }

  /// Marks node n if one of the vertices holds it back.
  template <class Team>
  THRUSTLINE_HD void mark(Team const& team, std::int64_t n, std::int64_t from, int count) const {
    const region_limits limits = in.limits(n);
    const unsigned found = team.which(count, [&](int v) {
      return limits.may_hold(roots.places[from + v]) && in.is_held_back(n, from + v, roots.places[from + v]);
    });
    if (found != 0 && team.lane() == 0)
      in.all.mark_due(n);
    team.wait();
  }
};

/// Searches the vertices of roots in the region of node `begin` + k.
struct mark_by_roots {
  closure_state in;
  sorted_roots roots;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = begin + k;
    if (!in.all.is_open(n))
      return;
    const region_limits limits = in.limits(n);
    const auto meets = [&](std::int64_t box) {
      const plane_box b = roots.vertices.boxes[box];
      return limits.meet(b) && !in.is_at_end(n, b); // where many vertices are equal to an end
    };
    const auto holds_back = [&](std::int64_t v) {
      return limits.may_hold(roots.places[v]) && in.is_held_back(n, v, roots.places[v]);
    };
    const bool found = roots.vertices.any(team, meets, [&](std::int64_t from, std::int64_t to) {
      return team.which(static_cast<int>(to - from), [&](int v) { return holds_back(from + v); }) != 0;
    });
    team.wait();
    if (found && team.lane() == 0)
      in.all.mark_due(n);
  }
};

/// Searches the vertices that splits have added in the region of node `begin` + k.
struct mark_by_halves {
  closure_state in;
  sorted_roots roots;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = begin + k;
    if (!in.all.is_open(n))
      return;
    const region_limits limits = in.limits(n);
    const auto meets = [&](std::int64_t box) {
      return roots.has_split[box] != 0 && limits.meet(roots.regions.boxes[box]);
    };
    const bool found = roots.regions.any(team, meets, [&](std::int64_t from, std::int64_t to) {
      return team.which(static_cast<int>(to - from), [&](int r) { return holds_back(n, limits, from + r); }) != 0;
    });
    team.wait();
    if (found && team.lane() == 0)
      in.all.mark_due(n);
  }

private:
  /// Whether a vertex that was added inside of the root holds node n back.
  THRUSTLINE_HD bool holds_back(std::int64_t n, region_limits const& limits, std::int64_t root) const {
    bool found = false;
    walk_tree(in.all, root, [&](std::int64_t half) {
      if (in.all.begins_at_new_vertex(half)) {
        plane_point const& place = in.vertex(half);
        found = limits.may_hold(place) && in.is_held_back(n, half, place);
      }
      if (found)
        return walk::end;
      return in.all.has_split(half) && limits.meet(in.all.bounds[half].around) ? walk::into_children : walk::past;
    });
    return found;
  }
};

/// Searches the regions around the vertex of node `begin` + k, if a split has added it.
struct mark_around_vertex {
  closure_state in;
  sorted_roots roots;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t vertex = begin + k;
    if (!in.all.begins_at_new_vertex(vertex))
      return;
    const plane_point place = in.vertex(vertex);
    roots.regions.any(
        team, [&](std::int64_t box) { return covers(roots.regions.boxes[box], place); },
        [&](std::int64_t from, std::int64_t to) {
          team.which(static_cast<int>(to - from), [&](int r) {
            mark(from + r, vertex, place);
            return false;
          });
          return false;
        });
  }

private:
  /// Marks the nodes below the root that the vertex holds back.
  THRUSTLINE_HD void mark(std::int64_t root, std::int64_t vertex, plane_point const& place) const {
    walk_tree(in.all, root, [&](std::int64_t n) {
      if (!in.may_hold(n, place))
        return walk::past;
      if (in.all.is_open(n) && in.is_held_back(n, vertex, place))
        in.all.mark_due(n);
      return walk::into_children;
    });
  }
};

/// What a round looks for around node `begin` + k / 3 of those that it has added.
struct mark_by_added {
  mark_around_vertex around;
  mark_by_halves halves;
  mark_by_roots by_roots;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    if (k % 3 == 0)
      around(team, k / 3);
    else if (k % 3 == 1)
      halves(team, k / 3);
    else
      by_roots(team, k / 3);
  }
};

} // namespace thrustline::flow
