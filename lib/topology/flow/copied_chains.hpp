// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/plane.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>

/// Copies of a chain, which hold each other in place. Let two reached nodes, of which each counts for the other, have
/// the same points, in order or reversed, and let these be at different places. Then all of these points are kept.
///
/// Suppose that a segment of the first node stays with points inside. The second node keeps none of these: a vertex
/// there would split the segment by rule 2. If an end of the segment lay inside a segment of the second node, that one
/// would split, too. So the second node has the same segment, and rule 3 splits one of the two.
///
/// By rules 2 and 3 alone, one of the two splits in each round. Where copies are found, they split to the end at once.
/// Where two nodes with the same ends are no copies, both split at once if the one has the point at which the other one
/// splits: then rule 2 splits it in the next round.
namespace thrustline::flow {

/// The longest chains that are compared: to see that n points are at different places takes n^2 / 2 steps. Longer ones
/// split in turns until they are shorter.
inline constexpr std::int64_t longest_copy = 256;

/// Whether two nodes with the same ends, which are different places, are copies with points inside.
template <class Team, class Node>
THRUSTLINE_HD bool are_copies(Team const& team, const plane_point* points, Node const& a, Node const& b) {
  const std::int64_t length = a.last - a.first;
  if (length < 2 || length > longest_copy || length != b.last - b.first || a.first == b.first)
    return false;
  const bool is_reversed = !detail::same_place(points[a.first], points[b.first]);
  bool differ = false;
  for (std::int64_t i = team.lane(); i < length && !differ; i += Team::size)
    differ = !detail::same_place(points[a.first + i], points[is_reversed ? b.last - i : b.first + i]);
  if (team.any(differ))
    return false;
  bool repeats = false;
  for (std::int64_t i = a.first + team.lane(); i < a.last && !repeats; i += Team::size)
    for (std::int64_t j = i + 1; j <= a.last && !repeats; ++j)
      repeats = detail::same_place(points[i], points[j]);
  return !team.any(repeats);
}

/// Whether a node has a point at the place inside, and none of its ends is there.
template <class Team, class Node>
THRUSTLINE_HD bool passes_through(Team const& team, const plane_point* points, Node const& n,
                                  plane_point const& place) {
  if (detail::same_place(points[n.first], place) || detail::same_place(points[n.last], place))
    return false;
  bool found = false;
  for (std::int64_t i = n.first + 1 + team.lane(); i < n.last && !found; i += Team::size)
    found = detail::same_place(points[i], place);
  return team.any(found);
}

} // namespace thrustline::flow
