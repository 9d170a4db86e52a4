// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

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
                  node_splitter<Policy> const& splitter, prepared_lines<Policy>& prepared)
      : policy_(policy), in_(in), table_(table), splitter_(splitter), prepared_(prepared),
        trees_(policy, table.roots()), near_(policy, table.roots()), pairs_(policy, most_pairs(table.roots())),
        twins_(policy), places_(policy), urgent_(policy, detail::urgency::urgent),
        patient_(policy, detail::urgency::patient) {
    in_.pairs = pairs_.data();
    in_.pairs_capacity = most_pairs(table.roots());
    make_tasks();
    twins_.make_room(table.capacity());
    places_.make_room(table.capacity() - table.roots());
  }

  /// Grows the mask.
  closure_report complete(std::uint8_t* keep) {
    begin(keep);
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
  void begin(std::uint8_t* keep) {
    constexpr std::int64_t together = mark_roots::together;
    const std::int64_t roots = table_.roots();
    write_roots();
    trees_.make(policy_, in_);
    patient_.fork(); // joined by split_added()
    for_each_team<32, mark_roots::blocks>(policy_, (roots + together - 1) / together, mark_roots{in_, trees_.view()});
    clear_tasks(patient_.policy(), closure_task::look_around, closure_task::look_inside, closure_task::test);
    places_.free_all(patient_.policy());
    splitter_.compare_added(policy_, work()); // copies first: then tests and splits skip them
    test_pairs();
    split_added(keep);
    look_at_added();
    test_added();
  }

  /// Writes the nodes between kept points and finds their representatives, while they are sorted. The sort is launched
  /// last: the host needs more time for its many small kernels than for write_root.
  void write_roots() {
    const std::int64_t roots = table_.roots();
    const std::int64_t* const kept = prepared_.kept();
    sort_ = std::make_unique<sort_on_curve<Policy>>(policy_, roots);
    prepared_.join();
    urgent_.fork();
    for_each_team<2>(policy_, roots, write_root{kept, roots, prepared_.starts(), {in_.edges, in_.all}});
    twins_.free_all(urgent_.policy());
    tasks_->reset_counts(urgent_.policy());
    clear_tasks(urgent_.policy(), closure_task::split, closure_task::compare);
    urgent_.join_so_far();
    trees_.make_keys(urgent_.policy(), *sort_, in_, kept);
    trees_.sort(urgent_.policy(), *sort_);
    for_each_team<1>(policy_, roots, find_representative_of{{in_, twins_.view()}});
    urgent_.join();
    sort_.reset();
  }

  /// Tests the pairs that mark_roots has listed.
  void test_pairs() {
    for_each_team_between<1, 4>(policy_, &in_.all.counts->first_pair, &in_.all.counts->pairs, test_pair{in_});
  }

  /// Tests the pairs for which tasks have been added.
  void test_added() { run_added<4, 4>(policy_, in_.tasks.of(closure_task::test), by_number<test_pair>{{in_}}); }

  /// Searches for what the splits have added.
  void look_at_added() {
    task_list const &around = in_.tasks.of(closure_task::look_around),
                    &inside = in_.tasks.of(closure_task::look_inside);
    take_tasks(policy_, around, inside);
    urgent_.fork();
    run_taken<8>(urgent_.policy(), around, by_number<look_around_vertex>{{in_, near()}});
    run_taken<32>(policy_, inside, by_number<look_inside_region>{{in_, near()}});
    urgent_.join();
  }

  /// Splits many roots, and adds the tasks that look at the nodes below them.
  void split_added(std::uint8_t* keep) {
    task_list const& due = in_.tasks.of(closure_task::split);
    take_tasks(policy_, due);
    urgent_.fork();
    patient_.fork();
    splitter_.split_long(policy_, work(), keep); // first, because one long chain takes as long as all others
    run_taken<32, 4>(urgent_.policy(), due, by_number<list_near_root>{{in_, near()}});
    splitter_.split_short(patient_.policy(), work(), keep);
    patient_.join();
    urgent_.join();
    for_each_team_in_turn<1>(policy_, 1, take_new_nodes{in_.all.counts});
    for_each_new_node<4>(limits_of_nodes{in_.edges, in_.all});
    for_each_new_node<1>(add_vertex_of_node{work()});
    for_each_new_node<1>(look_at_node{work()});
  }

  template <int N, class Body>
  void for_each_new_node(Body const& body) {
    for_each_team_between<N>(policy_, &in_.all.counts->new_begin, &in_.all.counts->new_end, body);
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

  /// Clears the lists of these tasks.
  template <class... Tasks>
  void clear_tasks(Policy const& policy, Tasks... tasks) const {
    (tasks_->clear(policy, closure_tasks::list_of(tasks)), ...);
  }

  /// Makes room for the nodes that have been counted, and adds the tasks that write them.
  void make_room(node_counts const& counted) {
    table_.reserve(counted);
    in_.all = table_.arrays();
    make_tasks();
    tasks_->reset_counts(policy_);
    clear_tasks(policy_, closure_task::split, closure_task::compare, closure_task::look_around,
                closure_task::look_inside, closure_task::test);
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
  prepared_lines<Policy>& prepared_;
  trees_of_roots<Policy> trees_;
  near_table<Policy> near_;
  detail::temporary<node_and_place, Policy> pairs_;
  slot_memory<Policy> twins_, places_;
  std::unique_ptr<task_memory<closure_tasks::count, Policy>> tasks_;
  std::unique_ptr<sort_on_curve<Policy>> sort_; ///< a member, so that urgent_ waits before its memory goes back
  side_work<Policy> urgent_, patient_; // the last members: if an error ends the call, these wait before the memory
                                       // above goes back
};

/// Grows the mask of Ramer-Douglas-Peucker, whose small rings are split, to the closure. scope: not topology::none.
/// roots: the points that the mask keeps.
template <class Policy>
closure_report planar_closure(Policy const& policy, prepared_lines<Policy>& prepared, topology scope,
                              node_splitter<Policy> const& splitter, std::int64_t roots, std::uint8_t* keep) {
  plane_lines const& lines = prepared.lines();
  if (lines.count == 0)
    return {};
  node_table<Policy> table(policy, roots, prepared.in_rings());
  const closure_state in{lines, prepared.edges(), scope, table.arrays(), {}, nullptr, 0};
  return growing_closure<Policy>(policy, in, table, splitter, prepared).complete(keep);
}

} // namespace thrustline::flow
