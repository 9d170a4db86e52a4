// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/spine_list.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// The chains of a spine's sides, followed in parallel.
///
/// The successor of a point on a side is the point of a window behind it that is farthest from the chord to the spine's
/// other end, the nearest among equals. It depends on the point alone, and chains that begin at different points soon
/// run together. So a side is divided into slices, and one warp for each follows the chain of some point of the slice,
/// its seed, until it meets the seed of a later slice. The pieces that one meets on the way from the side's end, from
/// piece to piece, are the side's chain. Seeds that are not on it cost time, but change nothing. A chain is kept as a
/// bit for each point, so it takes little memory however many points it has.
namespace thrustline::gpu {

/// The slices of all spines. The arrays have the entries of side 0, then those of side 1.
template <class Index>
struct spine_slices {
  using steps = std::conditional_t<sizeof(Index) == sizeof(unsigned), unsigned, unsigned long long>;
  static constexpr steps no_seed = ~steps(0);
  static constexpr std::int16_t no_slice = -1;

  spine* spines;
  spine_counts counts;
  steps* seeds;       ///< steps from the side's end; after join_pieces() only for slices on the side's chain
  std::int16_t* next; ///< the slice with whose seed a slice's piece ends
  unsigned* chains;   ///< a bit for each step from the side's end: whether a point of its chain is there; zeroed

  /// The bits of a spine's side.
  __device__ unsigned* chain(spine const& of, int side) const {
    return chains + std::int64_t(side) * counts.words + of.first_word;
  }
};

/// Successors from a slice's farthest point to its seed.
inline constexpr unsigned cuts_to_seed = 2;
/// A piece ends without a seed when it has as many cuts as this many slices have room for.
inline constexpr unsigned slices_without_seed = 32;
/// Warps of a block: few, so that even few slices spread over the device.
inline constexpr int slice_warps = 4;

/// A slice of one side of a spine.
struct spine_slice {
  spine const& of;
  int side;
  unsigned number; ///< on its side
};

/// The valid point of a slice that is farthest from the spine's chord, as steps from the side's end; 0: none.
template <class Problem>
__device__ std::int64_t farthest_of_slice(Problem const& problem, spine_slice const& slice, int lane) {
  using Real = typename Problem::real;
  spine const& of = slice.of;
  const auto chord = problem.metric(problem.points[of.first], problem.points[of.last], of.last - of.first);
  const std::int64_t begin = max(slice.number * of.slice_steps, std::int64_t(1));
  const std::int64_t end = min((slice.number + 1) * of.slice_steps, of.last - of.first);
  Real best(-1);
  std::int64_t farthest = 0;
#pragma unroll 4
  for (std::int64_t steps = begin + lane; steps < end; steps += 32) {
    const std::int64_t i = of.point_after(steps, slice.side);
    const Real rank = chord.rank(problem.points[i], i - of.first);
    farthest = rank > best ? steps : farthest;
    best = rank > best ? rank : best;
  }
  const Real greatest = warp_max_rank(best);
  return __shfl_sync(full_warp, farthest, __ffs(__ballot_sync(full_warp, best == greatest)) - 1);
}

/// Follows the chain of one side of a spine, for a warp.
template <class Problem>
class chain_walk {
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  using point_type = typename Problem::point_type;

public:
  /// begin: steps from the side's end
  __device__ chain_walk(Problem const& problem, spine const& on, int side, std::int64_t begin, int lane)
      : problem_(problem), side_(side), lane_(lane), window_(on.window), other_(static_cast<Index>(on.end(1 - side))),
        other_point_(problem.points[other_]), at_(static_cast<Index>(on.point_after(begin, side))),
        tolerance_(problem.tolerance(static_cast<Index>(on.first))) {}

  __device__ Index at() const { return at_; }

  /// Goes to the successor. False: no point of the window is farther than the tolerance.
  __device__ bool go_on() {
    const int steps = successor();
    at_ = side_ == 0 ? at_ + steps : at_ - steps;
    return steps > 0;
  }

private:
  /// Steps to the successor; 0: there is none.
  __device__ int successor() const {
    const Index steps_to_other = side_ == 0 ? other_ - at_ : at_ - other_;
    point_type first = problem_.points[at_], last = other_point_;
    if (side_ == 1) {
      last = first;
      first = other_point_;
    }
    const auto chord = problem_.metric.metric(first, last, steps_to_other);
    const Index reach = min(static_cast<Index>(window_), steps_to_other - 1);
    Real best = chord.harmless_rank(tolerance_);
    int farthest = INT_MAX;
#pragma unroll 4
    for (int steps = 1 + lane_; steps <= reach; steps += 32) {
      const point_type p = problem_.points[side_ == 0 ? at_ + steps : at_ - steps];
      const Real rank = chord.rank(p, static_cast<Real>(side_ == 0 ? steps : steps_to_other - steps));
      if (rank > best && !(problem_.metric.skip && !problem_.metric.valid(p))) {
        best = rank;
        farthest = steps;
      }
    }
    const Real greatest = warp_max_rank(best);
    const int nearest = warp_min(best == greatest ? farthest : INT_MAX);
    return nearest == INT_MAX ? 0 : nearest;
  }

  Problem const& problem_;
  int side_, lane_, window_;
  Index other_;
  point_type other_point_;
  Index at_;
  Real tolerance_;
};

/// The slice of warp `number`, which is less than the number of slices of both sides.
template <class Index>
__device__ spine_slice slice_of_warp(spine_slices<Index> const& slices, unsigned number, int lane) {
  const int side = number >= slices.counts.slices ? 1 : 0;
  const unsigned on_side = number - side * slices.counts.slices;
  spine const& on = spine_with_item(slices.spines, slices.counts.spines, on_side, lane, [](spine const& s) {
    return uint2{s.first_slice, s.slices};
  });
  return {on, side, on_side - on.first_slice};
}

/// Finds a seed for each slice, a point that is likely to be on the side's chain: a few successors behind a far point.
/// A warp for each slice of both sides.
template <class Problem>
__global__ void __launch_bounds__(32 * slice_warps, sizeof(typename Problem::real) == sizeof(float) ? 8 : 6)
    find_seeds(spine_slices<typename Problem::index> slices, Problem problem) {
  using seed_steps = typename spine_slices<typename Problem::index>::steps;
  const int lane = threadIdx.x % 32;
  const unsigned number = blockIdx.x * slice_warps + warp_of_block();
  if (number >= 2 * slices.counts.slices)
    return;
  const spine_slice slice = slice_of_warp(slices, number, lane);
  seed_steps* const seeds = slices.seeds + (number - slice.number);
  if (slice.number == 0) { // the side's end
    if (lane == 0)
      atomicMin(seeds, seed_steps(0));
    return;
  }
  const std::int64_t begin = farthest_of_slice(problem, slice, lane);
  if (begin == 0)
    return;
  chain_walk<Problem> walk(problem, slice.of, slice.side, begin, lane);
  for (unsigned cuts = 0; cuts < cuts_to_seed; ++cuts)
    if (!walk.go_on())
      return;
  const std::int64_t steps = slice.of.steps_to(walk.at(), slice.side);
  if (lane == 0)
    atomicMin(seeds + steps / slice.of.slice_steps, static_cast<seed_steps>(steps));
}

/// What follow_chains() does with the pieces of chains.
enum class chain_step {
  link, ///< notes the slice with whose seed a piece ends
  write ///< sets the bits of the points of a piece
};

/// Follows the chain of each seed to the next seed. A warp for each slice of both sides.
template <class Problem>
__global__ void __launch_bounds__(32 * slice_warps, sizeof(typename Problem::real) == sizeof(float) ? 8 : 6)
    follow_chains(chain_step step, spine_slices<typename Problem::index> slices, Problem problem) {
  using Index = typename Problem::index;
  using seed_steps = typename spine_slices<Index>::steps;
  const int lane = threadIdx.x % 32;
  const unsigned number = blockIdx.x * slice_warps + warp_of_block();
  if (number >= 2 * slices.counts.slices)
    return;
  const spine_slice slice = slice_of_warp(slices, number, lane);
  spine const& on = slice.of;
  const seed_steps* const seeds = slices.seeds + (number - slice.number);
  std::int16_t next = slices.no_slice;
  if (const seed_steps seed = seeds[slice.number]; seed != slices.no_seed) {
    unsigned* const chain = slices.chain(on, slice.side);
    chain_walk<Problem> walk(problem, on, slice.side, static_cast<std::int64_t>(seed), lane);
    const unsigned most_cuts = slices_without_seed * (on.room() / on.slices);
    for (unsigned cuts = 0; cuts < most_cuts && walk.go_on(); ++cuts) {
      const std::int64_t steps = on.steps_to(walk.at(), slice.side);
      if (step == chain_step::write && lane == 0)
        atomicOr(chain + steps / 32, 1u << steps % 32);
      const auto to = static_cast<Index>(steps) / static_cast<Index>(on.slice_steps);
      if (seeds[to] == static_cast<seed_steps>(steps)) {
        next = static_cast<std::int16_t>(to);
        break;
      }
    }
  }
  if (step == chain_step::link && lane == 0)
    slices.next[number] = next;
}

/// Finds the pieces on a side's chain, and removes the seeds of all others. A block for each spine and side.
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

  // First from each slice to the first slice of another group on its chain; then from group to group; then through
  // each group on the way.
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
