// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/named_metric.hpp"
#include "simplify/flow/prepared.hpp"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/segment_queue.cuh"
#include "simplify/gpu/bounded/short_queue.cuh"
#include "simplify/gpu/bounded/spine_list.cuh"

/// What the kernels of engine `bounded` share.
namespace thrustline::gpu {

/// Level of a segment end: 1 for an end of a series, else 1 + the level of the segment that was cut there, at most 255.
/// So the level of any segment is the greater mark of its two ends.
using level_mark = std::uint8_t;
inline constexpr unsigned highest_mark = 255;

/// The ends of segments: a bit for each point, and a level mark where the bit is set. Few points are ends while long
/// segments are split: clearing and reading a byte for each point would cost more than all the rest.
struct segment_ends {
  unsigned* bits;     ///< zeroed, with the bits of 1024 points behind the last
  level_mark* levels; ///< not zeroed

  template <class Index>
  __device__ void mark(Index i, unsigned level) const {
    levels[i] = static_cast<level_mark>(min(level, highest_mark));
    atomicOr(bits + i / 32, 1u << i % 32);
  }
};

/// What the kernels of a call count. The host reads it after the last kernel of a round. A later round begins with
/// zeros from `kept` on.
struct call_state {
  unsigned long long levels;   ///< the deepest level seen
  unsigned long long kept;     ///< points with marks
  unsigned long long tiles;    ///< tiles that finish_short has taken
  spine_counts spines;         ///< spines that split_long has found
  unsigned arrived;            ///< blocks of split_long that have begun
  queue_counters teams, warps; ///< counters of the queues of long segments
  short_counters shorts;       ///< counters of the queue of short segments
};

/// The input of a call without its outcome: kernels that take no more are compiled once for all outcomes.
///
/// Kernels take it by value, and the tree of boxes as a separate parameter. Searches index the levels of the tree at
/// run time, so any struct that holds the tree stays in memory. The compiler would then take `metric.skip` for
/// different in each thread, test it for every point and wait for each load, instead of making two loops, one without
/// the test.
template <class Index, class Real, int D, class Metric, class Tolerance>
struct search_problem {
  using index = Index;
  using real = Real;
  using point_type = point<Real, D>;
  using tree = box_tree<Real, D>;
  static constexpr int dimensions = D;

  const point_type* points;
  Index count;
  const tree* boxes; ///< on the host; kernels set it to their own parameter
  flow::skipping<Metric, Real, D> metric;
  Tolerance tolerance; ///< by the index of a segment's first point

  /// Whether a search may pass over box b of a level in a segment that begins at `first`: see recurring_problem.
  __device__ constexpr bool is_superfluous(int, Index, Index) const { return false; }
};

/// The input of a call, and where its kernels mark the cuts.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
struct split_problem : search_problem<Index, Real, D, Metric, Tolerance> {
  using outcome = Outcome; ///< see outcomes.cuh
  using mark = typename Outcome::mark;
  using search = search_problem<Index, Real, D, Metric, Tolerance>;

  segment_ends ends;
  mark* marks; ///< the caller's
  spine_list spines;
  call_state* state;
};

/// The same problem for kernels of which one instance serves all metrics.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
split_problem<Outcome, Index, Real, D, flow::named_metric, Tolerance>
with_named_metric(split_problem<Outcome, Index, Real, D, Metric, Tolerance> const& of) {
  return {{of.points,
           of.count,
           of.boxes,
           {flow::named_metric(of.metric.metric), of.metric.skip, of.metric.valid},
           of.tolerance},
          of.ends,
          of.marks,
          of.spines,
          of.state};
}

} // namespace thrustline::gpu
