// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "simplify/gpu/bounded/long_queues.cuh"
#include "simplify/gpu/bounded/segment_splitter.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// The kernel that splits long segments: teams of warps search boxes and share queues, until only short segments are
/// left.
namespace thrustline::gpu {

/// Threads of a block that splits long segments. For doubles a large team would leave finish_short no registers.
template <bool Overlapped, class Real>
inline constexpr int splitting_threads = 32 *
                                         (Overlapped && sizeof(Real) == sizeof(float) ? large_team_warps : team_warps);

/// How the work of a launch of split_long is divided.
template <class Index>
struct split_shares {
  unsigned teams;     ///< the first blocks to arrive split as teams at first
  Index own_steps;    ///< see segment_splitter
  bool begins_series; ///< the kernel itself queues the only series, which has all points
};

/// Splits all long segments. The first blocks to arrive split those for teams; when these are done, they join the
/// others, in which each warp splits segments alone. Overlapped: finish_short runs at the same time; whoever finishes
/// the last segment closes the queue of short ones.
template <bool Overlapped, class Problem>
__global__ void __launch_bounds__(splitting_threads<Overlapped, typename Problem::real>,
                                  (sizeof(typename Problem::real) == sizeof(float) ? 1024 : 768) /
                                      splitting_threads<Overlapped, typename Problem::real>)
    split_long(Problem problem, const __grid_constant__ typename Problem::tree boxes,
               long_queues<typename Problem::outcome> queues, split_shares<typename Problem::index> shares) {
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  constexpr int block_warps = splitting_threads<Overlapped, Real> / 32;
  problem.boxes = &boxes;
  wait_for_turn();
  let_next_begin(); // only now: an overlapped finish_short does not wait for this kernel, but needs those before it
  __shared__ union {
    split_memory<block_warps, Index, Real> of_team;
    split_memory<1, Index, Real> of_warps[block_warps];
  } memory;
  __shared__ unsigned arrived;
  const warp_team<block_warps> team;
  const warp_team<1> alone;
  const unsigned warps = gridDim.x * block_warps;
  const auto finished = [&] {
    if (queues.of_warps.finished(alone.lane, warps) && Overlapped && alone.lane == 0)
      queues.shorts.close();
  };
  // While a team has work, there may be more for single warps.
  const auto finished_by_team = [&] {
    if (queues.of_teams.finished(team.lane, shares.teams))
      finished();
  };

  if (threadIdx.x == 0)
    arrived = atomicAdd(&problem.state->arrived, 1u);
  __syncthreads();
  if (arrived == 0 && team.warp == 0) {
    if (shares.begins_series && team.leads()) {
      queues.hold();
      __threadfence(); // before any thread finds anything in the queues
      begin_one<typename Problem::outcome, Index>({0, problem.count - 1}, problem.ends, queues);
    }
    finished_by_team(); // releases the hold on the queues
  }
  unsigned deepest = 0;
  if (arrived < shares.teams)
    deepest = segment_splitter<Overlapped, block_warps, Problem>(team, problem, queues, Index(0), memory.of_team)
                  .split(queues.of_teams, finished_by_team);
  __syncthreads();
  deepest = max(deepest, segment_splitter<Overlapped, 1, Problem>(alone, problem, queues, shares.own_steps,
                                                                  memory.of_warps[team.warp])
                             .split(queues.of_warps, finished));
  if (alone.lane == 0 && deepest > 0)
    atomicMax(&problem.state->levels, static_cast<unsigned long long>(deepest));
}

/// Percentage of a multiprocessor's memory that is shared memory where finish_short overlaps split_long: enough for one
/// block that splits and six that finish. Measured, as the rest is cache.
inline constexpr int overlapped_shared_percent = 57;

/// Launches split_long. begins_series: the only series is not queued yet.
template <bool Overlapped, class Problem>
void split_all(cudaStream_t stream, Problem const& problem, long_queues<typename Problem::outcome> const& queues,
               bool begins_series) {
  using Index = typename Problem::index;
  const auto split = split_long<Overlapped, Problem>;
  constexpr int threads = splitting_threads<Overlapped, typename Problem::real>;
  const Index count = problem.count;
  std::int64_t blocks =
      std::min(splitting_blocks(count, Problem::outcome::short_steps), blocks_that_fit(split, threads, 0));
  if (Overlapped) // leaves room for blocks that finish beside each of these
    blocks = std::min<std::int64_t>(blocks, device_attribute(cudaDevAttrMultiProcessorCount));
  split_shares<Index> shares{};
  // At most half of the blocks begin as teams: there is work for single warps soon.
  shares.teams = static_cast<unsigned>(std::min<std::int64_t>(count / team_steps, (blocks + 1) / 2));
  // A fraction of a warp's share of the points, so that the last warp is not late.
  shares.own_steps = static_cast<Index>(count / (threads / 4 * blocks));
  shares.begins_series = begins_series;
  launch_in_turn({stream, Overlapped ? overlapped_shared_percent : cudaSharedmemCarveoutDefault}, split, blocks,
                 threads, 0, problem, *problem.boxes, queues, shares);
}

} // namespace thrustline::gpu
