// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/ordered_bits.hpp"
#include "core/gpu/warp.cuh"
#include <thrustline/algorithms/detail/inner_region.hpp>

/// Finds the region of a hull's filter: points that are extreme, or nearly so, block by block, and the polygon of the
/// best.
namespace thrustline::gpu {

using detail::inner_region;
using limits_of_float = detail::limits_of<float>;

/// Threads of a block of find_extremes, and most points that each of them reads.
inline constexpr int extremes_threads = 512, points_per_thread = 4;
inline constexpr int extremes_warps = extremes_threads / 32;
inline constexpr int region_threads = 1024;

/// Maps points to about [-1, 1]^2, so that all directions have the same weight however flat a set is. Points may map
/// outside, which is harmless: every polygon of points is a valid filter.
template <class Real>
struct unit_frame {
  Real middle_x, middle_y, per_x, per_y;

  __device__ unit_frame(Real left, Real right, Real low, Real high)
      : middle_x(left / 2 + right / 2), middle_y(low / 2 + high / 2), per_x(per(right / 2 - left / 2)),
        per_y(per(high / 2 - low / 2)) {}

  __device__ float2 operator()(point<Real, 2> const& p) const {
    return {static_cast<float>((p[0] - middle_x) * per_x), static_cast<float>((p[1] - middle_y) * per_y)};
  }

private:
  __device__ static Real per(Real extent) { return extent > detail::limits_of<Real>::smallest ? 1 / extent : Real(1); }
};

__device__ inline float along(point<float, 2> const& way, float2 const& p) { return way[0] * p.x + way[1] * p.y; }

/// Farthest known point in a direction; at < 0: none is known.
struct far_point {
  float along;
  int at;
};

/// The farthest point that the threads found in direction k = threadIdx.x % directions; valid in the first `directions`
/// threads.
__device__ inline far_point farthest_of_block(far_point mine, int directions, far_point* found) {
  found[threadIdx.x] = mine;
  __syncthreads();
  if (static_cast<int>(threadIdx.x) < directions)
    for (int other = static_cast<int>(threadIdx.x) + directions; other < static_cast<int>(blockDim.x);
         other += directions)
      if (found[other].along > mine.along)
        mine = found[other];
  return mine;
}

/// Selects the points that the blocks of find_extremes read.
template <class Real>
struct points_to_look_at {
  const point<Real, 2>* points;
  std::int64_t n;

  /// Number of points for each of `threads` threads.
  __device__ int per_thread(std::int64_t threads) const {
    return static_cast<int>(min((n + threads - 1) / threads, std::int64_t{points_per_thread}));
  }
  /// Index of point j of thread t: of all points if each thread gets few, else of a sample in chunks. May be >= n.
  __device__ std::int64_t operator()(std::int64_t t, int j, std::int64_t threads) const {
    if (n <= threads * points_per_thread)
      return t + j * threads;
    return t * (n / threads) + t * (n % threads) / threads + j;
  }
};

/// Shared memory of extremes_of_block().
template <class Real>
struct extremes_space {
  static constexpr int most_points = extremes_threads * points_per_thread;
  Real frames[extremes_warps][4];
  float2 at[most_points]; ///< points in the unit frame; NaN: no point
  far_point found[extremes_threads];
};

/// Writes extremes[directions * block + k]: the block's point that is extreme in direction k, or NaN if it has no
/// finite point. directions: a power of two from 32 to extremes_threads.
template <class Real>
__device__ void extremes_of_block(points_to_look_at<Real> const& look_at, int directions, point<Real, 2>* extremes,
                                  extremes_space<Real>& space) {
  using limits = detail::limits_of<Real>;
  const int me = static_cast<int>(threadIdx.x), warp = me / 32, lane = me % 32;
  const std::int64_t first = std::int64_t{blockIdx.x} * extremes_threads;
  const std::int64_t threads = std::int64_t{gridDim.x} * extremes_threads;
  const int each = look_at.per_thread(threads);

  point<Real, 2> p[points_per_thread];
#pragma unroll
  for (int j = 0; j < points_per_thread; ++j) {
    const std::int64_t i = look_at(first + me, j, threads);
    p[j] = j < each && i < look_at.n ? look_at.points[i] : point<Real, 2>{{limits::not_a_number, limits::not_a_number}};
  }
  Real least[4] = {limits::largest, limits::largest, limits::largest, limits::largest}; // least x, -x, y, -y
#pragma unroll
  for (int j = 0; j < points_per_thread; ++j)
    if (detail::is_finite(p[j])) {
      least[0] = min(least[0], p[j][0]), least[1] = min(least[1], -p[j][0]);
      least[2] = min(least[2], p[j][1]), least[3] = min(least[3], -p[j][1]);
    }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    least[k] = warp_min(least[k]);
    if (lane == 0)
      space.frames[warp][k] = least[k];
  }
  __syncthreads();
  for (int w = 0; w < extremes_warps; ++w)
    for (int k = 0; k < 4; ++k)
      least[k] = min(least[k], space.frames[w][k]);
  const unit_frame<Real> frame(least[0], -least[1], least[2], -least[3]);
#pragma unroll
  for (int j = 0; j < points_per_thread; ++j)
    space.at[j * extremes_threads + me] =
        detail::is_finite(p[j]) ? frame(p[j]) : float2{limits_of_float::not_a_number, limits_of_float::not_a_number};
  __syncthreads();

  // Each thread has one direction, and several threads share each direction.
  const int groups = extremes_threads / directions, group = me / directions;
  const auto ahead = detail::direction<float>(me % directions, directions);
  far_point best{-HUGE_VALF, -1};
#pragma unroll 8
  for (int i = group; i < each * extremes_threads; i += groups)
    if (const float value = along(ahead, space.at[i]); value > best.along)
      best = {value, i};
  best = farthest_of_block(best, directions, space.found);
  if (me >= directions)
    return;
  const Real none = limits::not_a_number;
  extremes[std::int64_t{blockIdx.x} * directions + me] =
      best.at >= 0 ? look_at.points[look_at(first + best.at % extremes_threads, best.at / extremes_threads, threads)]
                   : point<Real, 2>{{none, none}};
}

/// Shared memory of find_region besides the region itself.
template <class Real>
struct region_space {
  using key = decltype(unsigned_order(Real()));
  key left[inner_region<Real>::most_rows], right[inner_region<Real>::most_rows];
  int left_edge[inner_region<Real>::most_rows], right_edge[inner_region<Real>::most_rows];
  Real frame[4]; ///< greatest x, greatest y, -least x, -least y
  far_point found[region_threads];
  int vertices_of_warps[inner_region<Real>::most_vertices / 32];
};

/// Finds the greatest of the blocks' points in both directions of both axes.
template <class Real>
__device__ void frame_of_extremes(const point<Real, 2>* extremes, int blocks, int directions, Real (&frame)[4]) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp < 4) {
    Real least = detail::limits_of<Real>::largest; // least of the negated values
    for (int b = lane; b < blocks; b += 32) {
      const Real value = extremes[b * directions + warp * (directions / 4)][warp % 2];
      least = min(least, warp < 2 ? -value : value); // min() ignores NaN
    }
    least = warp_min(least);
    if (lane == 0)
      frame[warp] = -least;
  }
  __syncthreads();
}

/// Sets the rows of a region whose ring is set, a warp for each edge.
template <class Real>
__device__ void set_rows_by_block(inner_region<Real>& region, region_space<Real>& space) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int row = threadIdx.x; row < region.rows; row += blockDim.x) {
    space.left[row] = unsigned_order(region.least_left());
    space.right[row] = unsigned_order(detail::limits_of<Real>::largest);
    space.left_edge[row] = space.right_edge[row] = 0;
  }
  __syncthreads();
  for (int k = warp; k < region.vertices; k += static_cast<int>(blockDim.x) / 32) {
    const auto edge = region.edge(k);
    for (int row = edge.first + lane; row <= edge.last; row += 32) {
      const auto limit = unsigned_order(region.limit(edge, row));
      if (edge.up)
        atomicMin(&space.right[row], limit);
      else
        atomicMax(&space.left[row], limit);
      if (region.crosses_middle(edge, row))
        atomicMax(&(edge.up ? space.right_edge : space.left_edge)[row], k);
    }
  }
  __syncthreads();
  for (int row = threadIdx.x; row < region.rows; row += blockDim.x) {
    region.left[row] = from_unsigned_order<Real>(space.left[row]);
    region.right[row] = from_unsigned_order<Real>(space.right[row]);
    region.left_edge[row] = static_cast<std::uint8_t>(space.left_edge[row]);
    region.right_edge[row] = static_cast<std::uint8_t>(space.right_edge[row]);
    region.close_row(row);
  }
}

/// Writes the points of the first `count` threads to `ring`, without those that equal the one before; returns their
/// number. count: a multiple of 32.
template <class Real>
__device__ int ring_of_block(point<Real, 2> const& mine, int count, point<Real, 2>* ring, int* vertices_of_warps) {
  const int me = static_cast<int>(threadIdx.x), warp = me / 32, lane = me % 32;
  if (me < count)
    ring[me] = mine;
  __syncthreads();
  const bool keep = me < count && !detail::same_place(mine, ring[me > 0 ? me - 1 : count - 1]);
  const unsigned kept = __ballot_sync(full_warp, keep);
  if (lane == 0 && me < count)
    vertices_of_warps[warp] = __popc(kept);
  __syncthreads();
  int before = 0, all = 0;
  for (int w = 0; w < count / 32; ++w) {
    before += w < warp ? vertices_of_warps[w] : 0;
    all += vertices_of_warps[w];
  }
  if (keep)
    ring[before + __popc(kept & ((1u << lane) - 1))] = mine;
  __syncthreads();
  return all;
}

/// Finds the region inside the polygon of the best extremes of `blocks` blocks, by one block of region_threads.
/// directions: a power of two, at least 32.
template <class Real>
__device__ void region_of_extremes(const point<Real, 2>* extremes, int blocks, int directions,
                                   inner_region<Real>& region, region_space<Real>& space) {
  const int me = static_cast<int>(threadIdx.x), k = me % directions;
  frame_of_extremes(extremes, blocks, directions, space.frame);
  const Real right = space.frame[0], top = space.frame[1], left = -space.frame[2], bottom = -space.frame[3];
  const unit_frame<Real> frame(left, right, bottom, top);
  const auto ahead = detail::direction<float>(k, directions);
  far_point best{-HUGE_VALF, 0};
#pragma unroll 8
  for (int b = me / directions; b < blocks; b += region_threads / directions)
    if (const float value = along(ahead, frame(extremes[b * directions + k])); value > best.along)
      best = {value, b};
  best = farthest_of_block(best, directions, space.found);
  const point<Real, 2> farthest = extremes[me < directions ? best.at * directions + k : 0];
  const int vertices = ring_of_block(farthest, directions, region.ring, space.vertices_of_warps);
  if (me == directions / 4)
    space.frame[1] = farthest[1]; // the rows are between points of the ring
  if (me == directions / 4 * 3)
    space.frame[3] = farthest[1];
  __syncthreads();
  if (me == 0) {
    const Real largest = max(max(right, -left), max(top, -bottom));
    region.begin(vertices, space.frame[3], space.frame[1], largest, inner_region<Real>::most_rows);
  }
  __syncthreads();
  set_rows_by_block(region, space);
}

} // namespace thrustline::gpu
