// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/loops_until.hpp"
#include "topology/flow/closure_state.hpp"
#include "topology/flow/copied_chains.hpp"
#include "topology/flow/node_slots.hpp"
#include "topology/flow/node_splitter.hpp"

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

/// Finds the representative of node n, and lists those that have one in common.
struct find_representative {
  closure_state in;
  ends_table table;

  THRUSTLINE_HD void operator()(std::int64_t n) const {
    const std::int64_t representative = table.find_or_add(n);
    in.all.twins[n].representative = representative;
    if (representative == n || representative == no_node)
      return;
    list(n);
    if (atomic_add(in.all.twins[representative].members, std::int64_t(1)) == 0)
      list(representative);
  }

private:
  THRUSTLINE_HD void list(std::int64_t n) const {
    in.all.twin_list[atomic_add(in.all.counts->twins, std::int64_t(1))] = n;
  }
};

/// The order of rule 3: leaves, then the nearer nodes. A node comes before those below it.
struct twin_order {
  const reached_node* nodes;

  THRUSTLINE_HD bool operator()(std::int64_t m, std::int64_t n) const {
    if (detail::comes_before(nodes[m], nodes[n]))
      return true;
    return m < n && !detail::comes_before(nodes[n], nodes[m]);
  }
};

/// Offers the node of entry k of the list of twins to its representative as the first of all. Marks the node if another
/// one comes before it, at once if all lines count: a node that loses to another is not the first.
struct offer_to_representative {
  closure_state in;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const std::int64_t n = in.all.twin_list[k];
    twin_links& representative = in.all.twins[in.all.twins[n].representative];
    std::int64_t there = atomic_load(representative.foremost);
    while (there == no_node || before(n, there))
      if (atomic_replace(representative.foremost, there, n)) {
        if (there != no_node)
          lose(representative, there, n);
        return;
      }
    lose(representative, n, there);
  }

private:
  /// If only other lines count, a node that loses to one of another line may be the first of the other lines. The first
  /// of them meets none of its own line that is before it, so it is found whatever the order of the offers is.
  THRUSTLINE_HD void lose(twin_links& representative, std::int64_t n, std::int64_t to) const {
    if (in.scope != topology::between) {
      if (in.all.is_open(n))
        in.all.mark_due(n);
      return;
    }
    if (in.share_line(n, to))
      return;
    std::int64_t there = atomic_load(representative.of_other);
    while (there == no_node || before(n, there))
      if (atomic_replace(representative.of_other, there, n))
        return;
  }

  THRUSTLINE_HD bool before(std::int64_t m, std::int64_t n) const { return twin_order{in.all.nodes}(m, n); }
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
    if (other != no_node && twin_order{in.all.nodes}(other, n))
      in.all.mark_due(n);
  }
};

/// Compares the node of entry k of the list of twins with the foremost one that has its ends. If they are copies, marks
/// both as nodes that split to the end. If the later one, which splits, does so at a point of the other one, marks
/// that.
struct mark_copies {
  closure_state in;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = in.all.twin_list[k], m = partner(n);
    if (m == no_node || (in.all.has_split(m) && in.all.has_split(n)))
      return;
    if (are_copies(team, in.lines.points, in.all.nodes[m], in.all.nodes[n])) {
      for (const std::int64_t copy : {m, n})
        if (team.lane() == 0 && !in.all.has_split(copy))
          in.all.mark_copied(copy);
      return;
    }
    const bool is_before = twin_order{in.all.nodes}(m, n);
    const std::int64_t first = is_before ? m : n;
    reached_node const& later = in.all.nodes[is_before ? n : m];
    if (!in.all.has_split(m) && !in.all.has_split(n) && !later.is_leaf() &&
        passes_through(team, in.lines.points, in.all.nodes[first], in.lines.points[later.farthest]) && team.lane() == 0)
      in.all.mark_due(first);
  }

private:
  /// The node to compare n with; no_node if there is none that counts for it.
  THRUSTLINE_HD std::int64_t partner(std::int64_t n) const {
    const std::int64_t representative = in.all.twins[n].representative,
                       foremost = in.all.twins[representative].foremost;
    if (in.scope == topology::between && in.share_line(foremost, n))
      return in.all.twins[representative].of_other;
    return foremost != n ? foremost : representative != n ? representative : no_node;
  }
};

struct add_representative {
  ends_table table;
  THRUSTLINE_HD void operator()(std::int64_t n) const {
    if (table.in.all.twins[n].representative == n)
      table.find_or_add(n);
  }
};

/// The nodes that have the same ends as another.
template <class Policy>
class twin_nodes {
public:
  twin_nodes(Policy const& policy, node_splitter const& splitter)
      : policy_(policy), splitter_(splitter), slots_(policy) {}

  /// The table of the ends of the nodes up to `begin`, with room for those up to `end`.
  ends_table make_room(closure_state const& in, std::int64_t begin, std::int64_t end) {
    const bool is_empty = slots_.make_room(end);
    const ends_table table{in, slots_.view()};
    if (is_empty)
      detail::for_each_index(policy_, begin, add_representative{table});
    return table;
  }

  /// The number of nodes that there is room for.
  std::int64_t capacity() const { return slots_.capacity(); }

  /// Marks the open nodes that split by rule 3 since the nodes [begin, end) were added, and the twins from entry
  /// `listed` of their list on.
  void find_due(closure_state const& in, std::int64_t begin, std::int64_t end, std::int64_t listed) {
    const ends_table table = make_room(in, begin, end);
    for_each_index_until(policy_, begin, &in.all.counts->nodes, find_representative{in, table});
    splitter_.measure(in.all, listed);
    for_each_index_until(policy_, listed, &in.all.counts->twins, offer_to_representative{in});
    if (in.scope == topology::between) // those from earlier rounds, too: a new one can be before them
      for_each_index_until(policy_, 0, &in.all.counts->twins, mark_behind_other{in});
    for_each_team_until(policy_, listed, &in.all.counts->twins, mark_copies{in});
  }

private:
  Policy policy_;
  node_splitter const& splitter_;
  slot_memory<Policy> slots_;
};

} // namespace thrustline::flow
