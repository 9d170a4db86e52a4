// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "core/flow/kept_lists.hpp"
#include "core/flow/side_work.hpp"
#include "core/flow/task_list.hpp"
#include "topology/flow/closure_report.hpp"
#include "topology/flow/closure_work.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/node_table.hpp"
#include "topology/flow/prepared_lines.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/topology.hpp>

/// The closure of algorithms/topology.hpp over primitives: the same mask, bit by bit. The first step looks at all nodes
/// that plain simplification leaves, and at those that they split into; then tasks look at what is new only. Copies of
/// a chain split to the end at once.
namespace thrustline::flow {

/// Adds the task for the postponed node of entry k.
struct add_postponed {
  closure_state in;
  THRUSTLINE_HD void operator()(std::int64_t k) const { in.tasks.add(closure_task::add_below, in.all.postponed[k]); }
};

struct none_is_postponed {
  node_counts* counts;
  THRUSTLINE_HD void operator()(std::int64_t) const { counts->postponed = 0; }
};

/// Runs the task that a word stands for.
template <class Body>
struct by_number {
  Body body;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::uint64_t word) const {
    body(team, listed_task(word).number());
  }
};

/// The closure as it grows from its roots.
template <class Policy>
class growing_closure {
public:
  growing_closure(Policy const& policy, closure_state const& in, node_table<Policy>& table,
                  node_splitter<Policy> const& splitter, const std::uint8_t* starts)
      : policy_(policy), in_(in), table_(table), splitter_(splitter), starts_(starts), trees_(policy, table.roots()),
        near_(policy, table.roots()), pairs_(policy, most_pairs(table.roots())), twins_(policy), places_(policy),
        side_(policy) {
    in_.pairs = pairs_.data();
    in_.pairs_capacity = most_pairs(table.roots());
    make_tasks();
    twins_.make_room(table.capacity());
    places_.make_room(table.capacity() - table.roots());
  }

  /// Grows the mask. kept: the points that it keeps.
  closure_report complete(const std::int64_t* kept, std::uint8_t* keep) {
    begin(kept, keep);
    topology_counts counts;
    counts.rounds = 1;
    for (;;) {
      splitter_.run(policy_, work(), keep);
      const node_counts now = detail::read_back(policy_, in_.all.counts);
      if (now.postponed > 0) {
        make_room(now);
        continue;
      }
      counts.rounds += now.splits > std::max(counts.forced, now.in_rings);
      counts.forced = now.splits;
      if (in_.scope != topology::between || !mark_those_behind(now.twins))
        return {counts, table_.roots() + now.kept};
    }
  }

private:
  /// The pairs that are listed. Searches test those for which there is no room.
  static std::int64_t most_pairs(std::int64_t roots) { return roots + 1024; }

  /// Looks at the roots, splits those that must, and looks at the nodes below them: many tasks of a kind at a time.
  void begin(const std::int64_t* kept, std::uint8_t* keep) {
    constexpr std::int64_t together = mark_roots::together;
    const std::int64_t roots = table_.roots();
    write_roots(kept);
    trees_.make(policy_, in_);
    for_each_team<32, mark_roots::blocks>(policy_, (roots + together - 1) / together, mark_roots{in_, trees_.view()});
    splitter_.compare_added(policy_, work()); // copies first: then tests and splits skip them
    test_pairs();
    split_added(keep);
    side_.fork();
    run_added<8>(side_.policy(), closure_task::look_around, look_around_vertex{in_, near()});
    run_added<32>(policy_, closure_task::look_inside, look_inside_region{in_, near()});
    side_.join();
    test_added();
  }

  /// Writes the nodes between kept points and finds their representatives, while they are sorted.
  void write_roots(const std::int64_t* kept) {
    const std::int64_t roots = table_.roots();
    sort_ = std::make_unique<sort_on_curve<Policy>>(policy_, roots);
    side_.fork();
    trees_.make_keys(side_.policy(), *sort_, in_, kept);
    for_each_team<2>(policy_, roots, write_root{kept, roots, starts_, {in_.edges, in_.all}});
    trees_.sort(side_.policy(), *sort_); // after write_root, which runs while the host launches many small kernels
    twins_.free_all(policy_);
    tasks_->clear(policy_);
    for_each_team<1>(policy_, roots, find_representative_of{{in_, twins_.view()}});
    places_.free_all(side_.policy());
    side_.join();
    sort_.reset();
  }

  /// Tests the pairs that mark_roots has listed.
  void test_pairs() {
    detail::for_each_index(policy_, std::int64_t(1), take_pairs{in_.all.counts, in_.pairs_capacity});
    for_each_team_between<1>(policy_, &in_.all.counts->pairs_begin, &in_.all.counts->pairs_end, test_pair{in_});
  }

  /// Tests the pairs for which tasks have been added.
  void test_added() { run_added<4>(policy_, closure_task::test, test_pair{in_}); }

  /// Splits many roots, and adds the tasks that look at the nodes below them.
  void split_added(std::uint8_t* keep) {
    task_list const& due = in_.tasks.of(closure_task::split);
    detail::for_each_index(policy_, std::int64_t(1), take_added{due.counts});
    side_.fork();
    splitter_.split_long(policy_, work(), keep); // first, because one long chain takes as long as all others
    run_taken<32>(side_.policy(), due, by_number<list_near_root>{{in_, near()}});
    splitter_.split_short(policy_, work(), keep);
    side_.join();
    detail::for_each_index(policy_, std::int64_t(1), take_new_nodes{in_.all.counts});
    for_each_new_node<4>(limits_of_nodes{in_.edges, in_.all});
    for_each_new_node<1>(add_vertex_of_node{work()});
    for_each_new_node<1>(look_at_node{work()});
  }

  template <int N, class Body>
  void for_each_new_node(Body const& body) {
    for_each_team_between<N>(policy_, &in_.all.counts->new_begin, &in_.all.counts->new_end, body);
  }

  template <int N, class Body>
  void run_added(Policy const& policy, closure_task task, Body const& body) {
    flow::run_added<N>(policy, in_.tasks.of(task), by_number<Body>{body});
  }

  near_roots near() const { return near_.over(trees_.view()); }
  closure_work work() const { return {in_, {in_, twins_.view()}, {in_, places_.view()}, near()}; }

  /// Makes room for all tasks: a split for each node or, if there was no room, an addition of its children; two
  /// searches for each node that a split adds; a test for each pair; a comparison for each node.
  void make_tasks() {
    const std::int64_t added = table_.capacity() - table_.roots();
    tasks_.reset(); // before more memory is taken
    tasks_ = std::make_unique<task_memory<closure_tasks::count, Policy>>(
        policy_, std::array<std::int64_t, closure_tasks::count>{table_.capacity(), added, added, in_.pairs_capacity,
                                                                table_.capacity()});
    in_.tasks.all = tasks_->lists(closure_tasks::shares);
  }

  /// Makes room for the nodes that have been counted, and adds the tasks that write them.
  void make_room(node_counts const& counted) {
    table_.reserve(counted);
    in_.all = table_.arrays();
    make_tasks();
    tasks_->clear(policy_);
    if (twins_.make_room(table_.capacity())) {
      twins_.free_all(policy_);
      detail::for_each_index(policy_, counted.written, add_representative{{in_, twins_.view()}});
    }
    if (places_.make_room(table_.capacity() - table_.roots())) {
      places_.free_all(policy_);
      detail::for_each_index(policy_, counted.written - table_.roots(),
                             add_vertex{{in_, places_.view()}, table_.roots()});
    }
    detail::for_each_index(policy_, counted.postponed, add_postponed{in_});
    detail::for_each_index(policy_, std::int64_t(1), none_is_postponed{in_.all.counts});
  }

  /// If only other lines count, marks the nodes that one of another line is before: a new one can be before those that
  /// were compared long ago. Returns whether there are any.
  bool mark_those_behind(std::int64_t twins) {
    const std::int64_t* added = &in_.tasks.of(closure_task::split).counts->added;
    const std::int64_t before = detail::read_back(policy_, added);
    detail::for_each_index(policy_, twins, mark_behind_other{in_});
    return detail::read_back(policy_, added) > before;
  }

  Policy policy_;
  closure_state in_;
  node_table<Policy>& table_;
  node_splitter<Policy> const& splitter_;
  const std::uint8_t* starts_;
  trees_of_roots<Policy> trees_;
  near_table<Policy> near_;
  detail::temporary<node_and_vertex, Policy> pairs_;
  slot_memory<Policy> twins_, places_;
  std::unique_ptr<task_memory<closure_tasks::count, Policy>> tasks_;
  std::unique_ptr<sort_on_curve<Policy>> sort_; ///< a member, so that side_ waits before its memory goes back
  side_work<Policy> side_; // the last member: if an error ends the call, this waits before the memory above goes back
};

/// Grows the mask of Ramer-Douglas-Peucker, whose small rings are split, to the closure. scope: not topology::none.
/// roots: the points that the mask keeps.
template <class Policy>
closure_report planar_closure(Policy const& policy, prepared_lines<Policy> const& prepared, topology scope,
                              node_splitter<Policy> const& splitter, std::int64_t roots, std::uint8_t* keep) {
  plane_lines const& lines = prepared.lines();
  if (lines.count == 0)
    return {};
  const detail::temporary<std::int64_t, Policy> kept(policy, roots), total(policy, 1);
  write_indices(policy, lines.count, is_kept{keep}, kept.data(), total.data()); // first: its storage goes back then
  node_table<Policy> table(policy, roots, prepared.in_rings());
  const closure_state in{lines, prepared.edges(), scope, table.arrays(), {}, nullptr, 0};
  return growing_closure<Policy>(policy, in, table, splitter, prepared.starts()).complete(kept.data(), keep);
}

} // namespace thrustline::flow
