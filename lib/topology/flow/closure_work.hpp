// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/find_due.hpp"
#include "topology/flow/grow_trees.hpp"
#include "topology/flow/near_roots.hpp"
#include "topology/flow/new_vertices.hpp"
#include "topology/flow/split_chain.hpp"
#include "topology/flow/twin_nodes.hpp"

/// The tasks of the closure. A task that splits a node adds tasks that look at its children; what these find adds tasks
/// that split others. The rule has one least fixed point, so any order of tasks leads to it. Of two tasks that add
/// nodes at the same time, at least one sees what the other one added: both show their nodes, pass a fence, and only
/// then add the searches.
namespace thrustline::flow {

/// What a task works with.
struct closure_work {
  closure_state in;
  ends_table twins;
  place_table places;
  near_roots near;

  /// Runs a task by a team. splits: chain_splits of the metric.
  template <class Team, class Splits>
  THRUSTLINE_HD void run(Team const& team, listed_task const& listed, Splits const& splits) const {
    const std::int64_t n = listed.number();
    switch (listed.task()) {
    case closure_task::split:
      return split(team, n, splits);
    case closure_task::add_below:
      return add_below(team, n, splits);
    case closure_task::look_around:
      return look_around_vertex{in, near}(team, n);
    case closure_task::look_inside:
      return look_inside_region{in, near}(team, n);
    case closure_task::compare:
      return compare(team, n, splits);
    case closure_task::test:
      return test_pair{in}(team, n);
    }
  }

  /// Splits a node, which is due: at its farthest point by force, then its halves by rule 1; a copy until no segment
  /// has points inside. Adds the tasks that look at the nodes below it.
  template <class Team, class Splits>
  THRUSTLINE_HD void split(Team const& team, std::int64_t n, Splits const& splits) const {
    if (const node_range below = write_split(team, n, splits); below.begin < below.end)
      show_below(team, n, below);
  }

  /// Splits a node in the same way. Leaves the nodes below it to other steps: limits_of_nodes, add_vertex_of_node and
  /// look_at_node, each of which takes many nodes at a time.
  template <class Team, class Splits>
  THRUSTLINE_HD void split_alone(Team const& team, std::int64_t n, Splits const& splits) const {
    const node_range below = write_split(team, n, splits);
    if (below.begin < below.end && team.lane() == 0)
      in.all.links[n].first_child = below.begin;
  }

  /// Adds the tasks that look at a new node.
  THRUSTLINE_HD void look_at(std::int64_t n) const {
    if (in.all.links[n].is_new != 0)
      in.tasks.add_after_fence(closure_task::look_around, n);
    if (in.all.is_open(n))
      in.tasks.add_after_fence(closure_task::look_inside, n);
    find_representative(twins, n);
  }

  /// Compares node n with the first node that has its ends.
  template <class Team, class Splits>
  THRUSTLINE_HD void compare(Team const& team, std::int64_t n, Splits const& splits) const {
    measure_node(splits.by(team), in.all.nodes[n], in.all.farthest[n]);
    team.wait();
    const std::int64_t met = team.of_first(team.lane() == 0 ? offer_to_representative(in, n) : 0);
    team.wait(); // what the first thread sees of that node, all see
    if (met != no_node)
      compare_twins(team, in, n, met);
  }

private:
  struct node_range {
    std::int64_t begin, end;
  };

  /// Splits a node, and writes the nodes below it. Returns these; none if it has no point to split at, or if there is
  /// no room.
  template <class Team, class Splits>
  THRUSTLINE_HD node_range write_split(Team const& team, std::int64_t n, Splits const& splits) const {
    const bool is_copied = team.any(team.lane() == 0 && begin_split(n));
    const reached_node node = in.all.nodes[n];
    const std::int64_t halves = is_copied ? keep_all(team, node, splits.keep) : split_node(splits.by(team), node);
    if (halves == 0)
      return {0, 0};
    if (team.lane() == 0)
      atomic_add(in.all.counts->kept, is_copied ? node.last - node.first - 1 : halves - 1);
    if (!is_copied && team.lane() == 0)
      atomic_add(in.all.counts->splits, std::int64_t(1));
    const std::int64_t to = team.of_first(team.lane() == 0 ? atomic_add(in.all.counts->nodes, halves) : 0);
    if (to + halves <= in.all.capacity)
      return write_below(team, n, is_copied, to, splits);
    if (team.lane() == 0)
      postpone(n, to);
    return {0, 0};
  }

  /// Returns whether the node splits to the end.
  THRUSTLINE_HD bool begin_split(std::int64_t n) const {
    const bool is_copied = atomic_exchange(in.all.states[n], node_state::split) == node_state::due_copied;
    if (is_copied)
      atomic_store(in.all.states[n], node_state::split_copied);
    return is_copied;
  }

  /// Keeps all points of a node. Returns the number of nodes below it.
  template <class Team>
  static THRUSTLINE_HD std::int64_t keep_all(Team const& team, reached_node const& n, std::uint8_t* keep) {
    for (std::int64_t i = n.first + 1 + team.lane(); i < n.last; i += Team::size)
      keep[i] = 1;
    return nodes_to_end(n);
  }

  /// The number of nodes below one that splits to the end.
  static THRUSTLINE_HD std::int64_t nodes_to_end(reached_node const& n) { return 2 * (n.last - n.first) - 2; }

  /// Leaves it to the host to make room for the nodes from `to` on below node n.
  THRUSTLINE_HD void postpone(std::int64_t n, std::int64_t to) const {
    node_arrays const& all = in.all;
    atomic_store(all.links[n].first_child, node_arrays::without_room(to));
    all.postponed[atomic_add(all.counts->postponed, std::int64_t(1))] = n;
    if (to <= all.capacity) // true for one of them: those after it find no room at all
      all.counts->written = to;
  }

  /// Writes the nodes below node n, which had no room before, and adds the tasks that look at them.
  template <class Team, class Splits>
  THRUSTLINE_HD void add_below(Team const& team, std::int64_t n, Splits const& splits) const {
    const std::int64_t to = node_arrays::without_room(in.all.links[n].first_child);
    const bool is_copied = team.any(atomic_load(in.all.states[n]) == node_state::split_copied);
    show_below(team, n, write_below(team, n, is_copied, to, splits));
  }

  /// Writes the nodes below node n, from node `to` on. Returns them.
  template <class Team, class Splits>
  THRUSTLINE_HD node_range write_below(Team const& team, std::int64_t n, bool is_copied, std::int64_t to,
                                       Splits const& splits) const {
    node_arrays const& all = in.all;
    if (!is_copied)
      return {to, to + write_halves(team, all, splits.keep, n, to)};
    if (const std::int64_t forced = split_to_end(splits.by(team), all, n, to); forced > 0)
      atomic_add(all.counts->splits, forced);
    return {to, to + nodes_to_end(all.nodes[n])};
  }

  /// Lets others see the nodes below node n, and adds the tasks that look at them.
  template <class Team>
  THRUSTLINE_HD void show_below(Team const& team, std::int64_t n, node_range const& below) const {
    node_arrays const& all = in.all;
    team.wait();
    find_limits(team, below.begin, below.end);
    atomic_fence(); // the table shows nodes to others
    for (std::int64_t m = below.begin + team.lane(); m < below.end; m += Team::size)
      add_new_vertex(places, near.all, m);
    if (all.links[n].root == n)
      list_near_root{in, near}(team, n);
    team.wait();
    if (team.lane() == 0)
      atomic_release(all.links[n].first_child, below.begin);
    team.wait();
    atomic_fence();
    for (std::int64_t m = below.begin + team.lane(); m < below.end; m += Team::size)
      look_at(m);
    team.wait();
  }

  /// Finds the limits of nodes.
  template <class Team>
  THRUSTLINE_HD void find_limits(Team const& team, std::int64_t begin, std::int64_t end) const {
    for (std::int64_t m = begin; m < end; m += 32)
      limits_of_nodes{in.edges, in.all}(team, m, end - m < 32 ? static_cast<int>(end - m) : 32);
  }
};

/// Adds the vertex of a new node.
struct add_vertex_of_node {
  closure_work work;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t n) const {
    add_new_vertex(work.places, work.near.all, n);
  }
};

/// Adds the tasks that look at a new node.
struct look_at_node {
  closure_work work;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t n) const {
    work.look_at(n);
  }
};

} // namespace thrustline::flow
