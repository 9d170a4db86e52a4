// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/gpu/bounded/call_memory.cuh"
#include "simplify/gpu/bounded/leveled_segment.hpp"
#include "simplify/gpu/bounded/segment_queue.cuh"
#include "simplify/gpu/bounded/short_queue.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// The queues of long segments, and how the series of a call enter them.
namespace thrustline::gpu {

/// The segments that wait for a team, and those that wait for a single warp. Segments of at most Outcome::short_steps
/// are short: finish_short splits them.
template <class Outcome>
struct long_queues {
  static_assert(Outcome::short_steps >= least_short_steps, "the queues have room for all long segments");
  using queue = segment_queue<Outcome::reads_marks>;
  queue of_teams, of_warps;
  std::int64_t most_steps; ///< most steps of a segment for a single warp
  short_queue shorts;      ///< without entries unless finish_short runs at the same time

  /// Keeps both queues open: splitting does not end yet. Called by one thread.
  __device__ void hold() const {
    of_teams.hold();
    of_warps.hold();
  }

  /// Queues a long segment; a short one is found between its marked ends later. Called by one thread.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    const Index steps = s.ends.last - s.ends.first;
    if (steps > most_steps)
      of_teams.put(s);
    else if (steps > Outcome::short_steps)
      of_warps.put(s);
  }
};

/// Marks the ends of a series, and queues it if it is long. Called by one thread.
template <class Outcome, class Index>
__device__ void begin_one(detail::chord_ends<Index> const& series, segment_ends const& ends,
                          long_queues<Outcome> const& queues) {
  ends.mark(series.first, 1);
  ends.mark(series.last, 1);
  queues.template put<Index>({series, 1});
}

/// Begins every series, and holds both queues until split_long runs.
template <class Outcome, class Index>
__global__ void __launch_bounds__(256)
    begin_series(const detail::chord_ends<Index>* series, Index count, segment_ends ends, long_queues<Outcome> queues) {
  const std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (s == 0)
    queues.hold();
  if (s >= count)
    return;
  const detail::chord_ends<Index> here = series[s];
  if (here.first <= here.last) // else the series has no valid point
    begin_one(here, ends, queues);
}

} // namespace thrustline::gpu
