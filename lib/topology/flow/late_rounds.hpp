// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/find_due.hpp"
#include "topology/flow/grow_trees.hpp"
#include "topology/flow/near_roots.hpp"
#include "topology/flow/new_vertices.hpp"
#include "topology/flow/twin_nodes.hpp"

/// The rounds of the closure that add few nodes, in one launch: the launches of the steps of such a round, and the
/// host's wait for its counts, take longer than the steps.
namespace thrustline::flow {

/// Result of the late rounds, which the host reads.
struct late_result {
  std::int64_t rounds;
  round_counts before; ///< the last round began with these
};

/// Runs the rounds after `known` was counted. The round before added the nodes from `begin` on.
struct late_rounds {
  closure_state in;
  ends_table twins;
  near_roots near;
  place_table places;
  std::int64_t room = 0;       ///< the number of nodes that there is room for
  std::int64_t most_added = 0; ///< the most nodes that a late round adds
  std::int64_t begin = 0;
  round_counts known{};
  std::uint8_t* keep = nullptr;
  late_result* result = nullptr;

  /// Runs rounds until one splits no node, or adds more nodes than a late one may. The host adds the nodes of the last
  /// round. steps: measure, split and split_copies of node_splitter, each for one entry of a list.
  template <class Grid, class Steps>
  THRUSTLINE_HD void run(Grid const& grid, Steps const& steps) const {
    closure_state now = in;
    round_counts before = known;
    std::int64_t first = begin;
    for (std::int64_t rounds = 1;; ++rounds) {
      now.waiting.begin = before.waiting;
      mark_due(grid, now, first, before, steps);
      grid.wait();
      grid.for_each_team(before.due, atomic_load(in.all.counts->due), steps.split);
      grid.wait();
      const round_counts after = counts();
      if (after.due == before.due || after.nodes - before.nodes > most_added || after.nodes > room) {
        if (grid.is_first())
          *result = {rounds, before};
        return;
      }
      add_halves(grid, before, after, steps);
      first = before.nodes;
      before = after;
      grid.wait();
    }
  }

private:
  /// Reads the counts. No thread changes nodes, due, twins or waiting at that time.
  THRUSTLINE_HD round_counts counts() const {
    round_counts& now = *in.all.counts;
    return {atomic_load(now.nodes),  atomic_load(now.due),  atomic_load(now.twins),
            atomic_load(now.splits), atomic_load(now.near), atomic_load(now.waiting)};
  }

  /// Marks the open nodes that are due since the nodes from `first` on were added. before: the counts at the start of
  /// the round.
  template <class Grid, class Steps>
  THRUSTLINE_HD void mark_due(Grid const& grid, closure_state const& now, std::int64_t first,
                              round_counts const& before, Steps const& steps) const {
    const std::int64_t added = before.nodes - first;
    grid.for_each_index(first, before.nodes, find_representative{now, twins});
    grid.for_each_team(0, 3 * added, mark_by_added{now, near, first, added, near_lists::all});
    grid.wait();
    const std::int64_t listed = atomic_load(in.all.counts->twins);
    grid.for_each_team(before.twins, listed, steps.measure);
    grid.wait();
    grid.for_each_index(before.twins, listed, offer_to_representative{now});
    grid.for_each_team(before.waiting, atomic_load(in.all.counts->waiting), test_pair{now});
    grid.wait();
    if (in.scope == topology::between) {
      grid.for_each_index(0, listed, mark_behind_other{now});
      grid.wait();
    }
    grid.for_each_team(before.twins, listed, mark_copies{now});
  }

  /// Adds the nodes of a round, which begins and ends with these counts.
  template <class Grid, class Steps>
  THRUSTLINE_HD void add_halves(Grid const& grid, round_counts const& before, round_counts const& after,
                                Steps const& steps) const {
    grid.for_each_team(before.due, after.due, write_halves{in.all, keep, 0});
    grid.for_each_team(before.due, after.due, steps.split_copies);
    grid.wait();
    grid.for_each_team(before.due, after.due, list_near_root{in, near, 0});
    grid.for_each_team(before.nodes, after.nodes, settle_node{{in.edges, in.all, 0}, places, near.all});
  }
};

} // namespace thrustline::flow
