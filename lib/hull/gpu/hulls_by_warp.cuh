// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "hull/gpu/hull_region.cuh"
#include "hull/gpu/pruned_chains.cuh"

/// Finds the hulls of many small sets, a warp a set: points inside a polygon of sixteen extreme ones are dropped as
/// they are read, the others are sorted and their chains joined in shared memory.
namespace thrustline::gpu {

/// Most points that a warp sorts, and most that it reads.
inline constexpr std::int32_t points_of_warp = 128, most_read_by_warp = 4096;

/// The threads of a warp as a team: see chain_levels.hpp.
struct by_warp {
  template <class Index, class F>
  __device__ void operator()(Index count, F const& f) const {
    for (Index i = static_cast<Index>(threadIdx.x % 32); i < count; i += 32)
      f(i);
    __syncwarp();
  }
};

/// The inside of a polygon of sixteen of the points, in floats: a point is inside if it is left of all edges by more
/// than all roundings together.
///
/// With e = 2^-23 and U the greatest of the points' coordinates in the frame, a coordinate is computed within e U, the
/// two differences of an edge within 3 e U, and the left side of a test within 32 e U^2; the margin is 128 e U^2.
template <class Real>
class sixteen_sided {
public:
  static constexpr int sides = 16, index_bits = 12;
  static_assert(1 << index_bits >= most_read_by_warp);

  /// edges: shared memory for one for each side.
  __device__ sixteen_sided(const point<Real, 2>* points, std::int32_t n, float4* edges)
      : frame_(frame_of_some(points, n)), edges_(edges) {
    const std::uint32_t lane = threadIdx.x % 32;
    float most[sides];
    find_extremes(points, n, most);
    float greatest = 0;
    std::int32_t mine = 0;
#pragma unroll
    for (int k = 0; k < sides; ++k) {
      const int best = warp_max(signed_order(most[k]));
      const float value = from_signed_order<float>(best);
      greatest = fmaxf(greatest, value);
      if (lane % sides == k)
        mine = __float_as_int(value) & index_mask;
    }
    const point<Real, 2> a = points[mine < n ? mine : 0];
    const float2 from = frame_(a);
    const int next = (lane + 1) % sides;
    const point<Real, 2> b{{__shfl_sync(full_warp, a[0], next), __shfl_sync(full_warp, a[1], next)}};
    const float2 to{__shfl_sync(full_warp, from.x, next), __shfl_sync(full_warp, from.y, next)};
    const bool no_edge = detail::same_place(a, b);
    const float reach = greatest * 1.001f; // the index is in the last bits
    const float nx = from.y - to.y, ny = to.x - from.x, margin = 0x1p-16f * reach * reach;
    if (lane < sides)
      edges_[lane] = no_edge ? float4{0, 0, -1, 0} : float4{nx, ny, nx * from.x + ny * from.y + margin, 0};
    usable_ = reach > 0x1p-20f && reach < 0x1p20f && !__all_sync(full_warp, no_edge);
    __syncwarp();
  }

  /// Whether the test can succeed for any point.
  __device__ bool usable() const { return usable_; }

  /// Tests which of a lane's points are certainly inside.
  template <int count>
  __device__ void hold(point<Real, 2> const (&p)[count], bool (&inside)[count]) const {
    float2 at[count];
#pragma unroll
    for (int j = 0; j < count; ++j) {
      at[j] = frame_(p[j]);
      inside[j] = true;
    }
#pragma unroll 2
    for (int k = 0; k < sides; ++k) {
      const float4 edge = edges_[k];
#pragma unroll
      for (int j = 0; j < count; ++j)
        inside[j] = inside[j] && edge.x * at[j].x + edge.y * at[j].y > edge.z;
    }
  }

private:
  static constexpr int index_mask = (1 << index_bits) - 1;

  /// A frame that contains most of the points.
  __device__ static unit_frame<Real> frame_of_some(const point<Real, 2>* points, std::int32_t n) {
    const std::int32_t lane = threadIdx.x % 32;
    const point<Real, 2> p = points[lane * (n / 32)];
    return {warp_min(p[0]), -warp_min(-p[0]), warp_min(p[1]), -warp_min(-p[1])};
  }

  /// most[k] = how far this lane's points reach along direction k, with the index of the farthest one in the last bits.
  __device__ void find_extremes(const point<Real, 2>* points, std::int32_t n, float (&most)[sides]) const {
    // cosines of 0, 22.5, ... 180 degrees
    constexpr float cosines[sides / 2 + 1] = {1, 0.92388f, 0.70711f, 0.38268f, 0, -0.38268f, -0.70711f, -0.92388f, -1};
    const std::int32_t lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < sides; ++k)
      most[k] = -HUGE_VALF;
#pragma unroll 2
    for (std::int32_t i = lane; i < n; i += 32) {
      const float2 at = frame_(points[i]);
#pragma unroll
      for (int k = 0; k < sides / 2; ++k) {
        const float sine = k <= sides / 4 ? cosines[sides / 4 - k] : cosines[k - sides / 4];
        const float along = cosines[k] * at.x + sine * at.y;
        const float marked = __int_as_float((__float_as_int(along) & ~index_mask) | i);
        most[k] = fmaxf(most[k], marked);
        most[k + sides / 2] = fmaxf(most[k + sides / 2], -marked);
      }
    }
  }

  unit_frame<Real> frame_;
  float4* edges_;
  bool usable_;
};

/// Queue of sets that blocks process.
struct set_queue {
  std::int32_t *sets, *count;
};

/// Sets of points, and where the kernels for small sets write their hulls. Kernels take it by value.
template <class Real>
struct small_sets {
  const point<Real, 2>* points;
  const std::int64_t* offsets;
  std::int64_t count;
  bool keep_collinear;
  std::int32_t* rings;  ///< set s has room for its points from offsets[s] on; entries count from the start of the set
  std::int64_t* counts; ///< vertices of each set's hull
  set_queue queue;      ///< sets that need a block
};

/// Shared memory of a warp.
template <class Real>
struct warp_space {
  static constexpr std::size_t bytes() {
    return sixteen_sided<Real>::sides * sizeof(float4) + hull::team_space<Real, std::int32_t>::bytes(points_of_warp);
  }
  float4* edges;
  hull::team_space<Real, std::int32_t> team;

  __device__ explicit warp_space(unsigned char* memory)
      : edges(reinterpret_cast<float4*>(memory)),
        team(memory + sixteen_sided<Real>::sides * sizeof(float4), points_of_warp) {}
};

/// Takes all points of a small set; returns their number.
template <class Real>
__device__ std::int32_t take_all(const point<Real, 2>* points, std::int32_t n, warp_space<Real> const& space,
                                 bool& all_finite) {
  bool finite = true;
  for (std::int32_t i = threadIdx.x % 32; i < n; i += 32) {
    const point<Real, 2> p = points[i];
    finite = finite && detail::is_finite(p);
    space.team.items.points[i] = p;
    space.team.items.indices[i] = i;
  }
  all_finite = __all_sync(full_warp, finite);
  return n;
}

/// Takes the points of a set that are not inside a polygon; returns their number, or -1 if they do not fit.
template <class Real>
__device__ std::int32_t take_outer(const point<Real, 2>* points, std::int32_t n, warp_space<Real> const& space,
                                   bool& all_finite) {
  constexpr int at_once = 4;
  const std::int32_t lane = threadIdx.x % 32;
  const sixteen_sided<Real> polygon(points, n, space.edges);
  all_finite = true;
  if (!polygon.usable())
    return -1;
  std::int32_t count = 0;
  for (std::int32_t first = 0; first < n; first += 32 * at_once) {
    point<Real, 2> p[at_once];
    bool inside[at_once];
#pragma unroll
    for (int j = 0; j < at_once; ++j)
      p[j] = points[min(first + 32 * j + lane, n - 1)];
    polygon.hold(p, inside);
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const std::int32_t i = first + 32 * j + lane;
      const bool outer = i < n && !inside[j];
      if (outer && !detail::is_finite(p[j]))
        all_finite = false;
      const unsigned outers = __ballot_sync(full_warp, outer);
      const std::int32_t to = count + __popc(outers & ((1u << lane) - 1));
      if (outer && to < points_of_warp) {
        space.team.items.points[to] = p[j];
        space.team.items.indices[to] = i;
      }
      count += __popc(outers);
    }
    if (count > points_of_warp)
      return -1;
  }
  all_finite = __all_sync(full_warp, all_finite);
  return count;
}

/// Finds the hulls of all sets that suit a warp, a block a set, and queues the others of at most `most_queued` points.
template <class Real>
__global__ void __launch_bounds__(32, 28)
    hulls_by_warp(const __grid_constant__ small_sets<Real> sets, std::int64_t most_queued) {
  extern __shared__ __align__(16) unsigned char memory[];
  const warp_space<Real> space(memory);
  for (std::int64_t s = blockIdx.x; s < sets.count; s += gridDim.x) {
    const std::int64_t first = sets.offsets[s], size = sets.offsets[s + 1] - first;
    const auto n = static_cast<std::int32_t>(min(size, std::int64_t{most_read_by_warp} + 1));
    bool all_finite = true;
    std::int32_t taken = -1;
    if (n <= points_of_warp)
      taken = take_all(sets.points + first, n, space, all_finite);
    else if (n <= most_read_by_warp)
      taken = take_outer(sets.points + first, n, space, all_finite);
    __syncwarp();
    if (taken < 0 || !all_finite) {
      if (threadIdx.x == 0 && size <= most_queued)
        sets.queue.sets[atomicAdd(sets.queue.count, 1)] = static_cast<std::int32_t>(s);
      continue;
    }
    const detail::hull_ring<std::int32_t> found =
        hull_by_team(pruning_team<1>(nullptr), by_warp{}, space.team, taken, sets.keep_collinear);
    const std::int32_t vertices = found.size();
    for (std::int32_t i = threadIdx.x; i < vertices; i += 32)
      sets.rings[first + i] = space.team.items.indices[found[i]];
    if (threadIdx.x == 0)
      sets.counts[s] = vertices;
    __syncwarp();
  }
}

} // namespace thrustline::gpu
