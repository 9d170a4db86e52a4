// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include "simplify/flow/prepared.hpp"
#include "simplify/gpu/bounded/spines/spine_list.cuh"

/// The chains of a spine's sides, followed in parallel.
///
/// The successor of a point on a side is the farthest point of a window behind it, from the chord to the spine's other
/// end, the nearest among equals: it depends on the point alone, and chains that begin at different points soon run
/// together. So a side is divided into slices, and a warp each follows the chain of some point of its slice, its seed,
/// until it comes upon a later slice's seed. Of these pieces, those that are met when one goes from the side's end from
/// piece to piece are its chain. Seeds that are not on it cost time, but change nothing. Of a chain no more is kept
/// than a bit for each point, so that it takes little memory however many points it has.
namespace thrustline::gpu {

/// What the slices of all spines share. The arrays have both sides' entries, those of side 1 last.
template <class Index>
struct spine_slices {
  using steps = std::conditional_t<sizeof(Index) == sizeof(unsigned), unsigned, unsigned long long>;
  static constexpr steps no_seed = ~steps(0);
  static constexpr std::int16_t no_slice = -1;

  spine* spines;
  spine_counts counts;
  steps* seeds;       ///< steps from the side's end; once the pieces are joined, of those on the side's chain
  std::int16_t* next; ///< the slice with whose seed a slice's piece ends
  unsigned* chains;   ///< a bit for each step from the side's end: whether a point of its chain is there; zeroed

  __device__ unsigned* chain(spine const& of, int side) const {
    return chains + std::int64_t(side) * counts.words + of.first_word;
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
  using seed_steps = typename spine_slices<Index>::steps;
  seed_steps* const seeds = slices.seeds + (number - slice);
  unsigned* const chain = slices.chain(on, side);

  std::int64_t begin;
  unsigned most_cuts;
  if (step == chain_step::find_seeds) {
    if (slice == 0) {
      if (lane == 0)
        atomicMin(seeds, seed_steps(0));
      return;
    }
    begin = farthest_of_slice(on, side, slice, points, metric, lane);
    most_cuts = cuts_to_seed;
    if (begin == 0)
      return;
  } else {
    const seed_steps seed = seeds[slice];
    begin = static_cast<std::int64_t>(seed);
    most_cuts = slices_without_seed * (on.room() / on.slices);
    if (seed == slices.no_seed) {
      if (step == chain_step::follow && lane == 0)
        slices.next[number] = slices.no_slice;
      return;
    }
  }

  const auto other = static_cast<Index>(on.end(1 - side));
  const int window = on.window;
  const point<Real, D> other_point = points[other];
  auto at = static_cast<Index>(on.point_after(begin, side));
  const Real most = tolerance(static_cast<Index>(on.first));
  unsigned cuts = 0;
  std::int16_t next = slices.no_slice;
  while (cuts < most_cuts) {
    const Index steps_left = side == 0 ? other - at : at - other;
    const int steps = successor(points, at, steps_left, side, other_point, window, metric, most, lane);
    if (steps == 0)
      break;
    const Index cut = side == 0 ? at + steps : at - steps;
    ++cuts;
    at = cut;
    const std::int64_t come = on.steps_to(at, side);
    if (step == chain_step::find_seeds)
      continue;
    if (step == chain_step::write && lane == 0)
      atomicOr(chain + come / 32, 1u << come % 32);
    const auto comes_to = static_cast<Index>(come) / static_cast<Index>(on.slice_steps);
    if (seeds[comes_to] == static_cast<seed_steps>(come)) {
      next = static_cast<std::int16_t>(comes_to);
      break;
    }
  }

  if (step == chain_step::find_seeds) {
    const std::int64_t steps = on.steps_to(at, side);
    if (cuts == cuts_to_seed && lane == 0)
      atomicMin(seeds + steps / on.slice_steps, static_cast<seed_steps>(steps));
  } else if (step == chain_step::follow && lane == 0) {
    slices.next[number] = next;
  }
}

/// Finds the pieces on a side's chain; the seeds of all others are taken away. A block a spine and side.
template <class Index>
__global__ void __launch_bounds__(256) join_pieces(spine_slices<Index> slices) {
  constexpr int group = 64; // slices that a thread goes through
  __shared__ int next[most_slices], next_group[most_slices], entered[most_slices / group];
  __shared__ bool on_chain[most_slices];
  spine const& on = slices.spines[blockIdx.x];
  const unsigned first = blockIdx.y * slices.counts.slices + on.first_slice;
  const int count = static_cast<int>(on.slices), groups = (count + group - 1) / group;
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    next[k] = slices.next[first + k];
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
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    if (!on_chain[k])
      slices.seeds[first + k] = slices.no_seed;
}

} // namespace thrustline::gpu
