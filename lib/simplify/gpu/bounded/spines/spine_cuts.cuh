// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <cub/block/block_scan.cuh>

#include "simplify/gpu/bounded/box_search.cuh"
#include "simplify/gpu/bounded/finish_deep.cuh"
#include "simplify/gpu/bounded/spines/spine_plan.cuh"
#include "simplify/gpu/bounded/split_long.cuh"

/// The planned cuts of a spine: tested all at once, and marked as far as they are right.
namespace thrustline::gpu {

/// Warps of a block that take planned cuts, and how many each tests if they are more than `few_cuts`: a divisor of a
/// group's.
inline constexpr int plan_warps = 4;
inline constexpr unsigned most_tested_by_warp = 8, few_cuts = 1u << 15;

/// The spine of a group of planned cuts, for a warp.
__device__ inline spine& spine_of_group(spine* spines, spine_counts const& counts, unsigned group, int lane) {
  return spine_list::with(spines, counts.spines, group, lane, [](spine const& s) {
    return uint2{s.first_group, s.groups};
  });
}

/// Searches the farthest point of each planned segment: whether that is the cut, and cut at all. A warp tests so many
/// cuts. Where distances are wanted, `marks` gets those of cuts.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * plan_warps, sizeof(Real) == sizeof(float) ? 8 : 6)
    test_cuts(spine_slices<Index> slices, spine_plan<Index, Real> plan, const point<Real, D>* points,
              const __grid_constant__ box_tree<Real, D> tree, flow::skipping<Metric, Real, D> metric,
              Tolerance tolerance, unsigned tested_by_warp, [[maybe_unused]] typename Outcome::mark* marks) {
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
  const Real most = tolerance(static_cast<Index>(on.first));
  const cuts_of_group<Index> planned(on, group, slices, plan.groups, alone.lane);
  const unsigned end = min(begin + tested_by_warp, planned.count);
  for (unsigned k = begin; k < end; ++k) {
    // Behind one that is wrong they do not matter.
    const unsigned wrong = alone.lane == 0 ? *const_cast<const volatile unsigned*>(&on.wrong) : 0;
    if (__shfl_sync(full_warp, wrong, 0) < group * group_cuts + k)
      return;
    const detail::chord_ends<Index> ends{__shfl_sync(full_warp, planned.ends.first, k),
                                         __shfl_sync(full_warp, planned.ends.last, k)};
    const Index planned_cut = __shfl_sync(full_warp, planned.cut, k);
    const auto chord = metric.metric(points[ends.first], points[ends.last], ends.last - ends.first);
    box_search<1, Index, Real, D, decltype(chord)> search(alone, tree, points, metric.valid, metric.skip, ends, chord,
                                                          chord.harmless_rank(most), opened[warp]);
    const Index cut = (on.dense ? search.farthest_of_all() : search.farthest()).index;
    const Real distance = chord.distance(points[planned_cut], planned_cut - ends.first);
    if (alone.lane != 0)
      continue;
    if (cut != planned_cut || !(distance > most)) {
      atomicMin(&on.wrong, group * group_cuts + k);
    } else if constexpr (Outcome::reads_marks) {
      marks[cut] = distance;
      atomicMin(plan.least + number_of_group, distance_bits(distance));
    }
  }
}

/// The least distance before each group of a spine, of those that are right. A block a spine.
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

/// Marks the cuts as split_queued() does, a lane a cut; what is left of the spine goes into the queues.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * plan_warps)
    mark_cuts(spine_slices<Index> slices, spine_plan<Index, Real> plan, const point<Real, D>* points,
              long_queues<Outcome> queues, flow::skipping<Metric, Real, D> metric, Tolerance tolerance,
              segment_ends marked, typename Outcome::mark* marks, call_state* state) {
  __shared__ split_memory<1, Index, Real> memory[plan_warps];
  const warp_team<1> alone;
  const int lane = alone.lane, warp = warp_of_block();
  split_memory<1, Index, Real>& ours = memory[warp];
  const unsigned number = blockIdx.x * plan_warps + warp;
  if (number >= slices.counts.groups)
    return;
  spine const& on = spine_of_group(slices.spines, slices.counts, number, lane);
  const unsigned group = number - on.first_group, begin = group * group_cuts, count = on.cuts();
  if (begin > 0 && begin >= (Outcome::reads_marks ? on.planned : count + (count < on.planned)))
    return;
  const cuts_of_group<Index> planned(on, group, slices, plan.groups, lane);
  unsigned deepest = on.level + count - 1; // the last that is cut
  const auto deepest_of = [&](detail::chord_ends<Index> const& short_one, unsigned level, unsigned known) {
    return deepest_level(short_one, level, known, points, metric, tolerance, ours.waiting, lane);
  };
  ours.deferred.begin(lane);
  // For lanes with a half each; all of the warp come here.
  const auto leave = [&](bool has_one, detail::chord_ends<Index> const& half, unsigned level) {
    const Index steps = half.last - half.first;
    if (has_one && steps > Outcome::short_steps)
      queues.template put<Index>({half, level});
    const bool short_one = has_one && steps <= Outcome::short_steps && level >= highest_mark &&
                           deepest_bound(level, static_cast<unsigned>(steps)) > deepest;
    for (unsigned lanes = __ballot_sync(full_warp, short_one); lanes != 0; lanes &= lanes - 1) {
      const int from = __ffs(lanes) - 1;
      ours.deferred.keep({__shfl_sync(full_warp, half.first, from), __shfl_sync(full_warp, half.last, from)},
                         __shfl_sync(full_warp, level, from), deepest, lane, deepest_of);
      __syncwarp();
    }
  };

  const unsigned k = begin + lane;
  const bool has_one = k < count;
  Real least(0);
  if constexpr (Outcome::reads_marks) {
    least = has_one ? marks[planned.cut] : Real(HUGE_VAL);
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
      least = fmin(least, __shfl_up_sync(full_warp, least, distance));
    least = fmin(least, distance_of_bits<Real>(plan.least[number]));
    if (!has_one && k < on.planned)
      marks[planned.cut] = 0; // what its test has left there
  }
  const unsigned level = on.level + k + 1;
  if (has_one) {
    marked.mark(planned.cut, level);
    marks[planned.cut] = Outcome::combine(least, marks[on.first], marks[on.last]);
  }
  // The next segment has the cut as its end on that side: the other half is left.
  leave(has_one,
        planned.of_side_1 ? detail::chord_ends<Index>{planned.cut, planned.ends.last}
                          : detail::chord_ends<Index>{planned.ends.first, planned.cut},
        level);

  // And the segment behind the last of the cuts.
  if (count == on.planned) {
    if (begin == 0)
      leave(lane == 0, {static_cast<Index>(on.rest_first), static_cast<Index>(on.rest_last)}, on.level + count);
  } else if (begin <= count && count < begin + group_cuts) {
    leave(k == count, planned.ends, on.level + count);
  }
  if (begin == 0 && lane == 0)
    atomicAdd(&state->spines.made, count);
  ours.deferred.finish(deepest, lane, deepest_of);
  if (lane == 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
}

} // namespace thrustline::gpu
