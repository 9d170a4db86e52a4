// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/copied_chains.hpp"
#include "topology/flow/node_slots.hpp"

/// Rule 3: nodes with the same two ends, of which every one but the first splits. A hash table of the ends finds them,
/// those too that have split; the first node with its ends represents all that follow.
namespace thrustline::flow {

/// A hash table of nodes by their ends, in either order; with topology::within by their line, too.
struct ends_table {
  closure_state in;
  node_slots slots;

  /// The representative of the nodes with the ends of node n: the first that was added. Nodes without a second end have
  /// none.
  THRUSTLINE_HD std::int64_t find_or_add(std::int64_t n) const {
    const plane_point a = in.vertex(n), b = in.end(n);
    const int order = detail::compare(a, b);
    if (order == 0)
      return no_node;
    const std::uint64_t line = in.scope == topology::within ? static_cast<std::uint64_t>(in.line_of(n)) : 0;
    const std::uint64_t hash = order < 0 ? hash_with(hash_with(line, a), b) : hash_with(hash_with(line, b), a);
    return slots.find_or_add(hash, n, [&](std::int64_t m) {
      const bool same = detail::same_place(in.vertex(m), a) && detail::same_place(in.end(m), b);
      const bool reversed = detail::same_place(in.vertex(m), b) && detail::same_place(in.end(m), a);
      return (same || reversed) && (in.scope != topology::within || in.share_line(m, n));
    });
  }
};

/// What rule 3 compares of a node that is measured.
struct measured_node {
  std::int64_t first;
  farthest_point farthest;
  double distance;

  THRUSTLINE_HD measured_node(node_arrays const& all, std::int64_t n)
      : first(all.nodes[n].first), farthest(all.farthest[n]), distance(farthest.distance) {}

  THRUSTLINE_HD bool is_leaf() const { return farthest.index == farthest_point::none; }
};

/// The order of rule 3: leaves, then the nearer nodes. A node comes before those below it.
struct twin_order {
  node_arrays all;

  THRUSTLINE_HD bool operator()(std::int64_t m, std::int64_t n) const {
    const measured_node a(all, m), b(all, n);
    return detail::comes_before(a, b) || (m < n && !detail::comes_before(b, a));
  }
};

/// Stores n if it comes before the node that is there. Returns that one.
THRUSTLINE_HD inline std::int64_t offer_as_first(node_arrays const& all, std::int64_t& first, std::int64_t n) {
  atomic_fence(); // what was measured of n is visible with it
  std::int64_t there = atomic_acquire(first);
  while ((there == no_node || twin_order{all}(n, there)) && !atomic_replace(first, there, n))
    there = atomic_acquire(first);
  return there;
}

/// Offers node n, which is measured, to its representative as the first of all. Returns the node that was the first
/// before, or that stays the first. If only other lines count: such a node of another line. no_node: there is none.
THRUSTLINE_HD inline std::int64_t offer_to_representative(closure_state const& in, std::int64_t n) {
  twin_links& representative = in.all.twins[in.all.twins[n].representative];
  const std::int64_t met = offer_as_first(in.all, representative.foremost, n);
  if (met == no_node || in.scope != topology::between)
    return met;
  if (in.share_line(n, met)) {
    const std::int64_t other = atomic_acquire(representative.of_other);
    return other == no_node || in.share_line(n, other) ? no_node : other;
  }
  // The one that comes later may be the first of the other lines. The first of them meets none of its own line that is
  // before it, so it is found whatever the order of the offers is.
  offer_as_first(in.all, representative.of_other, twin_order{in.all}(n, met) ? met : n);
  return met;
}

/// Whether node n has points inside, and no task has begun to split it.
THRUSTLINE_HD inline bool may_split(node_arrays const& all, std::int64_t n) {
  const node_state state = atomic_load(all.states[n]);
  return all.nodes[n].has_points_inside() && state != node_state::split && state != node_state::split_copied;
}

/// Compares node n, which is measured, with the node m that has the same ends, by a team. If they are copies, lets both
/// split to the end. Otherwise lets the later one split; and the other one, too, if it has the point where that splits.
template <class Team>
THRUSTLINE_HD void compare_twins(Team const& team, closure_state const& in, std::int64_t n, std::int64_t m) {
  if (!team.any(may_split(in.all, m) || may_split(in.all, n)))
    return;
  if (are_copies(team, in.lines.points, in.all.nodes[m], in.all.nodes[n])) {
    if (team.lane() == 0) {
      in.mark_copied(m);
      in.mark_copied(n);
    }
    return;
  }
  const bool is_before = twin_order{in.all}(m, n);
  const std::int64_t first = is_before ? m : n, later = is_before ? n : m;
  const std::int64_t farthest = in.all.farthest[later].index;
  const bool both = farthest != farthest_point::none && in.all.nodes[first].has_points_inside() &&
                    passes_through(team, in.lines.points, in.all.nodes[first], in.lines.points[farthest]);
  if (team.lane() != 0)
    return;
  if (in.all.is_open(later))
    in.mark_due(later);
  if (both)
    in.mark_due(first);
}

/// Compares node n with others that have the same ends: by a task if a node may split or is to be measured, else at
/// once.
THRUSTLINE_HD inline void compare_with_twins(closure_state const& in, std::int64_t n) {
  if (in.scope == topology::between)
    in.all.twin_list[atomic_add(in.all.counts->twins, std::int64_t(1))] = n;
  if (may_split(in.all, n) || !in.all.farthest[n].is_measured()) {
    in.tasks.add(closure_task::compare, n);
    return;
  }
  const std::int64_t met = offer_to_representative(in, n);
  if (met != no_node && may_split(in.all, met))
    compare_twins(lone_thread{}, in, n, met);
}

/// Finds the representative of a new node, and compares those that have one in common.
THRUSTLINE_HD inline void find_representative(ends_table const& table, std::int64_t n) {
  closure_state const& in = table.in;
  const std::int64_t representative = table.find_or_add(n);
  if (representative == n)
    return;
  in.all.twins[n].representative = representative;
  if (representative == no_node)
    return;
  const bool is_second = atomic_add(in.all.twins[representative].members, std::int64_t(1)) == 0;
  if (is_second)
    compare_with_twins(in, representative);
  compare_with_twins(in, n);
}

/// Finds the representative of root n.
struct find_representative_of {
  ends_table table;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t n) const {
    find_representative(table, n);
  }
};

/// Marks the node of entry k of the list of twins if one of another line is before it.
struct mark_behind_other {
  closure_state in;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const std::int64_t n = in.all.twin_list[k];
    if (!in.all.is_open(n))
      return;
    twin_links const& representative = in.all.twins[in.all.twins[n].representative];
    const std::int64_t other =
        in.share_line(representative.foremost, n) ? representative.of_other : representative.foremost;
    if (other != no_node && twin_order{in.all}(other, n))
      in.mark_due(n);
  }
};

struct add_representative {
  ends_table table;
  THRUSTLINE_HD void operator()(std::int64_t n) const {
    if (table.in.all.twins[n].representative == n)
      table.find_or_add(n);
  }
};

} // namespace thrustline::flow
