// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/launch_in_turn.cuh"
#include "hull/gpu/hull_region.cuh"
#include "hull/gpu/hulls_by_warp.cuh"
#include "hull/gpu/team_hull.hpp"

/// The kernels of convex_hull: the filter's region, the filter, and hulls of few points by a block each.
namespace thrustline::gpu {

/// Copies `from` to `to`, by the threads of a block.
template <class T>
__device__ void copy_by_block(T& to, T const& from) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
#pragma unroll 8
  for (std::size_t i = threadIdx.x; i < sizeof(T) / sizeof(std::uint32_t); i += blockDim.x)
    reinterpret_cast<std::uint32_t*>(&to)[i] = reinterpret_cast<const std::uint32_t*>(&from)[i];
}

/// The threads of a block as a team: see chain_levels.hpp.
struct by_block {
  template <class Index, class F>
  __device__ void operator()(Index count, F const& f) const {
    for (Index i = static_cast<Index>(threadIdx.x); i < count; i += static_cast<Index>(blockDim.x))
      f(i);
    __syncthreads();
  }
};

inline constexpr int filter_threads = 512, filter_blocks_per_multiprocessor = 2;

/// What the kernels of one set report to each other and, in the end, to the host.
struct set_progress {
  static constexpr unsigned long long none = ~0ull;

  unsigned long long left;            ///< points that the first filter left; may be more than its list holds
  unsigned long long fewer;           ///< points that the second filter left; none: it did not run
  unsigned long long first_nonfinite; ///< lowest index of a point that is not finite, or none
  std::int64_t vertices;              ///< negative: one block cannot hold the points that are left
};

/// Points and their indices; if indices is null, a point's place is its index.
template <class Real, class Index>
struct indexed_points {
  const point<Real, 2>* points;
  const Index* indices;
  std::int64_t count;
};

/// List of what a filter leaves, in any order.
template <class Real, class Index>
struct candidate_list {
  point<Real, 2>* points;
  Index* indices;
  std::int64_t capacity;
};

/// What both filters leave; the second one may not have run.
template <class Real, class Index>
struct filtered_lists {
  candidate_list<Real, Index> left, fewer;
};

/// Which of the two filters a kernel works for: the first reads all points, the second what the first one left.
enum class filter_pass { first, second };

/// Decides whether a second filter reads what the first one left.
struct second_filter {
  std::int64_t capacity, few;
  __device__ bool wanted(set_progress const& progress) const {
    const auto left = static_cast<std::int64_t>(progress.left);
    return left > few && left <= capacity;
  }
};

/// Finds each block's extreme points of a sample of all points. Initialises the progress.
template <class Real>
__global__ void __launch_bounds__(extremes_threads)
    find_extremes(points_to_look_at<Real> look_at, int directions, point<Real, 2>* extremes, set_progress* progress) {
  __shared__ extremes_space<Real> space;
  begin_in_turn();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *progress = {0, set_progress::none, set_progress::none, -1};
  extremes_of_block(look_at, directions, extremes, space);
}

/// Finds each block's extreme points of what the first filter left.
template <class Real>
__global__ void __launch_bounds__(extremes_threads)
    find_extremes_again(const point<Real, 2>* left, second_filter second, int directions, point<Real, 2>* extremes,
                        set_progress const* progress) {
  __shared__ extremes_space<Real> space;
  begin_in_turn();
  if (second.wanted(*progress))
    extremes_of_block(points_to_look_at<Real>{left, static_cast<std::int64_t>(progress->left)}, directions, extremes,
                      space);
}

/// Extreme points in `directions` directions, found by each of `blocks` blocks.
template <class Real>
struct extremes_of_blocks {
  const point<Real, 2>* points;
  int blocks, directions;
};

/// Finds the region from the extremes of all blocks, by one block.
template <class Real>
__global__ void __launch_bounds__(region_threads)
    find_region(extremes_of_blocks<Real> extremes, filter_pass pass, second_filter second, inner_region<Real>* region,
                set_progress* progress) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto& made = *reinterpret_cast<inner_region<Real>*>(memory);
  auto& space = *reinterpret_cast<region_space<Real>*>(memory + sizeof(inner_region<Real>));
  begin_in_turn();
  if (pass == filter_pass::second && !second.wanted(*progress))
    return;
  region_of_extremes(extremes.points, extremes.blocks, extremes.directions, made, space);
  __syncthreads();
  if (pass == filter_pass::second && threadIdx.x == 0)
    progress->fewer = 0;
  copy_by_block(*region, made);
}

/// Appends the points that are not certainly inside the region, and counts them.
template <class Real, class Index>
__global__ void __launch_bounds__(filter_threads, filter_blocks_per_multiprocessor)
    filter(indexed_points<Real, Index> given, filter_pass pass, const inner_region<Real>* region_given,
           candidate_list<Real, Index> left, set_progress* progress) {
  __shared__ inner_region<Real> region;
  begin_in_turn();
  const bool again = pass == filter_pass::second;
  if (again && progress->fewer == set_progress::none)
    return;
  const std::int64_t n = again ? static_cast<std::int64_t>(progress->left) : given.count;
  unsigned long long* const count = again ? &progress->fewer : &progress->left;
  copy_by_block(region, *region_given);
  __syncthreads();

  constexpr int at_once = 6; // reads under way in each thread
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned lanes_before = (1u << lane) - 1;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  // All lanes of a warp go round together.
  for (std::int64_t warp_first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane; warp_first < n;
       warp_first += at_once * stride) {
    point<Real, 2> p[at_once];
    bool keep[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int64_t i = warp_first + lane + k * stride;
      keep[k] = i < n;
      if (keep[k])
        p[k] = given.points[i];
    }
    unsigned kept[at_once], total = 0;
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      keep[k] = keep[k] && !region.holds(p[k]);
      if (keep[k] && !detail::is_finite(p[k])) {
        const std::int64_t i = warp_first + lane + k * stride;
        atomicMin(&progress->first_nonfinite, static_cast<unsigned long long>(given.indices ? given.indices[i] : i));
        keep[k] = false;
      }
      kept[k] = __ballot_sync(full_warp, keep[k]);
      total += __popc(kept[k]);
    }
    if (total == 0)
      continue;
    unsigned long long at = 0;
    if (lane == 0)
      at = atomicAdd(count, static_cast<unsigned long long>(total));
    at = __shfl_sync(full_warp, at, 0);
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int64_t to = static_cast<std::int64_t>(at) + __popc(kept[k] & lanes_before);
      if (keep[k] && to < left.capacity) {
        const std::int64_t i = warp_first + lane + k * stride;
        left.points[to] = p[k];
        left.indices[to] = given.indices ? given.indices[i] : static_cast<Index>(i);
      }
      at += __popc(kept[k]);
    }
  }
}

/// The caller's arrays on the device; null for those that are not wanted.
template <class Real>
struct hull_destination {
  std::int64_t* indices;
  point<Real, 2>* coordinates;
  std::int64_t* offsets;
  std::int64_t capacity; ///< vertices that fit
};

/// Finds the hull of what the filters left, if that is at most `capacity` points, by one block. Writes it to `ring` or,
/// if that is null, to the caller's arrays, as much as fits.
template <class Real, class Index>
__global__ void __launch_bounds__(1024)
    hull_of_candidates(filtered_lists<Real, Index> lists, std::int32_t capacity, bool keep_collinear, Index* ring,
                       hull_destination<Real> to, set_progress* progress) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ int kept_of_warps[32][2];
  begin_in_turn();
  const bool again = progress->fewer != set_progress::none;
  const auto count = static_cast<std::int64_t>(again ? progress->fewer : progress->left);
  if (count > capacity)
    return;
  const auto n = static_cast<std::int32_t>(count);
  const candidate_list<Real, Index> from = again ? lists.fewer : lists.left;
  const hull::team_space<Real, Index> space(memory, capacity);
  for (std::int32_t i = threadIdx.x; i < n; i += blockDim.x) {
    space.items.points[i] = from.points[i];
    space.items.indices[i] = from.indices[i];
  }
  __syncthreads();
  const detail::hull_ring<std::int32_t> found =
      hull_by_team(pruning_team<32>(kept_of_warps), by_block{}, space, n, keep_collinear);
  const std::int32_t size = found.size();
  for (std::int32_t i = threadIdx.x; i < size; i += blockDim.x) {
    const std::int32_t at = found[i];
    if (ring)
      ring[i] = space.items.indices[at];
    else if (i < to.capacity) {
      if (to.indices)
        to.indices[i] = static_cast<std::int64_t>(space.items.indices[at]);
      if (to.coordinates)
        to.coordinates[i] = space.items.points[at];
    }
  }
  if (threadIdx.x == 0) {
    progress->vertices = size;
    if (!ring && to.offsets)
      to.offsets[0] = 0, to.offsets[1] = size;
  }
}

/// Finds the hulls of queued sets with more than `above` and at most `capacity` points, at most 128 for each warp, a
/// block a set.
template <int warps, class Real>
__global__ void __launch_bounds__(32 * warps)
    hulls_of_sets(const __grid_constant__ small_sets<Real> sets, std::int32_t above, std::int32_t capacity,
                  unsigned long long* first_nonfinite) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ int kept_of_warps[warps][2];
  const hull::team_space<Real, std::int32_t> space(memory, capacity);
  const std::int32_t queued = *sets.queue.count;
  for (std::int32_t k = blockIdx.x; k < queued; k += gridDim.x) {
    const std::int64_t s = sets.queue.sets[k], first = sets.offsets[s], size = sets.offsets[s + 1] - first;
    if (size <= above || size > capacity)
      continue;
    const auto n = static_cast<std::int32_t>(size);
    for (std::int32_t i = threadIdx.x; i < n; i += blockDim.x) {
      const point<Real, 2> p = sets.points[first + i];
      const bool usable = detail::is_finite(p);
      if (!usable)
        atomicMin(first_nonfinite, static_cast<unsigned long long>(first + i));
      space.items.points[i] = p;
      space.items.indices[i] = usable ? i : -1;
    }
    __syncthreads();
    const detail::hull_ring<std::int32_t> found =
        hull_by_team(pruning_team<warps>(kept_of_warps), by_block{}, space, n, sets.keep_collinear);
    const std::int32_t vertices = found.size();
    for (std::int32_t i = threadIdx.x; i < vertices; i += blockDim.x)
      sets.rings[first + i] = space.items.indices[found[i]];
    if (threadIdx.x == 0)
      sets.counts[s] = vertices;
    __syncthreads();
  }
}

/// Tiles of sorted points, of which each block finds the first chains of one.
inline constexpr int log_tile = 11, tile_warps = (1 << log_tile) / points_of_warp;

/// Bytes of shared memory of chains_of_tiles.
template <class Real>
constexpr std::size_t tile_bytes() {
  return hull::team_space<Real, std::int32_t>::bytes(1 << log_tile);
}

template <class Real, class Index>
__global__ void __launch_bounds__(32 * tile_warps, 2)
    chains_of_tiles(const point<Real, 2>* sorted, Index m, bool keep_collinear, hull::chain_space<Index> chains) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ int kept_of_warps[tile_warps][2];
  const hull::team_space<Real, std::int32_t> space(memory, 1 << log_tile);
  const Index first = static_cast<Index>(blockIdx.x) << log_tile;
  const auto n = static_cast<std::int32_t>(min(m - first, Index(1) << log_tile));
  for (std::int32_t i = threadIdx.x; i < n; i += blockDim.x)
    space.items.points[i] = sorted[first + i];
  __syncthreads();
  const detail::hull_ring<std::int32_t> found =
      chains_by_team(pruning_team<tile_warps>(kept_of_warps), by_block{}, space, n, keep_collinear);
  for (std::int32_t i = threadIdx.x; i < found.lower_count; i += blockDim.x)
    chains.chains[0][first + i] = first + found.lower[i];
  for (std::int32_t i = threadIdx.x; i < found.upper_count; i += blockDim.x)
    chains.chains[0][m + first + i] = first + found.upper[i];
  if (threadIdx.x == 0) {
    chains.counts[0][blockIdx.x] = found.lower_count;
    chains.counts[0][gridDim.x + blockIdx.x] = found.upper_count;
  }
}

} // namespace thrustline::gpu
