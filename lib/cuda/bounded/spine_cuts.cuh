// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cub/block/block_scan.cuh>

#include "cuda/bounded/box_search.cuh"
#include "cuda/bounded/finish_deep.cuh"
#include "cuda/bounded/spine_chains.cuh"
#include "cuda/bounded/split_long.cuh"

/// The cuts of a spine: planned from the chains of its sides, tested all at once, and marked as far as they are right.
namespace thrustline::cuda {

/// A segment of the spine and where it should be cut.
template <class Index>
struct planned_cut {
  Index first, last, cut;
};

/// The plans of all spines, side by side.
template <class Index, class Real>
struct spine_plan {
  planned_cut<Index>* cuts;
  Real* distances; ///< of the cuts; then the least up to each; null: not wanted
};

/// Segments of so few steps are not planned: they have few levels, if they are cut at all.
inline constexpr int least_planned_steps = 32;

/// What a warp sees of a side's chain: a lane a point and the one behind it, from `base` on, but for the last lane,
/// which has a point only. What comes next is on its way from memory. The last point is repeated for ever.
template <class Index, class Real, int D>
struct chain_window {
  static constexpr int lanes = 31;

  const Index* chain;
  const point<Real, D>* points;
  unsigned cuts, base;
  Index here, next, ahead, beyond;
  point<Real, D> here_point, next_point, ahead_point;

  __device__ chain_window(const Index* chain, unsigned cuts, const point<Real, D>* points, int lane)
      : chain(chain), points(points), cuts(cuts), base(0), here(at(lane)), ahead(at(lanes + lane)),
        beyond(at(2 * lanes + lane)), here_point(points[here]), ahead_point(points[ahead]) {
    see_next();
  }

  __device__ Index at(unsigned place) const { return chain[min(place, cuts)]; }

  __device__ void go_on(int lane) {
    base += lanes;
    here = ahead;
    here_point = ahead_point;
    ahead = beyond;
    ahead_point = points[ahead];
    beyond = at(base + 2 * lanes + lane);
    see_next();
  }

private:
  __device__ void see_next() {
    next = __shfl_down_sync(full_warp, here, 1);
#pragma unroll
    for (int k = 0; k < D; ++k)
      next_point[k] = __shfl_down_sync(full_warp, here_point[k], 1);
  }
};

/// Plans a spine's cuts: of the next points of its two chains the farther one, and so on. A warp a spine; its lanes try
/// many points of one side against one of the other.
template <class Index, class Real, int D, class Metric>
__global__ void __launch_bounds__(32)
    plan_cuts(spine_slices<Index> slices, planned_cut<Index>* plan, const point<Real, D>* points, Metric metric) {
  using window = chain_window<Index, Real, D>;
  enum choice { of_many, of_one, none };
  const int lane = threadIdx.x;
  spine& on = slices.spines[blockIdx.x];
  plan += on.first_cut;
  window many(slices.chain(on, 0), on.chain_cuts[0], points, lane);
  window one(slices.chain(on, 1), on.chain_cuts[1], points, lane);
  bool many_left = true;                             // whether the side of many is side 0
  unsigned planned = 0, many_cuts = 0, one_cuts = 0; // of all, and of each side
  for (;;) {
    const int source = static_cast<int>(one_cuts - one.base);
    const Index of_one_here = __shfl_sync(full_warp, one.here, source),
                of_one_next = __shfl_sync(full_warp, one.next, source);
    point<Real, D> one_here_point, one_next_point;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      one_here_point[k] = __shfl_sync(full_warp, one.here_point[k], source);
      one_next_point[k] = __shfl_sync(full_warp, one.next_point[k], source);
    }
    const Index first = many_left ? many.here : of_one_here, last = many_left ? of_one_here : many.here;
    choice mine = none;
    if (last - first > least_planned_steps && many.base + lane <= many.cuts) {
      const auto chord = metric(many_left ? many.here_point : one_here_point,
                                many_left ? one_here_point : many.here_point, last - first);
      const auto inside = [&](Index i) { return first < i && i < last; };
      const bool has_many = many.base + lane < many.cuts && inside(many.next);
      const bool has_one = one_cuts < one.cuts && inside(of_one_next);
      const Real many_rank = has_many ? chord.rank(many.next_point, many.next - first) : Real(-1);
      const Real one_rank = has_one ? chord.rank(one_next_point, of_one_next - first) : Real(-1);
      // Among equals the first point counts, that of side 0.
      const bool takes_one = has_one && (!has_many || (many_left ? one_rank > many_rank : one_rank >= many_rank));
      mine = takes_one ? of_one : has_many ? of_many : none;
    }
    const int begin = static_cast<int>(many_cuts - many.base);
    const unsigned others = __ballot_sync(full_warp, mine != of_many) & full_warp << begin;
    const int stop = min(others ? __ffs(others) - 1 : window::lanes, window::lanes);
    const int end = min(stop, begin + static_cast<int>(on.room - planned));
    if (lane >= begin && lane < end)
      plan[planned + lane - begin] = {first, last, many.next};
    planned += end - begin;
    many_cuts += end - begin;
    if (planned == on.room)
      break;
    if (end == window::lanes) {
      many.go_on(lane);
      continue;
    }
    if (__shfl_sync(full_warp, mine, end) == none)
      break;
    if (lane == end)
      plan[planned] = {first, last, of_one_next};
    ++planned;
    ++one_cuts;
    if (planned == on.room)
      break;
    if (source == window::lanes - 1)
      one.go_on(lane);
    if (begin == end) { // the other side has its run
      const window other = many;
      many = one;
      one = other;
      const unsigned other_cuts = many_cuts;
      many_cuts = one_cuts;
      one_cuts = other_cuts;
      many_left = !many_left;
    }
  }
  if (lane == 0) {
    on.planned = planned;
    on.rest_first = slices.chain(on, 0)[many_left ? many_cuts : one_cuts];
    on.rest_last = slices.chain(on, 1)[many_left ? one_cuts : many_cuts];
  }
}

/// Warps of a block that take planned cuts, and how many each marks, or tests if they are more than `few_cuts`.
inline constexpr int plan_warps = 4, marked_by_warp = 32, most_tested_by_warp = 8;
inline constexpr unsigned few_cuts = 1u << 15;

/// The spine of a planned cut, for a warp.
__device__ inline spine& spine_of_cut(spine* spines, spine_counts const& counts, unsigned number, int lane) {
  return spine_list::with(spines, counts.spines, number, lane, [](spine const& s) {
    return uint2{s.first_cut, s.room};
  });
}

/// Searches the farthest point of each planned segment: whether that is the cut, and cut at all. A warp tests so many
/// cuts, a divisor of the rooms.
template <class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * plan_warps, sizeof(Real) == sizeof(float) ? 8 : 6)
    test_cuts(spine* spines, spine_counts counts, spine_plan<Index, Real> plan, const point<Real, D>* points,
              const __grid_constant__ box_tree<Real, D> tree, flow::skipping<Metric, Real, D> metric,
              Tolerance tolerance, unsigned tested_by_warp) {
  __shared__ opened_boxes<1, Index, Real> opened[plan_warps];
  const warp_team<1> alone;
  const int warp = warp_of_block();
  const unsigned number = (blockIdx.x * plan_warps + warp) * tested_by_warp;
  if (number >= counts.cuts)
    return;
  spine& on = spine_of_cut(spines, counts, number, alone.lane);
  const Real most = tolerance(static_cast<Index>(on.first));
  const unsigned begin = number - on.first_cut, end = min(begin + tested_by_warp, on.planned);
  for (unsigned k = begin; k < end; ++k) {
    const planned_cut<Index> planned = plan.cuts[on.first_cut + k];
    const auto chord = metric.metric(points[planned.first], points[planned.last], planned.last - planned.first);
    box_search<1, Index, Real, D, decltype(chord)> search(alone, tree, points, metric.valid, metric.skip,
                                                          {planned.first, planned.last}, chord,
                                                          chord.harmless_rank(most), opened[warp]);
    const Index cut = search.farthest().index;
    const Real distance = chord.distance(points[planned.cut], planned.cut - planned.first);
    if (alone.lane != 0)
      continue;
    if (cut != planned.cut || !(distance > most))
      atomicMin(&on.wrong, k);
    else if (plan.distances)
      plan.distances[on.first_cut + k] = distance;
  }
}

/// The least distance up to each cut of a spine. A block a spine.
template <class Real>
__global__ void __launch_bounds__(256) find_least(spine* spines, Real* distances) {
  using block_scan = cub::BlockScan<Real, 256>;
  __shared__ typename block_scan::TempStorage scanned;
  spine const& on = spines[blockIdx.x];
  distances += on.first_cut;
  const unsigned count = on.cuts();
  Real before(HUGE_VAL);
  for (unsigned base = 0; base < count; base += 256) {
    const unsigned k = base + threadIdx.x;
    const Real mine = k < count ? distances[k] : Real(HUGE_VAL);
    const auto lesser = [](Real a, Real b) { return fmin(a, b); };
    Real least, all;
    block_scan(scanned).InclusiveScan(mine, least, lesser, all);
    if (k < count)
      distances[k] = fmin(before, least);
    before = fmin(before, all);
    __syncthreads();
  }
}

/// Marks the cuts as split_queued() does, a lane a cut; what is left of the spine goes into the queues.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * plan_warps)
    mark_cuts(spine* spines, spine_counts counts, spine_plan<Index, Real> plan, const point<Real, D>* points,
              long_queues<Outcome> queues, flow::skipping<Metric, Real, D> metric, Tolerance tolerance,
              level_mark* level_marks, typename Outcome::mark* marks, call_state* state) {
  __shared__ split_memory<1, Index, Real> memory[plan_warps];
  const warp_team<1> alone;
  const int lane = alone.lane, warp = warp_of_block();
  split_memory<1, Index, Real>& ours = memory[warp];
  const unsigned number = (blockIdx.x * plan_warps + warp) * marked_by_warp;
  if (number >= counts.cuts)
    return;
  spine const& on = spine_of_cut(spines, counts, number, lane);
  const planned_cut<Index>* const cuts = plan.cuts + on.first_cut;
  const unsigned count = on.cuts(), begin = number - on.first_cut;
  if (begin > 0 && begin >= count)
    return;
  unsigned deepest = on.level + count - 1; // the last that is cut
  const auto deepest_of = [&](detail::chord_ends<Index> const& short_one, unsigned level) {
    return deepest_level(short_one, level, points, metric, tolerance, ours.waiting, lane);
  };
  ours.deferred.begin(lane);
  // For lanes with a half each; all of the warp come here.
  const auto leave = [&](bool has_one, detail::chord_ends<Index> const& half, unsigned level) {
    const Index steps = half.last - half.first;
    if (has_one && steps > Outcome::short_steps)
      queues.template put<Index>({half, level});
    const bool short_one = has_one && steps > 1 && steps <= Outcome::short_steps && level >= highest_mark &&
                           level + static_cast<unsigned>(steps) - 2 > deepest;
    for (unsigned lanes = __ballot_sync(full_warp, short_one); lanes != 0; lanes &= lanes - 1) {
      const int from = __ffs(lanes) - 1;
      ours.deferred.keep({__shfl_sync(full_warp, half.first, from), __shfl_sync(full_warp, half.last, from)},
                         __shfl_sync(full_warp, level, from), deepest, lane, deepest_of);
      __syncwarp();
    }
  };

  const unsigned k = begin + lane;
  const bool has_one = k < count;
  planned_cut<Index> mine{};
  if (has_one) {
    mine = cuts[k];
    const unsigned level = on.level + k + 1;
    level_marks[mine.cut] = static_cast<level_mark>(min(level, highest_mark));
    const Real least = plan.distances ? plan.distances[on.first_cut + k] : Real(0);
    marks[mine.cut] = Outcome::combine(least, marks[on.first], marks[on.last]);
  }
  // The next segment begins or ends with the cut: the other half is left.
  const bool cut_left = k + 1 < on.planned ? has_one && cuts[k + 1].first == mine.cut : on.rest_first == mine.cut;
  leave(has_one,
        cut_left ? detail::chord_ends<Index>{mine.first, mine.cut} : detail::chord_ends<Index>{mine.cut, mine.last},
        on.level + k + 1);

  if (begin == 0) {
    detail::chord_ends<Index> rest{static_cast<Index>(on.rest_first), static_cast<Index>(on.rest_last)};
    if (count < on.planned)
      rest = {cuts[count].first, cuts[count].last};
    leave(lane == 0, rest, on.level + count);
    if (lane == 0)
      atomicAdd(&state->spines.made, count);
  }
  ours.deferred.finish(deepest, lane, deepest_of);
  if (lane == 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
}

} // namespace thrustline::cuda
