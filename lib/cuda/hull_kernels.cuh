// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "hull/team_hull.hpp"

/// The kernels of convex_hull: the filter's region from a sample, the filter, hulls of few points by a block each.
namespace thrustline::cuda {

using detail::inner_region;

/// The threads of a block as a team: see hull/chain_levels.hpp.
struct by_block {
  template <class Index, class F>
  __device__ void operator()(Index count, F const& f) const {
    for (Index i = static_cast<Index>(threadIdx.x); i < count; i += static_cast<Index>(blockDim.x))
      f(i);
    __syncthreads();
  }
};

/// Points a block looks at for its part of the region.
inline constexpr std::int32_t sample_per_block = 2048;
inline constexpr int extremes_threads = 512, region_threads = 1024, filter_threads = 256;

/// Bytes of shared memory of find_extremes.
template <class Real>
constexpr std::size_t extremes_bytes(std::int32_t directions) {
  return sample_per_block * sizeof(point<Real, 2>) + hull::lanes * sizeof(hull::frame) +
         static_cast<std::size_t>(directions) * (hull::lanes * sizeof(hull::reach) + sizeof(std::int32_t));
}

/// Each block's extreme points among its part of `sampled` of the n points; a block without any writes points that are
/// not finite. extremes: directions of them a block.
template <class Real, class Index>
__global__ void __launch_bounds__(extremes_threads)
    find_extremes(const point<Real, 2>* points, Index n, std::int32_t directions, point<Real, 2>* extremes) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const sample = reinterpret_cast<point<Real, 2>*>(memory);
  auto* const frames = reinterpret_cast<hull::frame*>(sample + sample_per_block);
  auto* const reaches = reinterpret_cast<hull::reach*>(frames + hull::lanes);
  auto* const found = reinterpret_cast<std::int32_t*>(reaches + hull::lanes * directions);

  const std::int64_t sampled = std::int64_t{gridDim.x} * sample_per_block;
  const std::int64_t first = std::int64_t{blockIdx.x} * sample_per_block;
  for (std::int32_t i = threadIdx.x; i < sample_per_block; i += blockDim.x) {
    const std::int64_t k = first + i;
    sample[i] = points[sampled >= n ? (k < n ? k : n - 1) : k * (n / sampled) + k * (n % sampled) / sampled];
  }
  __syncthreads();
  hull::team_extremes(by_block{}, static_cast<const point<Real, 2>*>(sample), sample_per_block, directions, frames,
                      reaches, found);
  const Real none = detail::limits_of<Real>::not_a_number;
  for (std::int32_t k = threadIdx.x; k < directions; k += blockDim.x)
    extremes[std::int64_t{blockIdx.x} * directions + k] =
        found[k] >= 0 ? sample[found[k]] : point<Real, 2>{{none, none}};
}

/// Bytes of shared memory of find_region.
template <class Real>
constexpr std::size_t region_bytes(std::int32_t directions) {
  return hull::team_space<Real, std::int32_t>::bytes(directions) + hull::lanes * sizeof(hull::frame) +
         static_cast<std::size_t>(directions) * sizeof(std::int32_t) + 16;
}

/// The region by the extremes of all blocks. One block. directions: a power of two.
template <class Real>
__global__ void __launch_bounds__(region_threads)
    find_region(const point<Real, 2>* extremes, std::int32_t n, std::int32_t directions, inner_region<Real>* region) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const frames = reinterpret_cast<hull::frame*>(memory);
  auto* const found = reinterpret_cast<std::int32_t*>(frames + hull::lanes);
  const hull::team_space<Real, std::int32_t> space(reinterpret_cast<unsigned char*>(found + directions), directions);
  hull::join_extremes(by_block{}, extremes, n, directions, frames, found);
  hull::team_region(by_block{}, extremes, static_cast<const std::int32_t*>(found), directions, space, region);
}

/// What the filter leaves, in any order.
template <class Real, class Index>
struct candidate_list {
  point<Real, 2>* points;
  Index* indices;
  std::int64_t capacity;
  unsigned long long* count;           ///< of all that were left, more than the capacity perhaps
  unsigned long long* first_nonfinite; ///< the lowest index of a point that is not finite
};

/// Appends the points that the region does not certainly hold. indices: null where a point's place is its index.
template <class Real, class Index>
__global__ void __launch_bounds__(filter_threads)
    filter(const point<Real, 2>* points, const Index* indices, std::int64_t n, const inner_region<Real>* region_given,
           candidate_list<Real, Index> left) {
  __shared__ inner_region<Real> region;
  static_assert(sizeof region % sizeof(std::uint32_t) == 0);
  for (std::size_t i = threadIdx.x; i < sizeof region / sizeof(std::uint32_t); i += blockDim.x)
    reinterpret_cast<std::uint32_t*>(&region)[i] = reinterpret_cast<const std::uint32_t*>(region_given)[i];
  __syncthreads();

  constexpr int at_once = 4; // reads under way in each thread
  const unsigned lane = threadIdx.x % 32;
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
        p[k] = points[i];
    }
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      keep[k] = keep[k] && !region.holds(p[k]);
      const std::int64_t i = warp_first + lane + k * stride;
      if (keep[k] && !detail::is_finite(p[k])) {
        atomicMin(left.first_nonfinite, static_cast<unsigned long long>(indices ? indices[i] : i));
        keep[k] = false;
      }
      const unsigned kept = __ballot_sync(0xffffffffu, keep[k]);
      if (kept == 0)
        continue;
      unsigned long long at = 0;
      if (lane == 0)
        at = atomicAdd(left.count, static_cast<unsigned long long>(__popc(kept)));
      at = __shfl_sync(0xffffffffu, at, 0) + __popc(kept & ((1u << lane) - 1));
      if (keep[k] && at < static_cast<unsigned long long>(left.capacity)) {
        left.points[at] = p[k];
        left.indices[at] = indices ? indices[i] : static_cast<Index>(i);
      }
    }
  }
}

/// The hull of up to `capacity` points by one block: their places or, if given, their indices go to ring.
template <class Real, class Index>
__device__ void hull_by_block(hull::team_space<Real, Index> const& space, std::int32_t n, bool keep_collinear,
                              Index* ring, std::int64_t* count) {
  const detail::hull_ring<std::int32_t> found = hull::team_hull(by_block{}, space, n, keep_collinear);
  const std::int32_t size = found.size();
  for (std::int32_t i = threadIdx.x; i < size; i += blockDim.x)
    ring[i] = space.items.indices[found[i]];
  if (threadIdx.x == 0)
    *count = size;
}

/// The hull of n <= capacity candidates. One block.
template <class Real, class Index>
__global__ void __launch_bounds__(1024)
    hull_of_candidates(const point<Real, 2>* points, const Index* indices, std::int32_t n, std::int32_t capacity,
                       bool keep_collinear, Index* ring, std::int64_t* count) {
  extern __shared__ __align__(16) unsigned char memory[];
  const hull::team_space<Real, Index> space(memory, capacity);
  for (std::int32_t i = threadIdx.x; i < n; i += blockDim.x) {
    space.items.points[i] = points[i];
    space.items.indices[i] = indices[i];
  }
  __syncthreads();
  hull_by_block(space, n, keep_collinear, ring, count);
}

/// The hulls of the sets with more than `above` and at most `capacity` points, a block a set. rings: set s has room for
/// its points from offsets[s] on; its entries are counted from the start of the set.
template <class Real>
__global__ void __launch_bounds__(1024)
    hulls_of_sets(const point<Real, 2>* points, const std::int64_t* offsets, std::int64_t sets, std::int32_t above,
                  std::int32_t capacity, bool keep_collinear, std::int32_t* rings, std::int64_t* counts,
                  unsigned long long* first_nonfinite) {
  extern __shared__ __align__(16) unsigned char memory[];
  const hull::team_space<Real, std::int32_t> space(memory, capacity);
  for (std::int64_t s = blockIdx.x; s < sets; s += gridDim.x) {
    const std::int64_t first = offsets[s], size = offsets[s + 1] - first;
    if (size <= above || size > capacity)
      continue;
    const auto n = static_cast<std::int32_t>(size);
    for (std::int32_t i = threadIdx.x; i < n; i += blockDim.x) {
      const point<Real, 2> p = points[first + i];
      const bool usable = detail::is_finite(p);
      if (!usable)
        atomicMin(first_nonfinite, static_cast<unsigned long long>(first + i));
      space.items.points[i] = p;
      space.items.indices[i] = usable ? i : -1;
    }
    __syncthreads();
    hull_by_block(space, n, keep_collinear, rings + first, counts + s);
    __syncthreads();
  }
}

} // namespace thrustline::cuda
