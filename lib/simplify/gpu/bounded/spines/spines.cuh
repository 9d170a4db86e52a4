// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simplify/gpu/bounded/call_memory.cuh"
#include "simplify/gpu/bounded/spines/spine_chains.cuh"
#include "simplify/gpu/bounded/spines/spine_cuts.cuh"
#include "simplify/gpu/bounded/spines/spine_planner.cuh"

/// Spines of the split tree, cut in parallel.
///
/// Where a tree is deep, as for noise, each cut takes a little off one end of its segment, and the next one waits for
/// it. But where the next cut of either end falls hardly depends on the other end. So the cuts of each end are followed
/// as if it were alone (spine_chains.cuh), these two chains are merged into a plan of all cuts, and then all segments
/// of the plan are searched at once, as any other segment is. What is marked is the plan up to the first cut that is
/// not what that search finds: so a bad guess costs time, but changes nothing.
namespace thrustline::gpu {

/// Holds both queues until splitting begins.
template <class Outcome>
__global__ void hold_queues(long_queues<Outcome> queues) {
  queues.of_teams.hold();
  queues.of_warps.hold();
}

/// Cuts the spines that were found; what is left of them is in the queues then. Memory: at most 7/8 byte for each of
/// their points, or 1.4 with 64-bit indices: the bits of both chains, 12 or 20 bytes for 64 points of a slice, and a
/// group of 32 cuts; and for the significance 1/8 or 1/4 byte more, the least distance of a group.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
void cut_spines(Policy const& policy, spine* spines, spine_counts const& counts, const point<Real, D>* points,
                box_tree<Real, D> const& boxes, long_queues<Outcome> const& queues,
                flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance, segment_ends const& marked,
                typename Outcome::mark* marks, call_state* state) {
  const cudaStream_t stream = detail::stream_of(policy);
  const auto launched = [](const char* kernel) { detail::check_cuda(cudaGetLastError(), kernel); };
  const auto blocks = [](std::int64_t items, std::int64_t a_block) {
    return static_cast<unsigned>((items + a_block - 1) / a_block);
  };
  const std::int64_t all_slices = 2 * std::int64_t(counts.slices), all_words = 2 * std::int64_t(counts.words);
  using steps = typename spine_slices<Index>::steps;
  using bits = typename spine_plan<Index, Real>::bits;
  const detail::temporary<steps, Policy> seeds(policy, all_slices);
  const detail::temporary<std::int16_t, Policy> next(policy, all_slices);
  const detail::temporary<unsigned, Policy> chains(policy, all_words);
  const detail::temporary<cut_group<Index>, Policy> groups(policy, counts.groups);
  const std::int64_t with_least = Outcome::reads_marks ? counts.groups : 0;
  const detail::temporary<bits, Policy> least(policy, with_least);
  const spine_slices<Index> slices{spines, counts, seeds.data(), next.data(), chains.data()};
  const spine_plan<Index, Real> plan{groups.data(), least.data()};

  const auto fill = [&](void* what, int byte, std::size_t bytes) {
    if (bytes > 0)
      detail::check_cuda(cudaMemsetAsync(what, byte, bytes, stream), "cudaMemsetAsync");
  };
  fill(seeds.data(), 0xff, all_slices * sizeof(steps));
  fill(chains.data(), 0, all_words * sizeof(unsigned));
  fill(least.data(), 0xff, with_least * sizeof(bits));
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
  plan_cuts<<<counts.spines, 96, 0, stream>>>(slices, groups.data(), points, metric.metric);
  launched("plan_cuts");
  const std::int64_t all_cuts = std::int64_t(counts.groups) * group_cuts;
  const unsigned tested_by_warp = all_cuts > few_cuts ? most_tested_by_warp : 1;
  test_cuts<Outcome><<<blocks(all_cuts, plan_warps * tested_by_warp), 32 * plan_warps, 0, stream>>>(
      slices, plan, points, boxes, metric, tolerance, tested_by_warp, marks);
  launched("test_cuts");
  if (Outcome::reads_marks) {
    find_least<<<counts.spines, 256, 0, stream>>>(spines, plan);
    launched("find_least");
  }
  mark_cuts<Outcome><<<blocks(counts.groups, plan_warps), 32 * plan_warps, 0, stream>>>(
      slices, plan, points, queues, metric, tolerance, marked, marks, state);
  launched("mark_cuts");
}

} // namespace thrustline::gpu
