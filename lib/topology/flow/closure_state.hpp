// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/flow/task_list.hpp"
#include "topology/flow/edge_boxes.hpp"
#include "topology/flow/node_arrays.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/topology.hpp>

namespace thrustline::flow {

/// What the closure has to do.
enum class closure_task : std::uint8_t {
  split,       ///< split a node
  add_below,   ///< add the children of a node that has split, which had no room before
  look_around, ///< search the regions around the vertex of a node
  look_inside, ///< search the vertices in the region of a node
  compare,     ///< compare a node with those that have its ends
  test         ///< test whether the vertex of a pair is in the region of its node
};

/// A task for a node or a pair, by number, as it is listed.
struct listed_task {
  static constexpr int bits = 3;

  std::uint64_t word; ///< not 0

  THRUSTLINE_HD listed_task(closure_task task, std::int64_t number)
      : word(static_cast<std::uint64_t>(number) << bits | (static_cast<std::uint64_t>(task) + 1)) {}
  THRUSTLINE_HD explicit listed_task(std::uint64_t word) : word(word) {}

  THRUSTLINE_HD closure_task task() const { return static_cast<closure_task>((word & ((1u << bits) - 1)) - 1); }
  THRUSTLINE_HD std::int64_t number() const { return static_cast<std::int64_t>(word >> bits); }
};

/// Where the tasks are listed: those that split nodes or add their children in the first list, others in one for each
/// kind.
struct closure_tasks {
  static constexpr int count = 5;
  /// In proportion to the times that the tasks of the lists take for the shorelines of the world. Few are comparisons:
  /// teams take them from a list that none prefers.
  static constexpr std::array<int, count> shares{6, 2, 2, 1, 0};

  task_lists<count> all;

  static THRUSTLINE_HD int list_of(closure_task task) {
    switch (task) {
    case closure_task::look_around:
      return 1;
    case closure_task::look_inside:
      return 2;
    case closure_task::test:
      return 3;
    case closure_task::compare:
      return 4;
    default:
      return 0;
    }
  }

  THRUSTLINE_HD task_list const& of(closure_task task) const { return all.lists[list_of(task)]; }

  THRUSTLINE_HD void add(closure_task task, std::int64_t number) const { of(task).add(listed_task(task, number).word); }
  THRUSTLINE_HD void add_after_fence(closure_task task, std::int64_t number) const {
    of(task).add_after_fence(listed_task(task, number).word);
  }
};

/// A node and the place of a vertex near it, to be tested: by a step for those that mark_roots has listed, by tasks for
/// the others.
struct node_and_place {
  std::int64_t node;
  plane_point place;
};

/// What the steps of the closure read and write.
struct closure_state {
  static constexpr std::int64_t short_chain = 8; ///< edges that one thread tests at once: measured

  plane_lines lines;
  edge_boxes edges;
  topology scope;
  node_arrays all;
  closure_tasks tasks;
  node_and_place* pairs;
  std::int64_t pairs_capacity;

  /// The place where node n begins: a vertex.
  THRUSTLINE_HD plane_point const& vertex(std::int64_t n) const { return lines.points[all.nodes[n].first]; }
  /// The place where node n ends.
  THRUSTLINE_HD plane_point const& end(std::int64_t n) const { return lines.points[all.nodes[n].last]; }

  THRUSTLINE_HD std::int64_t line_of(std::int64_t n) const { return lines.line_of(all.nodes[n].first); }
  /// Whether the nodes m and n are of one line.
  THRUSTLINE_HD bool share_line(std::int64_t m, std::int64_t n) const { return line_of(m) == line_of(n); }

  /// Whether the vertex of node v counts for node n.
  THRUSTLINE_HD bool counts(std::int64_t n, std::int64_t v) const {
    return scope == topology::both || share_line(n, v) == (scope == topology::within);
  }

  /// Lets node n, which may split, do so.
  THRUSTLINE_HD void mark_due(std::int64_t n) const {
    node_state there = node_state::open;
    if (atomic_replace(all.states[n], there, node_state::due))
      tasks.add(closure_task::split, n);
  }

  /// Lets node n split to the end, unless a task has begun to split it.
  THRUSTLINE_HD void mark_copied(std::int64_t n) const {
    node_state there = node_state::open;
    if (atomic_replace(all.states[n], there, node_state::due_copied))
      tasks.add(closure_task::split, n);
    else if (there == node_state::due)
      atomic_replace(all.states[n], there, node_state::due_copied);
  }

  /// Whether a place is enclosed by chord and chain of node n, or on either. Called by all threads of a team.
  template <class Team>
  THRUSTLINE_HD bool encloses(Team const& team, std::int64_t n, plane_point const& place) const {
    return enclose_or_touch(team, edges, all.nodes[n].first, all.nodes[n].last, place);
  }

  /// Whether the vertex of node v, which is there, holds node n back, if the limits of its region do not exclude that.
  /// False if a task of its own tests that: a node with a long chain may have hundreds of vertices near it.
  THRUSTLINE_HD bool is_held_back(std::int64_t n, std::int64_t v, plane_point const& there) const {
    if (!counts(n, v))
      return false;
    const bool is_long = all.nodes[n].last - all.nodes[n].first > short_chain;
    if (const std::int64_t k = is_long ? atomic_add(all.counts->pairs, std::int64_t(1)) : pairs_capacity;
        k < pairs_capacity) {
      pairs[k] = {n, there};
      tasks.add(closure_task::test, k);
      return false;
    }
    return encloses(lone_thread{}, n, there);
  }
};

} // namespace thrustline::flow
