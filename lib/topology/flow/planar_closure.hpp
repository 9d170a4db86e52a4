// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "core/flow/loops_until.hpp"
#include "topology/flow/find_due.hpp"
#include "topology/flow/grow_trees.hpp"
#include "topology/flow/late_rounds.hpp"
#include "topology/flow/new_vertices.hpp"
#include "topology/flow/node_table.hpp"
#include "topology/flow/twin_nodes.hpp"
#include "topology/flow/waiting_pairs.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/topology.hpp>

/// The closure of algorithms/topology.hpp over primitives: the same mask, bit by bit, in no more rounds. Each
/// round looks at what is new in it only, new vertices in all regions and all vertices in new regions. Copies of a
/// chain split to the end at once.
namespace thrustline::flow {

/// Writes the nodes between the `count` points that the mask keeps.
template <class Policy>
void write_roots(Policy const& policy, closure_state const& in, const std::uint8_t* keep, std::int64_t count) {
  const detail::temporary<std::int64_t, Policy> kept(policy, count);
  list_indices(policy, in.lines.count, is_kept{keep}, kept.data());
  write_sorted_roots(policy, in, kept.data(), count);
  for_each_team<8>(policy, count, limits_of_node{in.edges, in.all, 0});
}

/// The closure as it grows from its roots.
template <class Policy>
class growing_closure {
public:
  growing_closure(Policy const& policy, closure_state const& in, node_table<Policy>& table,
                  node_splitter const& splitter)
      : policy_(policy), in_(in), table_(table), splitter_(splitter), trees_(policy, in, table.roots()),
        near_(policy, trees_.view()), pairs_(policy, table.roots() + 1024), places_(policy), twins_(policy, splitter),
        result_(policy, 1), known_{table.roots(), 0, 0, 0, 0, 0} {}

  /// Grows the mask. Returns the rounds and the splits.
  topology_counts complete(std::uint8_t* keep) {
    topology_counts counts;
    for (std::int64_t begin = 0;;) {
      const bool is_late = begin > 0 && known_.nodes - begin <= few_nodes;
      const late_result result = is_late ? run_late(begin, keep) : run_round(begin, keep);
      counts.rounds += result.rounds;
      counts.forced = known_.splits;
      if (known_.due == result.before.due)
        return counts;
      begin = result.before.nodes;
      add_halves(result.before, keep);
    }
  }

private:
  /// The most nodes that a late round adds. CPU cores gain nothing by late rounds; tests see both kinds there.
  static constexpr std::int64_t few_nodes = detail::is_cuda<Policy> ? 2048 : 32;

  /// Runs the round after the nodes from `begin` on were added, but for the nodes that it adds.
  late_result run_round(std::int64_t begin, std::uint8_t* keep) {
    mark_due(begin);
    splitter_.split(in_.all, known_.due, keep);
    const round_counts before = known_;
    known_ = detail::read_back(policy_, in_.all.counts);
    return {1, before};
  }

  /// Runs this round and those after it until one splits no node, or adds more nodes than a late one may, but for the
  /// nodes that the last one adds.
  late_result run_late(std::int64_t begin, std::uint8_t* keep) {
    in_.waiting = pairs_.view(known_.waiting);
    const ends_table ends = twins_.make_room(in_, begin, known_.nodes);
    late_rounds rounds{in_, ends, near_.view(), {in_, places_.view()}};
    rounds.room = std::min({table_.capacity(), twins_.capacity(), table_.roots() + places_.capacity()});
    rounds.most_added = few_nodes;
    rounds.begin = begin;
    rounds.known = known_;
    rounds.keep = keep;
    rounds.result = result_.data();
    splitter_.run(rounds);
    known_ = detail::read_back(policy_, in_.all.counts);
    return detail::read_back(policy_, result_.data());
  }

  /// Marks the open nodes that are due since the nodes from `begin` on were added.
  void mark_due(std::int64_t begin) {
    const std::int64_t added = known_.nodes - begin;
    in_.waiting = pairs_.view(known_.waiting);
    twins_.find_due(in_, begin, known_.nodes, known_.twins);
    if (begin == 0) {
      const std::int64_t groups = (added + mark_roots::together - 1) / mark_roots::together;
      for_each_team(policy_, groups, mark_roots{in_, trees_.view()});
    } else {
      mark_around(begin, added);
    }
    for_each_team_until(policy_, known_.waiting, &in_.all.counts->waiting, test_pair{in_});
  }

  /// Marks the nodes that are due by rule 2 since the `added` nodes from `begin` on were added. Short lists keep few
  /// threads busy, so smaller teams take them; for a few nodes that is not worth a launch.
  void mark_around(std::int64_t begin, std::int64_t added) {
    constexpr std::int64_t few = 1 << 13;
    const auto mark = [&](near_lists taken) { return mark_by_added{in_, near_.view(), begin, added, taken}; };
    if (added < few) {
      for_each_team<32>(policy_, 3 * added, mark(near_lists::all));
    } else {
      for_each_team<32>(policy_, 3 * added, mark(near_lists::long_ones));
      for_each_team<8>(policy_, 3 * added, mark(near_lists::short_ones));
    }
  }

  /// Adds the nodes that have been counted since.
  void add_halves(round_counts const& before, const std::uint8_t* keep) {
    if (known_.nodes > table_.capacity()) {
      table_.reserve(known_, before.nodes);
      in_.all = table_.arrays();
    }
    for_each_team(policy_, known_.due - before.due, write_halves{in_.all, keep, before.due});
    splitter_.split_copies(in_.all, before.due);
    for_each_team(policy_, known_.due - before.due, list_near_root{in_, near_.view(), before.due});
    const bool is_empty = places_.make_room(known_.nodes - table_.roots());
    const place_table places{in_, places_.view()};
    if (is_empty)
      detail::for_each_index(policy_, before.nodes - table_.roots(), add_vertex{places, table_.roots()});
    for_each_team(policy_, known_.nodes - before.nodes,
                  settle_node{{in_.edges, in_.all, before.nodes}, places, trees_.view()});
  }

  Policy policy_;
  closure_state in_;
  node_table<Policy>& table_;
  node_splitter const& splitter_;
  trees_of_roots<Policy> trees_;
  near_table<Policy> near_;
  pair_table<Policy> pairs_;
  slot_memory<Policy> places_;
  twin_nodes<Policy> twins_;
  detail::temporary<late_result, Policy> result_;
  round_counts known_;
};

/// Grows the mask of Ramer-Douglas-Peucker to the closure. scope: not topology::none.
template <class Policy>
topology_counts planar_closure(Policy const& policy, plane_lines const& lines, topology scope,
                               node_splitter const& splitter, std::uint8_t* keep) {
  if (lines.count == 0)
    return {};
  const std::int64_t in_rings = splitter.split_small_rings(keep); // rule 4; rule 1 holds already
  const auto levels = make_edge_boxes(policy, lines);
  const edge_boxes edges{lines.points, levels.tree()};
  const std::int64_t count = count_mask(policy, keep, lines.count);
  node_table<Policy> table(policy, count);
  const closure_state in{lines, edges, scope, table.arrays(), {}};
  write_roots(policy, in, keep, count);
  topology_counts counts = growing_closure<Policy>(policy, in, table, splitter).complete(keep);
  counts.forced += in_rings;
  return counts;
}

} // namespace thrustline::flow
