// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/generation.hpp"

/// Rule 2: a node splits if its chord and its chain enclose a vertex that is equal to neither of its ends, or touch
/// one.
namespace thrustline::flow {

/// Searches the vertices of a generation in the region of the k-th node of the newest one.
struct mark_by_vertices {
  round_state in;
  sorted_nodes newest, of;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = newest.numbers[k];
    if (!in.is_open(n))
      return;
    const plane_point first = in.lines.points[in.nodes[n].first], last = in.lines.points[in.nodes[n].last];
    const region_limits limits(in.bounds[n], first, last);
    const auto meets = [&](plane_box const& b) {
      const bool is_end = detail::equal(b.low, b.high) && (detail::equal(b.low, first) || detail::equal(b.low, last));
      return limits.meet(b) && !is_end; // where many vertices are equal to an end
    };
    const auto holds_back = [&](std::int64_t v) {
      return limits.may_hold(of.places[v]) && in.is_held_back(n, of.numbers[v], of.places[v]);
    };
    const bool found = of.vertices.any(team, meets, [&](std::int64_t begin, std::int64_t end) {
      return team.which(static_cast<int>(end - begin), [&](int v) { return holds_back(begin + v); }) != 0;
    });
    team.wait();
    if (found && team.lane() == 0)
      in.is_due[n] = 1;
  }
};

/// Searches the regions of an older generation around the vertex of the k-th node of the newest one.
struct mark_around_vertex {
  round_state in;
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
    if (!in.is_open(n))
      return false;
    const region_limits limits(in.bounds[n], in.vertex(n), in.lines.points[in.nodes[n].last]);
    if (!limits.may_hold(place) || !in.is_held_back(n, vertex, place))
      return false;
    in.is_due[n] = 1;
    return true;
  }
};

} // namespace thrustline::flow
