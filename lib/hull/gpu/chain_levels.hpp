// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/algorithms/detail/convex_chains.hpp>

/// Finds both chains of sorted points level by level: first those of short runs, then pairs of neighbours are joined
/// until one is left. A level has a few steps of independent pieces, which the caller runs: each(count, f) calls f(i)
/// for 0 <= i < count and returns when what they wrote can be read. So the same code serves a block of threads, a whole
/// device without a wait for the host, and a CPU.
namespace thrustline::hull {

using detail::chain_joint;
using detail::chain_turns;

/// The storage of m sorted points' chains in runs of 2^log_run points: lower ones in [0, m), upper ones in [m, 2 m).
template <class Index>
struct chain_space {
  Index* chains[2];           ///< 2 m each
  Index* counts[2];           ///< 2 * runs each
  chain_joint<Index>* joints; ///< 2 * runs

  THRUSTLINE_HD static Index runs(Index m, int log_run) { return (m + (Index(1) << log_run) - 1) >> log_run; }
};

/// Finds the chains of runs: `nodes` chains for each side, each in a stretch of 2^log_slots slots.
template <class Sorted, class Index>
struct first_runs {
  Sorted sorted;
  Index m, nodes;
  int log_slots;
  bool keep_collinear;
  Index *chains, *counts;

  THRUSTLINE_HD void operator()(Index i) const {
    const bool upper = i >= nodes;
    const Index first = (upper ? i - nodes : i) << log_slots, rest = m - first;
    const Index last = first + (rest < Index(1) << log_slots ? rest : Index(1) << log_slots);
    counts[i] =
        detail::chain_of_run(sorted, first, last, chain_turns{upper, keep_collinear}, chains + (upper ? m : 0) + first);
  }
};

/// Finds how the pairs of a level are joined.
template <class Sorted, class Index>
struct find_joints {
  Sorted sorted;
  Index m, nodes; ///< nodes: those in the level below
  int log_slots;  ///< slots of each of them: 2^log_slots
  bool keep_collinear;
  const Index *chains, *counts;
  Index* joined_counts;
  chain_joint<Index>* joints;

  THRUSTLINE_HD void operator()(Index i) const {
    const Index pairs = (nodes + 1) / 2;
    const bool upper = i >= pairs;
    const Index left = 2 * (upper ? i - pairs : i), side = upper ? nodes : 0;
    const Index left_count = counts[side + left], right_count = left + 1 < nodes ? counts[side + left + 1] : 0;
    const Index* const slots = chains + (upper ? m : 0) + (left << log_slots);
    using view = detail::chain_view<Sorted, Index>;
    // The right neighbour's stretch may be absent: its address is not formed then.
    const view left_view{sorted, slots}, right_view{sorted, right_count > 0 ? slots + (Index(1) << log_slots) : slots};
    joints[i] = detail::join_of(left_view, left_count, right_view, right_count, chain_turns{upper, keep_collinear});
    joined_counts[i] = joints[i].kept_left + right_count - joints[i].skip_right;
  }
};

/// Moves the entry in one slot to where the joined chain has it, or drops it.
template <class Index>
struct move_entry {
  Index m, nodes;
  int log_slots;
  const Index *chains, *counts;
  const chain_joint<Index>* joints;
  Index* joined;

  THRUSTLINE_HD void operator()(Index j) const {
    const bool upper = j >= m;
    const Index slot = upper ? j - m : j, node = slot >> log_slots;
    const Index at = slot - (node << log_slots);
    if (at >= counts[(upper ? nodes : 0) + node])
      return;
    const chain_joint<Index> joint = joints[(upper ? (nodes + 1) / 2 : 0) + node / 2];
    Index to = at;
    if (node % 2 == 0 ? at >= joint.kept_left : at < joint.skip_right)
      return;
    if (node % 2 == 1)
      to += joint.kept_left - joint.skip_right;
    joined[(upper ? m : 0) + ((node / 2) << (log_slots + 1)) + to] = chains[j];
  }
};

/// The two chains as positions of sorted points, and the address of their lengths.
template <class Index>
struct finished_chains {
  const Index *lower, *upper;
  const Index* counts; ///< lengths of the lower and the upper chain

  THRUSTLINE_HD detail::hull_ring<Index> ring() const { return {lower, upper, counts[0], counts[1]}; }
};

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// Joins the chains of the runs in space.chains[0] and space.counts[0].
template <class Each, class Sorted, class Index>
THRUSTLINE_HD finished_chains<Index> join_runs(Each const& each, Sorted sorted, Index m, int log_run,
                                               bool keep_collinear, chain_space<Index> const& space) {
  int now = 0, log_slots = log_run;
  for (Index nodes = chain_space<Index>::runs(m, log_run); nodes > 1;
       nodes = (nodes + 1) / 2, ++log_slots, now = 1 - now) {
    each(2 * ((nodes + 1) / 2),
         find_joints<Sorted, Index>{sorted, m, nodes, log_slots, keep_collinear, space.chains[now], space.counts[now],
                                    space.counts[1 - now], space.joints});
    each(2 * m, move_entry<Index>{m, nodes, log_slots, space.chains[now], space.counts[now], space.joints,
                                  space.chains[1 - now]});
  }
  return {space.chains[now], space.chains[now] + m, space.counts[now]};
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// Finds the chains of m > 0 sorted points. sorted[i]: point i.
template <class Each, class Sorted, class Index>
THRUSTLINE_HD finished_chains<Index> chains_of(Each const& each, Sorted sorted, Index m, int log_run,
                                               bool keep_collinear, chain_space<Index> const& space) {
  const Index nodes = chain_space<Index>::runs(m, log_run);
  each(2 * nodes,
       first_runs<Sorted, Index>{sorted, m, nodes, log_run, keep_collinear, space.chains[0], space.counts[0]});
  return join_runs(each, sorted, m, log_run, keep_collinear, space);
}

} // namespace thrustline::hull
