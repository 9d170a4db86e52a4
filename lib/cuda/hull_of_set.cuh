// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

#include "cuda/device_attribute.hpp"
#include "cuda/hull_kernels.cuh"
#include "hull/hull_of_many.hpp"
#include <thrustline/primitives/detail/cuda_call.hpp>
#include <thrustline/primitives/detail/read_back.hpp>

/// The hull of one set of points on the device: a region from a sample, one read of the points, and then by how many
/// are left: a block, a finer region first, or a sort of all. The host waits for the number that is left, nowhere else.
namespace thrustline::cuda {

using detail::check_cuda;
using detail::stream_of;
using detail::temporary;

/// Most points of a hull by one block.
inline constexpr std::int32_t block_points = 4096;

/// Launches a kernel with dynamic shared memory on the policy's stream.
template <class Policy, class... Parameters, class... Arguments>
void launch(Policy const& policy, void (*kernel)(Parameters...), std::int64_t blocks, int threads, std::size_t shared,
            Arguments... arguments) {
  constexpr std::size_t without_asking = 48 << 10;
  if (shared > without_asking)
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
               "cudaFuncSetAttribute");
  kernel<<<static_cast<unsigned>(blocks), threads, shared, stream_of(policy)>>>(arguments...);
  check_cuda(cudaGetLastError(), "kernel launch");
}

inline std::size_t shared_bytes() {
  return static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

/// Most points of a hull by one block of this device: a power of two, at most block_points.
template <class Real, class Index>
std::int32_t points_of_block() {
  const std::size_t room = shared_bytes();
  std::int32_t points = block_points;
  while (hull::team_space<Real, Index>::bytes(points) > room)
    points /= 2;
  return points;
}

/// What the filter found, as the host reads it.
struct filter_counts {
  unsigned long long left, first_nonfinite;
};

inline constexpr unsigned long long no_index = std::numeric_limits<unsigned long long>::max();

/// Points on the device with, perhaps, their indices.
template <class Real, class Index>
struct indexed_points {
  const point<Real, 2>* points;
  const Index* indices; ///< null: a point's place is its index
  std::int64_t count;
};

/// The arrays behind a candidate_list.
template <class Real, class Index, class Policy>
struct candidates {
  temporary<point<Real, 2>, Policy> points;
  temporary<Index, Policy> indices;
  std::int64_t capacity, count = 0;

  candidates(Policy const& policy, std::int64_t capacity)
      : points(policy, capacity), indices(policy, capacity), capacity(capacity) {}

  indexed_points<Real, Index> view() const { return {points.data(), indices.data(), count}; }
};

/// Filters `given` into `left` by a region of `directions` directions and waits for what is found. left.count may be
/// more than its capacity.
template <class Policy, class Real, class Index>
void filter_on_device(Policy const& policy, indexed_points<Real, Index> const& given, std::int32_t directions,
                      candidates<Real, Index, Policy>& left, unsigned long long& first_nonfinite) {
  constexpr std::int64_t most_sample_blocks = 64;
  const std::int64_t n = given.count;
  const std::int64_t sample_blocks = std::clamp<std::int64_t>(n / sample_per_block, 1, most_sample_blocks);
  const temporary<point<Real, 2>, Policy> extremes(policy, sample_blocks * directions);
  const temporary<inner_region<Real>, Policy> region(policy, 1);
  launch(policy, find_extremes<Real, std::int64_t>, sample_blocks, extremes_threads, extremes_bytes<Real>(directions),
         given.points, n, directions, extremes.data());
  launch(policy, find_region<Real>, 1, region_threads, region_bytes<Real>(directions), extremes.data(),
         static_cast<std::int32_t>(sample_blocks) * directions, directions, region.data());

  const temporary<filter_counts, Policy> counts(policy, 1);
  const filter_counts none{0, no_index};
  check_cuda(cudaMemcpyAsync(counts.data(), &none, sizeof none, cudaMemcpyHostToDevice, stream_of(policy)),
             "cudaMemcpyAsync");
  constexpr std::int64_t blocks_per_multiprocessor = 8, points_per_thread = 4;
  const std::int64_t blocks =
      std::min((n + filter_threads * points_per_thread - 1) / (filter_threads * points_per_thread),
               device_attribute(cudaDevAttrMultiProcessorCount) * blocks_per_multiprocessor);
  launch(policy, filter<Real, Index>, blocks, filter_threads, 0, given.points, given.indices, n, region.data(),
         candidate_list<Real, Index>{left.points.data(), left.indices.data(), left.capacity, &counts.data()->left,
                                     &counts.data()->first_nonfinite});
  const filter_counts found = detail::read_back(policy, counts.data());
  left.count = static_cast<std::int64_t>(found.left);
  first_nonfinite = std::min(first_nonfinite, found.first_nonfinite);
}

/// Writes the hull of finite points, of at least one, to the room that `room_for(most)` gives.
template <class Policy, class Real, class Index, class Room>
void hull_of_finite(Policy const& policy, indexed_points<Real, Index> const& given, bool keep_collinear, Room room_for,
                    std::int64_t* count) {
  Index* const ring = room_for(given.count);
  if (given.count > points_of_block<Real, Index>() || !given.indices)
    return hull::hull_of_many(policy, given.points, given.indices, static_cast<Index>(given.count), keep_collinear,
                              ring, count);
  const auto n = static_cast<std::int32_t>(given.count);
  const std::int32_t capacity = hull::power_of_two_from(n);
  launch(policy, hull_of_candidates<Real, Index>, 1, std::clamp(capacity / 2, 32, 1024),
         hull::team_space<Real, Index>::bytes(capacity), given.points, given.indices, n, capacity, keep_collinear, ring,
         count);
}

/// The hull of one set: its vertices' places go to the room that `room_for(most)` gives, their number to *count, both
/// on the device. Lowers first_nonfinite to the first place with a point that is not finite; such points play no part.
/// Returns how many points were looked at more closely.
template <class Index, class Policy, class Real, class Room>
std::int64_t hull_of_set(Policy const& policy, const point<Real, 2>* points, std::int64_t n, bool keep_collinear,
                         unsigned long long& first_nonfinite, Room room_for, std::int64_t* count) {
  constexpr std::int32_t coarse = 64;
  const std::int32_t fine = extremes_bytes<Real>(256) <= shared_bytes() ? 256 : coarse;
  constexpr std::int64_t least_capacity = 1 << 16, share_worth_moving = 8;
  const indexed_points<Real, Index> all{points, nullptr, n};
  using list = candidates<Real, Index, Policy>;

  list left(policy, std::min(n, std::max(least_capacity, n / share_worth_moving)));
  filter_on_device(policy, all, coarse, left, first_nonfinite);
  if (left.count == 0) { // not one point is finite
    check_cuda(cudaMemsetAsync(count, 0, sizeof *count, stream_of(policy)), "cudaMemsetAsync");
    return 0;
  }
  if (left.count > left.capacity) { // the filter is of no use
    if (first_nonfinite == no_index) {
      hull_of_finite(policy, all, keep_collinear, room_for, count);
      return n;
    }
    list finite(policy, left.count);
    filter_on_device(policy, all, coarse, finite, first_nonfinite);
    hull_of_finite(policy, finite.view(), keep_collinear, room_for, count);
    return finite.count;
  }
  if (left.count <= points_of_block<Real, Index>()) {
    hull_of_finite(policy, left.view(), keep_collinear, room_for, count);
    return left.count;
  }
  list fewer(policy, left.count);
  filter_on_device(policy, left.view(), fine, fewer, first_nonfinite);
  hull_of_finite(policy, fewer.view(), keep_collinear, room_for, count);
  return left.count;
}

} // namespace thrustline::cuda
