// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include <cub/block/block_scan.cuh>

#include "cuda/bounded/spine_list.cuh"
#include "cuda/warp.cuh"
#include "flow/prepared.hpp"

/// The chains of a spine's sides, followed in parallel.
///
/// The successor of a point on a side is the farthest point of a window behind it, from the chord to the spine's other
/// end, the nearest among equals: it depends on the point alone, and chains that begin at different points soon run
/// together. So a side is divided into slices, and a warp each follows the chain of some point of its slice, its seed,
/// until it comes upon a later slice's seed. Of these pieces, those that are met when one goes from the side's end from
/// piece to piece are its chain. Seeds that are not on it cost time, but change nothing.
namespace thrustline::cuda {

/// The points from a seed on.
struct chain_piece {
  static constexpr int at_end = -1; ///< there is no next seed
  static constexpr unsigned none = ~0u;

  unsigned cuts;
  int next;       ///< the slice with whose seed it ends
  unsigned place; ///< of its first cut on the side's chain; none: the piece is not on it
};

/// What the slices of all spines share. The arrays have both sides' entries, those of side 1 last.
template <class Index>
struct spine_slices {
  static constexpr unsigned long long no_seed = ~0ull;

  spine* spines;
  spine_counts counts;
  unsigned long long* seeds; ///< steps from the side's end
  chain_piece* pieces;
  Index* chains; ///< the points of each side, its end first

  __device__ Index* chain(spine const& of, int side) const {
    return chains + std::int64_t(side) * counts.cuts + of.first_cut;
  }
};

/// What the warps do with their slices, a launch each.
enum class chain_step {
  find_seeds, ///< a point that is likely to be on the side's chain: two successors from one far off
  follow,     ///< until the next seed
  write       ///< what is on the chain
};

/// Successors from a slice's farthest point to its seed.
inline constexpr unsigned cuts_to_seed = 2;
/// A piece ends when it has as many cuts as so many slices without having come upon a seed.
inline constexpr unsigned slices_without_seed = 32;
/// Warps of a block: few, so that few slices spread over the device.
inline constexpr int slice_warps = 4;

/// The valid point of a slice that is farthest from the spine's chord, as steps from the side's end; 0: none.
template <class Real, int D, class Metric>
__device__ std::int64_t farthest_of_slice(spine const& of, int side, unsigned slice, const point<Real, D>* points,
                                          flow::skipping<Metric, Real, D> const& metric, int lane) {
  const auto chord = metric(points[of.first], points[of.last], of.last - of.first);
  const std::int64_t begin = max(slice * of.slice_steps, std::int64_t(1));
  const std::int64_t end = min((slice + 1) * of.slice_steps, of.last - of.first);
  Real best(-1);
  std::int64_t farthest = 0;
#pragma unroll 4
  for (std::int64_t steps = begin + lane; steps < end; steps += 32) {
    const std::int64_t i = of.point_after(steps, side);
    const Real rank = chord.rank(points[i], i - of.first);
    farthest = rank > best ? steps : farthest;
    best = rank > best ? rank : best;
  }
  const Real greatest = warp_max_rank(best);
  return __shfl_sync(full_warp, farthest, __ffs(__ballot_sync(full_warp, best == greatest)) - 1);
}

/// The steps from a point of a side to its successor, for a warp; 0: none is farther than `most`.
template <class Index, class Real, int D, class Metric>
__device__ int successor(const point<Real, D>* points, Index at, Index steps_to_other, int side,
                         point<Real, D> const& other, int window, flow::skipping<Metric, Real, D> const& metric,
                         Real most, int lane) {
  const point<Real, D> here = points[at];
  const auto chord = metric.metric(side == 0 ? here : other, side == 0 ? other : here, steps_to_other);
  const Index reach = min(static_cast<Index>(window), steps_to_other - 1);
  Real best = chord.harmless_rank(most);
  int farthest = INT_MAX;
#pragma unroll 4
  for (int steps = 1 + lane; steps <= reach; steps += 32) {
    const point<Real, D> p = points[side == 0 ? at + steps : at - steps];
    const Real rank = chord.rank(p, static_cast<Real>(side == 0 ? steps : steps_to_other - steps));
    if (rank > best && !(metric.skip && !metric.valid(p))) {
      best = rank;
      farthest = steps;
    }
  }
  const Real greatest = warp_max_rank(best);
  const int nearest = warp_min(best == greatest ? farthest : INT_MAX);
  return nearest == INT_MAX ? 0 : nearest;
}

/// Takes one of the steps for all slices of both sides, a warp a slice.
template <class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * slice_warps, sizeof(Real) == sizeof(float) ? 8 : 6)
    follow_chains(chain_step step, spine_slices<Index> slices, const point<Real, D>* points,
                  flow::skipping<Metric, Real, D> metric, Tolerance tolerance) {
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  const unsigned number = blockIdx.x * slice_warps + warp;
  if (number >= 2 * slices.counts.slices)
    return;
  const int side = number >= slices.counts.slices ? 1 : 0;
  spine const& on = spine_list::with(slices.spines, slices.counts.spines, number - side * slices.counts.slices, lane,
                                     [](spine const& s) {
                                       return uint2{s.first_slice, s.slices};
                                     });
  const unsigned slice = number - side * slices.counts.slices - on.first_slice;
  unsigned long long* const seeds = slices.seeds + (number - slice);
  chain_piece& piece = slices.pieces[number];
  Index* const chain = slices.chain(on, side);

  std::int64_t begin;
  unsigned most_cuts, place = 0;
  if (step == chain_step::find_seeds) {
    if (slice == 0) {
      if (lane == 0)
        atomicMin(seeds, 0ull);
      return;
    }
    begin = farthest_of_slice(on, side, slice, points, metric, lane);
    most_cuts = cuts_to_seed;
    if (begin == 0)
      return;
  } else {
    const unsigned long long seed = seeds[slice];
    begin = static_cast<std::int64_t>(seed);
    most_cuts = slices_without_seed * (on.room / on.slices);
    if (step == chain_step::follow && seed == slices.no_seed) {
      if (lane == 0)
        piece = {0, chain_piece::at_end, chain_piece::none};
      return;
    }
    if (step == chain_step::write) {
      place = piece.place;
      if (place >= on.room)
        return;
      most_cuts = min(piece.cuts, on.room - place);
      if (slice == 0 && lane == 0)
        chain[0] = static_cast<Index>(on.end(side));
    }
  }

  const auto other = static_cast<Index>(on.end(1 - side));
  const int window = on.window;
  const point<Real, D> other_point = points[other];
  auto at = static_cast<Index>(on.point_after(begin, side));
  const Real most = tolerance(static_cast<Index>(on.first));
  unsigned cuts = 0;
  int next = chain_piece::at_end;
  while (cuts < most_cuts) {
    const Index steps_left = side == 0 ? other - at : at - other;
    const int steps = successor(points, at, steps_left, side, other_point, window, metric, most, lane);
    if (steps == 0)
      break;
    const Index cut = side == 0 ? at + steps : at - steps;
    if (step == chain_step::write && lane == 0)
      chain[place + cuts] = cut;
    ++cuts;
    at = cut;
    if (step == chain_step::follow) {
      const auto come = static_cast<Index>(on.steps_to(at, side));
      const auto comes_to = static_cast<int>(come / static_cast<Index>(on.slice_steps));
      if (seeds[comes_to] == static_cast<unsigned long long>(come)) {
        next = comes_to;
        break;
      }
    }
  }

  if (step == chain_step::find_seeds) {
    const std::int64_t steps = on.steps_to(at, side);
    if (cuts == cuts_to_seed && lane == 0)
      atomicMin(seeds + steps / on.slice_steps, static_cast<unsigned long long>(steps));
  } else if (step == chain_step::follow && lane == 0) {
    piece = {cuts, next, chain_piece::none};
  }
}

/// Finds the pieces on a side's chain and their places. A block a spine and side.
template <class Index>
__global__ void __launch_bounds__(256) join_pieces(spine_slices<Index> slices) {
  constexpr int group = 64; // slices that a thread goes through
  __shared__ int next[most_slices], next_group[most_slices], entered[most_slices / group];
  __shared__ bool on_chain[most_slices];
  spine& on = slices.spines[blockIdx.x];
  const int side = blockIdx.y;
  chain_piece* const pieces = slices.pieces + side * slices.counts.slices + on.first_slice;
  const int count = static_cast<int>(on.slices), groups = (count + group - 1) / group;
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    next[k] = pieces[k].next;
    on_chain[k] = false;
  }
  for (int g = threadIdx.x; g < groups; g += blockDim.x)
    entered[g] = -1;
  __syncthreads();

  // From each slice to the first of another group that its chain comes to; from group to group; and through each of
  // the groups on the way.
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    int to = next[k];
    while (to >= 0 && to / group == k / group)
      to = next[to];
    next_group[k] = to;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k >= 0; k = next_group[k])
      entered[k / group] = k;
  __syncthreads();
  for (int g = threadIdx.x; g < groups; g += blockDim.x)
    for (int k = entered[g]; k >= 0 && k / group == g; k = next[k])
      on_chain[k] = true;
  __syncthreads();

  // A thread a run of slices.
  const int run = (count + 255) / 256, begin = min(count, static_cast<int>(threadIdx.x) * run),
            end = min(count, begin + run);
  unsigned place = 0, all = 0;
  for (int k = begin; k < end; ++k)
    place += on_chain[k] ? pieces[k].cuts : 0;
  using block_scan = cub::BlockScan<unsigned, 256>;
  __shared__ typename block_scan::TempStorage scanned;
  block_scan(scanned).ExclusiveSum(place, place, all);
  for (int k = begin; k < end; ++k)
    if (on_chain[k]) {
      pieces[k].place = 1 + place; // behind the side's end
      place += pieces[k].cuts;
    }
  if (threadIdx.x == 0)
    on.chain_cuts[side] = min(all, on.room - 1);
}

} // namespace thrustline::cuda
