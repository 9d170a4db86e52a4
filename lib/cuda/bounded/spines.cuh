// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/bounded/call_memory.cuh"
#include "cuda/bounded/spine_chains.cuh"
#include "cuda/bounded/spine_cuts.cuh"

/// Spines of the split tree, cut in parallel.
///
/// Where a tree is deep, as for noise, each cut takes a little off one end of its segment, and the next one waits for
/// it. But where the next cut of either end falls hardly depends on the other end. So the cuts of each end are followed
/// as if it were alone (spine_chains.cuh), these two chains are merged into a plan of all cuts, and then all segments
/// of the plan are searched at once, as any other segment is. What is marked is the plan up to the first cut that is
/// not what that search finds: so a bad guess costs time, but changes nothing.
namespace thrustline::cuda {

/// Holds both queues until splitting begins.
template <class Outcome>
__global__ void hold_queues(long_queues<Outcome> queues) {
  queues.of_teams.hold();
  queues.of_warps.hold();
}

/// Cuts the spines that were found; what is left of them is in the queues then. Memory: about 40 bytes for each cut
/// that may be left, by guess, more for double or 64-bit indices.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
void cut_spines(Policy const& policy, spine* spines, spine_counts const& counts, const point<Real, D>* points,
                box_tree<Real, D> const& boxes, long_queues<Outcome> const& queues,
                flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance, level_mark* level_marks,
                typename Outcome::mark* marks, call_state* state) {
  const cudaStream_t stream = detail::stream_of(policy);
  const auto launched = [](const char* kernel) { detail::check_cuda(cudaGetLastError(), kernel); };
  const auto blocks = [](std::int64_t items, std::int64_t a_block) {
    return static_cast<unsigned>((items + a_block - 1) / a_block);
  };
  const std::int64_t all_slices = 2 * std::int64_t(counts.slices);
  const detail::temporary<unsigned long long, Policy> seeds(policy, all_slices);
  const detail::temporary<chain_piece, Policy> pieces(policy, all_slices);
  const detail::temporary<Index, Policy> chains(policy, 2 * std::int64_t(counts.cuts));
  const detail::temporary<planned_cut<Index>, Policy> planned(policy, counts.cuts);
  const detail::temporary<Real, Policy> distances(policy, Outcome::reads_marks ? counts.cuts : 0);
  const spine_slices<Index> slices{spines, counts, seeds.data(), pieces.data(), chains.data()};
  const spine_plan<Index, Real> plan{planned.data(), distances.data()};

  detail::check_cuda(cudaMemsetAsync(seeds.data(), 0xff, all_slices * sizeof(unsigned long long), stream),
                     "cudaMemsetAsync");
  hold_queues<<<1, 1, 0, stream>>>(queues);
  launched("hold_queues");
  const auto follow = follow_chains<Index, Real, D, Metric, Tolerance>;
  const auto take = [&](chain_step step) {
    follow<<<blocks(all_slices, slice_warps), 32 * slice_warps, 0, stream>>>(step, slices, points, metric, tolerance);
    launched("follow_chains");
  };
  take(chain_step::find_seeds);
  take(chain_step::follow);
  join_pieces<<<dim3(counts.spines, 2), 256, 0, stream>>>(slices);
  launched("join_pieces");
  take(chain_step::write);
  plan_cuts<<<counts.spines, 32, 0, stream>>>(slices, planned.data(), points, metric.metric);
  launched("plan_cuts");
  const unsigned tested_by_warp = counts.cuts > few_cuts ? most_tested_by_warp : 1;
  test_cuts<<<blocks(counts.cuts, plan_warps * tested_by_warp), 32 * plan_warps, 0, stream>>>(
      spines, counts, plan, points, boxes, metric, tolerance, tested_by_warp);
  launched("test_cuts");
  if (Outcome::reads_marks) {
    find_least<<<counts.spines, 256, 0, stream>>>(spines, distances.data());
    launched("find_least");
  }
  mark_cuts<Outcome><<<blocks(counts.cuts, plan_warps * marked_by_warp), 32 * plan_warps, 0, stream>>>(
      spines, counts, plan, points, queues, metric, tolerance, level_marks, marks, state);
  launched("mark_cuts");
}

} // namespace thrustline::cuda
