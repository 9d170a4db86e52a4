// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cub/block/block_scan.cuh>

#include "simplify/gpu/bounded/box_search.cuh"
#include "simplify/gpu/bounded/deep_levels.cuh"
#include "simplify/gpu/bounded/long_queues.cuh"
#include "simplify/gpu/bounded/spines/recurrences.cuh"
#include "simplify/gpu/bounded/spines/spine_plan.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// The planned cuts of spines: all tested at once, and marked as far as they are right.
namespace thrustline::gpu {

/// Warps of a block that tests or marks planned cuts.
inline constexpr int plan_warps = 4;
/// Up to this many planned cuts get a warp each in the test.
inline constexpr unsigned few_cuts = 1u << 15;
/// Cuts that a warp tests if there are more: a divisor of group_cuts.
inline constexpr unsigned most_tested_by_warp = 8;

/// The spine of a group of planned cuts, for a warp.
__device__ inline spine& spine_of_group(spine* spines, spine_counts const& counts, unsigned group, int lane) {
  return spine_with_item(spines, counts.spines, group, lane, [](spine const& s) {
    return uint2{s.first_group, s.groups};
  });
}

/// The planned cuts of all spines, and where their distances are wanted.
template <class Index, class Real>
struct planned_spines {
  spine_slices<Index> slices;
  spine_plan<Index, Real> plan;
  Real* distances; ///< distance of each right cut; null: neither it nor the least of each group is wanted
};

/// Searches the farthest point of each planned segment, to see whether it is the planned cut, and whether the segment
/// is cut at all. A warp tests `tested_by_warp` cuts.
template <class Problem>
__global__ void __launch_bounds__(32 * plan_warps, sizeof(typename Problem::real) == sizeof(float) ? 8 : 6)
    test_cuts(planned_spines<typename Problem::index, typename Problem::real> spines, Problem problem,
              const __grid_constant__ typename Problem::tree boxes, const __grid_constant__ recurring_boxes recurring,
              unsigned tested_by_warp) {
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  problem.boxes = &boxes;
  const recurring_problem<Problem> searched{problem, &recurring};
  spine_slices<Index> const& slices = spines.slices;
  __shared__ opened_boxes<1, Index, Real> opened[plan_warps];
  const warp_team<1> alone;
  const int warp = warp_of_block();
  const unsigned number = (blockIdx.x * plan_warps + warp) * tested_by_warp, number_of_group = number / group_cuts;
  if (number_of_group >= slices.counts.groups)
    return;
  spine& on = spine_of_group(slices.spines, slices.counts, number_of_group, alone.lane);
  const unsigned group = number_of_group - on.first_group, begin = number % group_cuts;
  if (group * group_cuts + begin >= on.planned)
    return;
  const Real tolerance = problem.tolerance(static_cast<Index>(on.first));
  const cuts_of_group<Index> planned(on, group, slices, spines.plan.groups, alone.lane);
  const unsigned end = min(begin + tested_by_warp, planned.count);
  for (unsigned k = begin; k < end; ++k) {
    // Cuts behind a wrong one do not matter.
    const unsigned wrong = alone.lane == 0 ? *const_cast<const volatile unsigned*>(&on.wrong) : 0;
    if (__shfl_sync(full_warp, wrong, 0) < group * group_cuts + k)
      return;
    const detail::chord_ends<Index> ends{__shfl_sync(full_warp, planned.ends.first, k),
                                         __shfl_sync(full_warp, planned.ends.last, k)};
    const Index planned_cut = __shfl_sync(full_warp, planned.cut, k);
    const auto chord =
        problem.metric.metric(problem.points[ends.first], problem.points[ends.last], ends.last - ends.first);
    box_search<1, recurring_problem<Problem>, std::decay_t<decltype(chord)>> search(
        alone, searched, ends, chord, chord.harmless_rank(tolerance), opened[warp]);
    const Index cut = (on.dense ? search.farthest_of_all() : search.farthest_by_boxes().farthest).index;
    const Real distance = chord.distance(problem.points[planned_cut], planned_cut - ends.first);
    if (alone.lane != 0)
      continue;
    if (cut != planned_cut || !(distance > tolerance)) {
      atomicMin(&on.wrong, group * group_cuts + k);
    } else if (spines.distances) {
      spines.distances[cut] = distance;
      atomicMin(spines.plan.least + number_of_group, distance_bits(distance));
    }
  }
}

/// Finds the least distance of the right cuts before each group of a spine. A block for each spine.
template <class Index, class Real>
__global__ void __launch_bounds__(256) find_least(spine* spines, spine_plan<Index, Real> plan) {
  using bits = typename spine_plan<Index, Real>::bits;
  using block_scan = cub::BlockScan<bits, 256>;
  __shared__ typename block_scan::TempStorage scanned;
  spine const& on = spines[blockIdx.x];
  bits* const least = plan.least + on.first_group;
  const unsigned count = on.cuts() / group_cuts + 1;
  bits before = distance_bits(Real(HUGE_VAL));
  for (unsigned base = 0; base < count; base += 256) {
    const unsigned group = base + threadIdx.x;
    const bits mine = group < min(count, on.groups) ? least[group] : before;
    const auto lesser = [](bits a, bits b) { return min(a, b); };
    bits mine_before, all;
    block_scan(scanned).ExclusiveScan(mine, mine_before, before, lesser, all);
    if (group < min(count, on.groups))
      least[group] = mine_before;
    before = min(before, all);
    __syncthreads();
  }
}

/// The halves that a warp leaves while it marks planned cuts.
template <class Problem>
class planned_halves {
  using Outcome = typename Problem::outcome;
  using Index = typename Problem::index;

public:
  using memory_type = deep_memory<Index, 1>;

  /// deepest: the deepest level seen so far
  __device__ planned_halves(Problem const& problem, long_queues<Outcome> const& queues, memory_type& memory,
                            unsigned deepest, int lane)
      : queues_(queues), deferred_(memory.deferred), deepest_(deepest), lane_(lane),
        depth_(problem.points, problem.metric, problem.tolerance, memory.waiting, lane) {
    deferred_.begin(lane);
  }

  /// Leaves a half of each lane that has one. Called by all lanes.
  __device__ void leave(bool has_one, leveled_segment<Index> const& half) {
    const Index steps = half.ends.last - half.ends.first;
    if (has_one && steps > Outcome::short_steps)
      queues_.put(half);
    const bool deep = has_one && steps <= Outcome::short_steps && half.level >= highest_mark &&
                      deepest_bound(half.level, static_cast<unsigned>(steps)) > deepest_;
    for (unsigned lanes = __ballot_sync(full_warp, deep); lanes != 0; lanes &= lanes - 1) {
      const int from = __ffs(lanes) - 1;
      deferred_.keep({{__shfl_sync(full_warp, half.ends.first, from), __shfl_sync(full_warp, half.ends.last, from)},
                      __shfl_sync(full_warp, half.level, from)},
                     deepest_, lane_, depth_);
      __syncwarp();
    }
  }

  /// The deepest level of all, after the last half.
  __device__ unsigned deepest() {
    deferred_.finish(deepest_, lane_, depth_);
    return deepest_;
  }

private:
  using tolerance_type = std::decay_t<decltype(std::declval<Problem>().tolerance)>;
  using metric_type = std::decay_t<decltype(std::declval<Problem>().metric)>;

  long_queues<Outcome> const& queues_;
  deferred_segments<Index, 1>& deferred_;
  unsigned deepest_;
  int lane_;
  depth_search<Index, const typename Problem::point_type*, metric_type, tolerance_type> depth_;
};

/// The least distance on the path of each cut of group `number`, a lane a cut; `has_one`: whether the lane has one that
/// is right. Their marks are their distances.
template <class Problem>
__device__ typename Problem::real least_on_path(Problem const& problem,
                                                spine_plan<typename Problem::index, typename Problem::real> const& plan,
                                                unsigned number, bool has_one, typename Problem::index cut) {
  using Real = typename Problem::real;
  Real least = has_one ? problem.marks[cut] : Real(HUGE_VAL);
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
    least = fmin(least, __shfl_up_sync(full_warp, least, distance));
  return fmin(least, distance_of_bits<Real>(plan.least[number]));
}

/// Marks the right cuts as split_long does, a lane a cut, and puts what is left of the spine into the queues.
template <class Problem>
__global__ void __launch_bounds__(32 * plan_warps)
    mark_cuts(spine_slices<typename Problem::index> slices,
              spine_plan<typename Problem::index, typename Problem::real> plan, Problem problem,
              long_queues<typename Problem::outcome> queues) {
  using Outcome = typename Problem::outcome;
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  using ends_type = detail::chord_ends<Index>;
  __shared__ typename planned_halves<Problem>::memory_type memory[plan_warps];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  const unsigned number = blockIdx.x * plan_warps + warp;
  if (number >= slices.counts.groups)
    return;
  spine const& on = spine_of_group(slices.spines, slices.counts, number, lane);
  const unsigned group = number - on.first_group, begin = group * group_cuts, count = on.cuts();
  if (begin > 0 && begin >= (Outcome::reads_marks ? on.planned : count + (count < on.planned)))
    return;
  const cuts_of_group<Index> planned(on, group, slices, plan.groups, lane);
  const unsigned last_level = on.level + count - 1; // level of the last segment that is cut
  planned_halves<Problem> halves(problem, queues, memory[warp], last_level, lane);

  const unsigned k = begin + lane, level = on.level + k + 1;
  const bool has_one = k < count;
  Real least(0);
  if constexpr (Outcome::reads_marks) {
    least = least_on_path(problem, plan, number, has_one, planned.cut);
    if (!has_one && k < on.planned)
      problem.marks[planned.cut] = 0; // undoes the mark of its test
  }
  if (has_one) {
    problem.ends.mark(planned.cut, level);
    problem.marks[planned.cut] = Outcome::combine(least, problem.marks[on.first], problem.marks[on.last]);
  }
  // The next segment has the cut as its end on that side: the other half is left.
  bool leaves = has_one;
  leveled_segment<Index> left{planned.of_side_1 ? ends_type{planned.cut, planned.ends.last}
                                                : ends_type{planned.ends.first, planned.cut},
                              level};
#pragma unroll 1 // one copy of leave() is enough code
  for (int round = 0; round < 2; ++round) {
    halves.leave(leaves, left);
    // The segment behind the last right cut is left, too: planned, or the rest behind all planned ones.
    const bool all_right = count == on.planned;
    leaves = all_right ? begin == 0 && lane == 0 : k == count;
    left = {all_right ? ends_type{static_cast<Index>(on.rest_first), static_cast<Index>(on.rest_last)} : planned.ends,
            last_level + 1};
  }
  if (begin == 0 && lane == 0)
    atomicAdd(&problem.state->spines.made, count);
  const unsigned deepest = halves.deepest();
  if (lane == 0)
    atomicMax(&problem.state->levels, static_cast<unsigned long long>(deepest));
}

} // namespace thrustline::gpu
