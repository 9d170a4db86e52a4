// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cub/block/block_scan.cuh>

#include "cuda/bounded/box_search.cuh"
#include "cuda/bounded/call_memory.cuh"
#include "cuda/bounded/finish_deep.cuh"
#include "cuda/bounded/split_long.cuh"

/// Spines of the split tree, cut in parallel.
///
/// While one end of a segment stays where it is, where the next cut falls depends on the other end alone, so the cuts
/// are a chain: each point has one successor. Chains that begin at different points of a series soon run together. So a
/// spine is divided into slices, and a warp each follows the chain of some point of its slice, its seed, until it comes
/// upon a later slice's seed. Of these pieces, those that are met when one goes from the spine's own end from piece to
/// piece are the true chain; their warps follow them once more, and mark the cuts. Seeds that are not on the true chain
/// cost time, but change nothing.
namespace thrustline::cuda {

/// How a piece ends, unless with a later slice's seed: its last segment is not cut, or short, or was not looked at.
enum piece_end : int { not_cut = -1, short_rest = -2, open_rest = -3 };

/// The cuts from a seed on.
template <class Real>
struct spine_piece {
  unsigned cuts;
  int next;       ///< the slice with whose seed it ends, or a piece_end
  unsigned level; ///< 0: the piece is not on the true chain; else that of its first segment
  Real least;     ///< of the distances of its cuts; on the true chain, of those before it
};

/// What the slices of all spines share.
template <class Real>
struct spine_slices {
  static constexpr unsigned long long no_seed = ~0ull;

  spine* spines;
  spine_counts counts;
  unsigned long long* seeds; ///< steps from the spine's end
  spine_piece<Real>* pieces;

  /// The spine of a slice, for a warp.
  __device__ spine const& spine_of(unsigned slice, int lane) const {
    for (unsigned k = lane;; k += 32) {
      const bool found = k < counts.spines && slice - spines[k].first_slice < spines[k].slices;
      if (const unsigned lanes = __ballot_sync(full_warp, found))
        return spines[__shfl_sync(full_warp, k, __ffs(lanes) - 1)];
    }
  }
};

/// What the warps do with their slices, a launch each.
enum class slice_step {
  find_seeds, ///< a point that is likely to be on the true chain: two cuts from one far off
  follow,     ///< until the next seed
  mark        ///< what is on the true chain
};

/// Cuts from a slice's farthest point to its seed.
inline constexpr unsigned cuts_to_seed = 2;
/// A piece ends when it has come through so many slices' cuts without a seed.
inline constexpr unsigned slices_without_seed = 32;
/// Warps of a block: few, so that few slices spread over the device.
inline constexpr int slice_warps = 4;

/// The valid point of a slice that is farthest from the spine's chord, as steps from the spine's end; 0: none.
template <class Real, int D, class Metric>
__device__ std::int64_t farthest_of_slice(spine const& of, unsigned slice, const point<Real, D>* points,
                                          flow::skipping<Metric, Real, D> const& metric, int lane) {
  const auto whole = of.segment_from(of.from);
  const auto chord = metric(points[whole.first], points[whole.last], whole.last - whole.first);
  const std::int64_t begin = max(slice * of.slice_steps, std::int64_t(1));
  const std::int64_t end = min((slice + 1) * of.slice_steps, of.steps_to(of.fixed));
  Real best(-1);
  std::int64_t farthest = 0;
#pragma unroll 4
  for (std::int64_t steps = begin + lane; steps < end; steps += 32) {
    const std::int64_t i = of.point_after(steps);
    const Real rank = chord.rank(points[i], i - whole.first);
    farthest = rank > best ? steps : farthest;
    best = rank > best ? rank : best;
  }
  const Real greatest = warp_max_rank(best);
  return __shfl_sync(full_warp, farthest, __ffs(__ballot_sync(full_warp, best == greatest)) - 1);
}

/// Takes one of the steps for all slices, a warp a slice.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * slice_warps, sizeof(Real) == sizeof(float) ? 8 : 6)
    follow_spines(slice_step step, spine_slices<Real> slices, const point<Real, D>* points,
                  const __grid_constant__ box_tree<Real, D> tree, long_queues<Outcome> queues,
                  flow::skipping<Metric, Real, D> metric, Tolerance tolerance, level_mark* level_marks,
                  typename Outcome::mark* marks, call_state* state) {
  __shared__ split_memory<1, Index, Real> memory[slice_warps];
  const warp_team<1> alone;
  const int lane = alone.lane, warp = warp_of_block();
  split_memory<1, Index, Real>& ours = memory[warp];
  const unsigned place = blockIdx.x * slice_warps + warp;
  if (place >= slices.counts.slices)
    return;
  spine const& on = slices.spine_of(place, lane);
  const unsigned slice = place - on.first_slice;
  unsigned long long* const seeds = slices.seeds + on.first_slice;
  spine_piece<Real>& piece = slices.pieces[place];
  const bool marks_cuts = step == slice_step::mark;

  std::int64_t begin;
  unsigned most_cuts, level = 0, deepest = 0;
  typename Outcome::mark mark{};
  if (step == slice_step::find_seeds) {
    begin = slice == 0 ? 0 : farthest_of_slice(on, slice, points, metric, lane);
    most_cuts = cuts_to_seed;
    if (begin == 0) {
      if (slice == 0 && lane == 0)
        atomicMin(seeds, 0ull);
      return;
    }
  } else {
    const unsigned long long seed = seeds[slice];
    begin = static_cast<std::int64_t>(seed);
    most_cuts = slices_without_seed * (on.cuts / on.slices);
    if (marks_cuts) {
      level = piece.level;
      most_cuts = piece.cuts;
      if (level == 0)
        return;
      mark = Outcome::combine(piece.least, marks[on.from], marks[on.fixed]);
      deepest = on.deepest;
      ours.deferred.begin(lane);
    } else if (seed == slices.no_seed) {
      if (lane == 0)
        piece = {0, not_cut, 0, 0};
      return;
    }
  }

  const bool forward = on.forward();
  const auto fixed = static_cast<Index>(on.fixed);
  const point<Real, D> fixed_point = points[fixed];
  auto at = static_cast<Index>(on.point_after(begin));
  point<Real, D> at_point = points[at];
  const auto deepest_of = [&](detail::chord_ends<Index> const& short_one, unsigned its_level) {
    return deepest_level(short_one, its_level, points, metric, tolerance, ours.waiting, lane);
  };
  const auto keep_short = [&](detail::chord_ends<Index> const& half) {
    if (marks_cuts && level >= highest_mark)
      ours.deferred.keep(half, level, deepest, lane, deepest_of);
  };

  unsigned cuts = 0;
  int next = open_rest;
  Real least(HUGE_VAL);
  while (cuts < most_cuts) {
    const detail::chord_ends<Index> ends = on.segment_from(at);
    const Real most = tolerance(ends.first);
    const auto chord =
        metric.metric(forward ? at_point : fixed_point, forward ? fixed_point : at_point, ends.last - ends.first);
    box_search<1, Index, Real, D, decltype(chord)> search(alone, tree, points, metric.valid, metric.skip, ends, chord,
                                                          chord.harmless_rank(most), ours.opened);
    const Index cut = search.farthest().index;
    const point<Real, D> cut_point = points[cut];
    const Real distance = chord.distance(cut_point, cut - ends.first);
    if (cut == ends.first || !(distance > most)) {
      next = not_cut;
      break;
    }
    ++cuts;
    least = fmin(least, distance);
    const detail::chord_ends<Index> left{ends.first, cut}, right{cut, ends.last};
    detail::chord_ends<Index> const &behind = forward ? left : right, &rest = forward ? right : left;
    if (marks_cuts) {
      ++level;
      mark = Outcome::combine(distance, mark, marks[fixed]);
      if (lane == 0) {
        level_marks[cut] = static_cast<level_mark>(min(level, highest_mark));
        marks[cut] = mark;
      }
      if (behind.last - behind.first <= Outcome::short_steps)
        keep_short(behind);
      else if (lane == 0)
        queues.template put<Index>({behind, level});
    }
    at = cut;
    at_point = cut_point;
    if (rest.last - rest.first <= Outcome::short_steps) {
      keep_short(rest);
      next = short_rest;
      break;
    }
    if (step == slice_step::follow) {
      const auto steps = static_cast<Index>(on.steps_to(at));
      const auto comes_to = static_cast<int>(steps / static_cast<Index>(on.slice_steps));
      if (seeds[comes_to] == static_cast<unsigned long long>(steps)) {
        next = comes_to;
        break;
      }
    }
  }

  if (step == slice_step::find_seeds) {
    const std::int64_t steps = on.steps_to(at);
    if (next == open_rest && lane == 0)
      atomicMin(seeds + steps / on.slice_steps, static_cast<unsigned long long>(steps));
  } else if (step == slice_step::follow) {
    if (lane == 0)
      piece = {cuts, next, 0, least};
  } else {
    if (piece.next == not_cut)
      deepest = max(deepest, level);
    else if (piece.next == open_rest && lane == 0)
      queues.template put<Index>({on.segment_from(at), level});
    ours.deferred.finish(deepest, lane, deepest_of);
    if (lane == 0)
      atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
  }
}

/// Finds the pieces on a spine's true chain, and what is before each of them. A block a spine.
template <class Real>
__global__ void __launch_bounds__(256) join_pieces(spine_slices<Real> slices) {
  constexpr int group = 64; // slices that a thread goes through
  __shared__ int next[most_slices], next_group[most_slices];
  spine& on = slices.spines[blockIdx.x];
  spine_piece<Real>* const pieces = slices.pieces + on.first_slice;
  const int count = static_cast<int>(on.slices), groups = (count + group - 1) / group;
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    next[k] = pieces[k].next;
  __syncthreads();

  // From each slice to the first of another group that its chain comes to; from group to group; and through each of
  // the groups on the way.
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    int to = next[k];
    while (to >= 0 && to / group == k / group)
      to = next[to];
    next_group[k] = to;
  }
  __shared__ int entered[most_slices / group];
  for (int g = threadIdx.x; g < groups; g += blockDim.x)
    entered[g] = -1;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k >= 0; k = next_group[k])
      entered[k / group] = k;
  __syncthreads();
  bool* const is_true = reinterpret_cast<bool*>(next_group);
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    is_true[k] = false;
  __syncthreads();
  for (int g = threadIdx.x; g < groups; g += blockDim.x)
    for (int k = entered[g]; k >= 0 && k / group == g; k = next[k])
      is_true[k] = true;
  __syncthreads();

  // A thread a run of slices.
  struct sums {
    unsigned cuts;
    Real least;
  };
  const auto add = [](sums const& a, sums const& b) { return sums{a.cuts + b.cuts, fmin(a.least, b.least)}; };
  const int run = (count + 255) / 256, begin = min(count, static_cast<int>(threadIdx.x) * run),
            end = min(count, begin + run);
  sums before{0, Real(HUGE_VAL)}, all = before;
  for (int k = begin; k < end; ++k)
    if (is_true[k])
      before = add(before, {pieces[k].cuts, pieces[k].least});
  using block_scan = cub::BlockScan<sums, 256>;
  __shared__ typename block_scan::TempStorage scanned;
  block_scan(scanned).ExclusiveScan(before, before, all, add, all);
  for (int k = begin; k < end; ++k)
    if (is_true[k]) {
      const sums mine{pieces[k].cuts, pieces[k].least};
      pieces[k].level = on.level + before.cuts;
      pieces[k].least = before.least;
      before = add(before, mine);
    }
  if (threadIdx.x == 0)
    on.deepest = on.level + all.cuts - 1;
}

/// Holds both queues until splitting begins.
template <class Outcome>
__global__ void hold_queues(long_queues<Outcome> queues) {
  queues.of_teams.hold();
  queues.of_warps.hold();
}

/// Cuts the spines that were found; what is left of them is in the queues then. Memory: 32 bytes for each 16 cuts that
/// may be left, at most.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
void cut_spines(Policy const& policy, spine* spines, spine_counts const& counts, const point<Real, D>* points,
                box_tree<Real, D> const& boxes, long_queues<Outcome> const& queues,
                flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance, level_mark* level_marks,
                typename Outcome::mark* marks, call_state* state) {
  const cudaStream_t stream = detail::stream_of(policy);
  const detail::temporary<unsigned long long, Policy> seeds(policy, counts.slices);
  const detail::temporary<spine_piece<Real>, Policy> pieces(policy, counts.slices);
  const spine_slices<Real> slices{spines, counts, seeds.data(), pieces.data()};
  detail::check_cuda(cudaMemsetAsync(seeds.data(), 0xff, counts.slices * sizeof(unsigned long long), stream),
                     "cudaMemsetAsync");
  hold_queues<<<1, 1, 0, stream>>>(queues);
  const auto follow = follow_spines<Outcome, Index, Real, D, Metric, Tolerance>;
  const auto take = [&](slice_step step) {
    const unsigned blocks = (counts.slices + slice_warps - 1) / slice_warps;
    follow<<<blocks, 32 * slice_warps, 0, stream>>>(step, slices, points, boxes, queues, metric, tolerance, level_marks,
                                                    marks, state);
    detail::check_cuda(cudaGetLastError(), "follow_spines");
  };
  take(slice_step::find_seeds);
  take(slice_step::follow);
  join_pieces<<<counts.spines, 256, 0, stream>>>(slices);
  detail::check_cuda(cudaGetLastError(), "join_pieces");
  take(slice_step::mark);
}

} // namespace thrustline::cuda
