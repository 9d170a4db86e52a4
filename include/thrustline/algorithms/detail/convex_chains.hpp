// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/orientation.hpp>

/// Hull of points sorted by x and then y, as a lower and an upper chain of positions: short runs by the monotone chain
/// (Andrew 1979), then neighbours joined at their common tangent (Preparata & Hong 1977).
///
/// A chain leads from the least to the greatest point of its run. A dropped point lies on or beyond a line between two
/// points of the input, so it is no vertex of the hull. A chain that turns one way only has no more points to drop.
namespace thrustline::detail {

template <class Real>
THRUSTLINE_HD inline bool comes_before(point<Real, 2> const& a, point<Real, 2> const& b) {
  return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/// Turns that a chain may take: left for the lower chain, right for the upper one, and none if keep_collinear is set.
struct chain_turns {
  bool upper, keep_collinear;

  template <class Real>
  THRUSTLINE_HD bool operator()(point<Real, 2> const& a, point<Real, 2> const& b, point<Real, 2> const& c) const {
    const int turn = upper ? orientation(c, b, a) : orientation(a, b, c);
    return turn > 0 || (turn == 0 && keep_collinear);
  }
};

/// Writes the chain of the sorted points [first, last) as positions, the first among equal points. Returns its length.
template <class Sorted, class Index>
THRUSTLINE_HD Index chain_of_run(Sorted sorted, Index first, Index last, chain_turns turns, Index* chain) {
  Index count = 0;
  for (Index i = first; i < last; ++i) {
    const auto p = sorted[i];
    if (count > 0 && same_place(sorted[chain[count - 1]], p))
      continue;
    while (count > 1 && !turns(sorted[chain[count - 2]], sorted[chain[count - 1]], p))
      --count;
    chain[count++] = i;
  }
  return count;
}

/// First i in [low, high) for which holds(i), else high. If it holds for i, it holds for all after i. Tries growing
/// steps from low on, as the answer is near low in most cases.
template <class Index, class Predicate>
THRUSTLINE_HD Index first_from(Index low, Index high, Predicate const& holds) {
  Index probe = low;
  for (Index step = 1; probe < high && !holds(probe); step *= 2) {
    low = probe + 1;
    probe = step < high - low ? low + step : high;
  }
  high = probe < high ? probe : high;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// View of a chain: positions of sorted points.
template <class Sorted, class Index>
struct chain_view {
  Sorted sorted;
  const Index* positions;
  THRUSTLINE_HD auto operator[](Index i) const { return sorted[positions[i]]; }
};

/// Predicate that holds from the point on at which the tangent from p touches the right chain.
template <class Chain, class Point, class Index>
struct leans_on {
  Chain right;
  Point p;
  chain_turns turns;
  THRUSTLINE_HD bool operator()(Index i) const { return turns(p, right[i], right[i + 1]); }
};

/// Joint of two neighbours: number of points kept of the left one, number of first points skipped of the right one.
template <class Index>
struct chain_joint {
  Index kept_left, skip_right;
};

template <class Chain, class Index>
struct chain_pair {
  Chain left, right;
  Index left_count, right_first, right_count;
  chain_turns turns;

  /// Point at which the tangent from left[l] touches the right chain.
  THRUSTLINE_HD Index touched_from(Index l) const {
    return first_from(right_first, right_count - 1, leans_on<Chain, decltype(left[l]), Index>{right, left[l], turns});
  }

  /// Whether the joined chain turns the right way at the left chain's point that has `dropped` points behind it. If so,
  /// it does for every larger `dropped`.
  THRUSTLINE_HD bool operator()(Index dropped) const {
    const Index l = left_count - 1 - dropped;
    return turns(left[l - 1], left[l], right[touched_from(l)]);
  }
};

/// Joins two chains. All points of the left one come before those of the right one, or their ends are equal.
template <class Chain, class Index>
THRUSTLINE_HD chain_joint<Index> join_of(Chain left, Index left_count, Chain right, Index right_count,
                                         chain_turns turns) {
  if (left_count == 0 || right_count == 0)
    return {left_count, 0};
  const Index equal = same_place(left[left_count - 1], right[0]) ? 1 : 0;
  if (equal == right_count)
    return {left_count, right_count};
  const chain_pair<Chain, Index> pair{left, right, left_count, equal, right_count, turns};
  const Index dropped = first_from(Index(0), left_count - 1, pair);
  return {left_count - dropped, pair.touched_from(left_count - 1 - dropped)};
}

/// Vertices of the hull from its two chains: along the lower one, back along the upper one. Counter-clockwise from the
/// least point.
template <class Index>
struct hull_ring {
  const Index *lower, *upper;
  Index lower_count, upper_count;

  THRUSTLINE_HD Index size() const {
    const bool all_on_one_line = lower_count > 2 && upper_count > 2 && lower[1] == upper[1];
    return lower_count < 2 || all_on_one_line ? lower_count : lower_count + upper_count - 2;
  }
  THRUSTLINE_HD Index operator[](Index i) const {
    return i < lower_count ? lower[i] : upper[upper_count - 2 - (i - lower_count)];
  }
};

} // namespace thrustline::detail
