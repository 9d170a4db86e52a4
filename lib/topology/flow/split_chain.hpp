// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "core/flow/code_size.hpp"
#include "core/flow/teams.hpp"
#include "topology/flow/node_arrays.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/reached_node.hpp"
#include "topology/flow/visit_kept.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// The split of one node by force, by a team of threads: a warp of a GPU, or one thread.
namespace thrustline::flow {

/// The farthest of the points between two others.
template <class Team, class Real, class Metric>
THRUSTLINE_HD THRUSTLINE_OUTLINED ranked_index<Real>
farthest_between(Team team, const point<Real, 2>* points, Metric metric, std::int64_t first, std::int64_t last) {
  ranked_index<Real> mine{Real(-1), -1};
  const auto chord = metric(points[first], points[last], last - first);
  share_values(team, points, first + 1, last - 1, [&](point<Real, 2> const& p, std::int64_t i) {
    if (const Real rank = chord.rank(p, i - first); rank > mine.rank)
      mine = {rank, i};
  });
  return team.first_of_greatest(mine);
}

/// The distance of a point from the chord between two others.
template <class Real, class Metric>
THRUSTLINE_HD THRUSTLINE_OUTLINED Real distance_from_chord(const point<Real, 2>* points, Metric metric,
                                                           std::int64_t first, std::int64_t last, std::int64_t i) {
  return metric(points[first], points[last], last - first).distance(points[i], i - first);
}

/// Whether rule 1 splits the node between two points at its farthest point.
template <class Real, class Metric>
THRUSTLINE_HD THRUSTLINE_OUTLINED bool splits_at(const point<Real, 2>* points, Metric metric, std::int64_t first,
                                                 std::int64_t last, ranked_index<Real> far, Real tolerance) {
  const auto chord = metric(points[first], points[last], last - first);
  return detail::exceeds(chord, far.rank, points[far.index], far.index - first, tolerance);
}

/// Splits chains of a line by a metric.
template <class Team, class Real, class Metric>
struct chain_splitter {
  Team team;
  const point<Real, 2>* points;
  Metric metric;
  Real tolerance;
  std::uint8_t* keep;

  /// The same splits by one thread.
  THRUSTLINE_HD chain_splitter<lone_thread, Real, Metric> alone() const {
    return {{}, points, metric, tolerance, keep};
  }

  /// The farthest point between two others.
  THRUSTLINE_HD ranked_index<Real> find_farthest(std::int64_t first, std::int64_t last) const {
    return farthest_between(team, points, metric, first, last);
  }

  THRUSTLINE_HD Real distance(std::int64_t first, std::int64_t last, std::int64_t farthest) const {
    return distance_from_chord(points, metric, first, last, farthest);
  }

  /// Whether rule 1 splits a node at its farthest point.
  THRUSTLINE_HD bool exceeds(std::int64_t first, std::int64_t last, ranked_index<Real> const& far) const {
    return splits_at(points, metric, first, last, far, tolerance);
  }

  /// Splits a node at its farthest point, which is known, and its halves by rule 1 to the end, from the first on: the
  /// mask holds the ends of those that wait. Returns their number.
  THRUSTLINE_HD std::int64_t split(std::int64_t first, std::int64_t farthest, std::int64_t last) const {
    mark(farthest);
    std::int64_t halves = 0;
    for (std::int64_t end = farthest;;) {
      const ranked_index<Real> far = find_farthest(first, end);
      if (exceeds_any(first, end, far)) {
        mark(far.index);
        end = far.index;
        continue;
      }
      ++halves;
      if (end == last)
        return halves;
      first = end;
      end = find_kept(first + 1, last);
    }
  }

  /// Splits a closed line from point `first` to point `last` until it has three segments, or no point to split at.
  THRUSTLINE_HD small_ring_counts split_small_ring(std::int64_t first, std::int64_t last) const {
    std::int64_t inside = find_kept(first + 1, last);
    const bool is_collapsed = inside == last;
    if (is_collapsed)
      inside = find_farthest(first, last).index;
    else if (find_kept(inside + 1, last) != last)
      return {0, 0};
    if (inside < 0)
      return {0, 0};
    const ranked_index<Real> front = find_farthest(first, inside), back = find_farthest(inside, last);
    if (is_collapsed && (exceeds_any(first, inside, front) || exceeds_any(inside, last, back)))
      return {1, split(first, inside, last) - 1};
    if (is_collapsed)
      mark(inside);
    const std::int64_t before = is_collapsed ? 1 : 0;
    const bool is_front_later = front.index >= 0 && (back.index < 0 || distance(first, inside, front.index) >
                                                                           distance(inside, last, back.index));
    if (is_front_later)
      return {before + 1, before + split(first, front.index, inside) - 1};
    if (back.index >= 0)
      return {before + 1, before + split(inside, back.index, last) - 1};
    return {before, before};
  }

private:
  /// exceeds(), where there may be no farthest point.
  THRUSTLINE_HD bool exceeds_any(std::int64_t first, std::int64_t last, ranked_index<Real> const& far) const {
    return far.index >= 0 && exceeds(first, last, far);
  }

  THRUSTLINE_HD void mark(std::int64_t i) const {
    if (team.lane() == 0)
      keep[i] = 1;
    team.wait();
  }

  /// The first kept point of [begin, end); `end` if there is none.
  THRUSTLINE_HD std::int64_t find_kept(std::int64_t begin, std::int64_t end) const {
    std::int64_t found = end;
    visit_kept(team, keep, begin, end, [&](std::int64_t i) {
      found = i;
      return false;
    });
    return found;
  }
};

/// Finds the farthest point of node n, and its distance.
template <class Splitter>
THRUSTLINE_HD void measure_node(Splitter const& splitter, reached_node const& n, farthest_point& farthest) {
  if (splitter.team.any(farthest.is_measured()))
    return;
  const std::int64_t index = splitter.find_farthest(n.first, n.last).index;
  const double distance = index < 0 ? 0 : static_cast<double>(splitter.distance(n.first, n.last, index));
  if (splitter.team.lane() == 0)
    farthest.set(farthest_point{index, distance});
}

/// Splits node n by force. Returns the number of its halves; 0 if it has no point to split at.
template <class Splitter>
THRUSTLINE_HD std::int64_t split_node(Splitter const& splitter, reached_node const& n) {
  const std::int64_t farthest = splitter.find_farthest(n.first, n.last).index;
  return farthest < 0 ? 0 : splitter.split(n.first, farthest, n.last);
}

/// Splits a node, which has points inside at different places, at its farthest point into the nodes `to` and `to` + 1.
/// Returns 1 if that is by force, to the first thread of the team, else 0.
template <class Splitter>
THRUSTLINE_HD std::int64_t split_in_two(Splitter const& splitter, node_arrays const& all, std::int64_t n,
                                        std::int64_t to) {
  const reached_node node = all.nodes[n];
  const tree_links links = all.links[n];
  const auto far = splitter.find_farthest(node.first, node.last);
  if (splitter.team.lane() != 0)
    return 0;
  all.farthest[n].set(
      farthest_point{far.index, static_cast<double>(splitter.distance(node.first, node.last, far.index))});
  all.write(to, reached_node{node.first, far.index}, tree_links{links.root, no_node, to + 1, 0});
  all.write(to + 1, reached_node{far.index, node.last}, tree_links{links.root, no_node, links.next, 1});
  return splitter.exceeds(node.first, node.last, far) ? 0 : 1;
}

/// Splits node n, and all that it splits into, until no segment has points inside. Its points are at different places.
/// Writes 2 s - 2 nodes for its s segments, from node `begin` on, and links all but the first two to their parents. The
/// threads of the team share the nodes that have few points. Returns the number of splits by force that this thread
/// counts.
template <class Splitter>
THRUSTLINE_HD std::int64_t split_to_end(Splitter const& splitter, node_arrays const& all, std::int64_t n,
                                        std::int64_t begin) {
  constexpr std::int64_t few = 12;
  auto const& team = splitter.team;
  std::int64_t end = begin + 2, forced = split_in_two(splitter, all, n, begin);
  const auto split_child = [&](auto const& by, std::int64_t m, std::int64_t to) {
    forced += split_in_two(by, all, m, to);
    if (by.team.lane() == 0) {
      all.links[m].first_child = to;
      all.states[m] = node_state::split_copied;
    }
  };
  for (std::int64_t m = begin; m < end;) {
    team.wait();
    const std::int64_t left = end - m;
    const int count = left < team.size ? static_cast<int>(left) : team.size;
    const auto length = [&](int i) { return all.nodes[m + i].last - all.nodes[m + i].first; };
    const auto place = [&](unsigned open, int i) { return end + 2 * count_bits(open & ((1u << i) - 1)); };
    const unsigned open = team.which(count, [&](int i) { return length(i) > 1; });
    const unsigned by_team = team.which(count, [&](int i) { return length(i) > few; });
    if (const int i = team.lane(); i < count && ((open & ~by_team) >> i & 1) != 0)
      split_child(splitter.alone(), m + i, place(open, i));
    for (unsigned waiting = by_team; waiting != 0; waiting &= waiting - 1)
      split_child(splitter, m + lowest_bit(waiting), place(open, lowest_bit(waiting)));
    m += count;
    end += 2 * count_bits(open);
  }
  return forced;
}

/// Splits line l by force if it is closed and has fewer than three segments.
template <class Splitter>
THRUSTLINE_HD small_ring_counts split_small_ring(Splitter const& splitter, const std::int64_t* offsets,
                                                 std::int64_t l) {
  const std::int64_t first = offsets[l], last = offsets[l + 1] - 1;
  const bool is_closed = last - first >= 2 && detail::same_place(splitter.points[first], splitter.points[last]);
  return is_closed ? splitter.split_small_ring(first, last) : small_ring_counts{0, 0};
}

} // namespace thrustline::flow
