// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/gpu/launch.hpp"
#include "simplify/gpu/bounded/long_queues.cuh"
#include "simplify/gpu/bounded/spines/recurrences.cuh"
#include "simplify/gpu/bounded/spines/spine_chains.cuh"
#include "simplify/gpu/bounded/spines/spine_cuts.cuh"
#include "simplify/gpu/bounded/spines/spine_planner.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/temporary.hpp>

/// Spines of the split tree, cut in parallel.
///
/// Where a tree is deep, as for noise, each cut takes a little off one end of its segment, and the next cut waits for
/// it. But where the next cut of either end falls hardly depends on the other end. So the cuts of each end are followed
/// as if it were alone (spine_chains.cuh), these two chains are merged into a plan of all cuts (spine_planner.cuh), and
/// all segments of the plan are searched at once, as any other segment is (spine_cuts.cuh). The plan is marked up to
/// the first cut that this search does not find: so a bad guess costs time, but changes nothing.
namespace thrustline::gpu {

/// Holds both queues until splitting begins.
template <class Outcome>
__global__ void hold_queues(long_queues<Outcome> queues) {
  queues.hold();
}

/// Memory of a round of spines: at most 7/8 byte for each of their points, or 1.4 with 64-bit indices: the bits of both
/// chains, 12 or 20 bytes for each slice of 64 points, and for each group of 32 cuts; for the significance 1/8 or 1/4
/// byte more, the least distance of each group.
template <class Policy, class Problem>
class spine_memory {
  using Index = typename Problem::index;
  using steps = typename spine_slices<Index>::steps;
  using plan_type = spine_plan<Index, typename Problem::real>;
  using bits = typename plan_type::bits;

public:
  spine_memory(Policy const& policy, spine_counts const& counts)
      : counts_(counts), slices_(2 * std::int64_t(counts.slices)), words_(2 * std::int64_t(counts.words)),
        distances_(Problem::outcome::reads_marks ? counts.groups : 0), seeds_(policy, slices_), next_(policy, slices_),
        chains_(policy, words_), groups_(policy, counts.groups), least_(policy, distances_) {}

  /// Sets what the kernels expect: no seeds, no points on chains, no distances.
  void clear(cudaStream_t stream) const {
    fill(stream, seeds_.data(), 0xff, slices_ * sizeof(steps));
    fill(stream, chains_.data(), 0, words_ * sizeof(unsigned));
    fill(stream, least_.data(), 0xff, distances_ * sizeof(bits));
  }

  spine_slices<Index> slices(spine* spines) const {
    return {spines, counts_, seeds_.data(), next_.data(), chains_.data()};
  }
  plan_type plan() const { return {groups_.data(), least_.data()}; }

private:
  static void fill(cudaStream_t stream, void* what, int byte, std::size_t bytes) {
    if (bytes > 0)
      detail::check_cuda(cudaMemsetAsync(what, byte, bytes, stream), "cudaMemsetAsync");
  }

  spine_counts counts_;
  std::int64_t slices_, words_, distances_;
  detail::temporary<steps, Policy> seeds_;
  detail::temporary<std::int16_t, Policy> next_;
  detail::temporary<unsigned, Policy> chains_;
  detail::temporary<cut_group<Index>, Policy> groups_;
  detail::temporary<bits, Policy> least_;
};

/// Cuts the spines that were found, and puts what is left of them into the queues. Memory: see spine_memory.
/// recurring: made if dense spines may be searched by boxes
template <class Policy, class Problem>
void cut_spines(Policy const& policy, Problem const& problem, spine_counts const& counts,
                recurring_boxes const& recurring, long_queues<typename Problem::outcome> const& queues) {
  const cudaStream_t stream = detail::stream_of(policy);
  const spine_memory<Policy, Problem> memory(policy, counts);
  memory.clear(stream);
  const auto slices = memory.slices(problem.spines.spines);
  const auto plan = memory.plan();
  typename Problem::search const& search = problem; // the kernels that take it are the same for all outcomes
  hold_queues<<<1, 1, 0, stream>>>(queues);
  check_launch("hold_queues");
  if (counts.dense > 0 && recurring.earlier[1])
    find_recurring_spines(stream, problem.spines, counts.spines, recurring.earlier[1]);

  const unsigned slice_blocks = blocks_for(2 * std::int64_t(counts.slices), slice_warps);
  const auto follow = [&](chain_step step) {
    follow_chains<<<slice_blocks, 32 * slice_warps, 0, stream>>>(step, slices, search);
    check_launch("follow_chains");
  };
  find_seeds<<<slice_blocks, 32 * slice_warps, 0, stream>>>(slices, search);
  check_launch("find_seeds");
  follow(chain_step::link);
  join_pieces<<<dim3(counts.spines, 2), 256, 0, stream>>>(slices);
  check_launch("join_pieces");
  follow(chain_step::write);

  plan_cuts<<<counts.spines, 96, 0, stream>>>(slices, plan.groups, problem.points, problem.metric.metric);
  check_launch("plan_cuts");
  const std::int64_t cuts = std::int64_t(counts.groups) * group_cuts;
  const unsigned tested_by_warp = cuts > few_cuts ? most_tested_by_warp : 1;
  typename Problem::real* distances = nullptr;
  if constexpr (Problem::outcome::reads_marks)
    distances = problem.marks;
  test_cuts<<<blocks_for(cuts, plan_warps * tested_by_warp), 32 * plan_warps, 0, stream>>>(
      planned_spines<typename Problem::index, typename Problem::real>{slices, plan, distances}, search, *problem.boxes,
      recurring, tested_by_warp);
  check_launch("test_cuts");
  if constexpr (Problem::outcome::reads_marks) {
    find_least<<<counts.spines, 256, 0, stream>>>(problem.spines.spines, plan);
    check_launch("find_least");
  }
  // Ranks are needed in rare cases here.
  mark_cuts<<<blocks_for(counts.groups, plan_warps), 32 * plan_warps, 0, stream>>>(slices, plan,
                                                                                   with_named_metric(problem), queues);
  check_launch("mark_cuts");
}

} // namespace thrustline::gpu
