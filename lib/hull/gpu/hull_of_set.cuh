// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "hull/gpu/hull_kernels.cuh"
#include "hull/gpu/hull_of_many.hpp"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/read_back.hpp>

/// Finds the hull of one set of points on the device: a region from a sample, a filter that reads the points once, a
/// finer region and a second filter if many are left, and a block for the rest. The host launches all of it and waits
/// once, at the end. Only where a block cannot hold the rest, the host goes on with a sort.
namespace thrustline::gpu {

using detail::check_cuda;
using detail::stream_of;
using detail::temporary;

/// Most points whose hull one block finds.
inline constexpr std::int32_t block_points = 4096;

/// Launches a kernel with dynamic shared memory on the policy's stream.
template <class Policy, class... Parameters, class... Arguments>
void launch(Policy const& policy, void (*kernel)(Parameters...), std::int64_t blocks, int threads, std::size_t shared,
            Arguments... arguments) {
  allow_shared(kernel, shared);
  kernel<<<static_cast<unsigned>(blocks), threads, shared, stream_of(policy)>>>(arguments...);
  check_cuda(cudaGetLastError(), "kernel launch");
}

inline std::size_t shared_bytes() {
  return static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

/// Most points whose hull one block of this device finds: a power of two, at most block_points.
template <class Real, class Index>
std::int32_t points_of_block() {
  const std::size_t available = shared_bytes();
  std::int32_t points = block_points;
  while (hull::team_space<Real, Index>::bytes(points) > available)
    points /= 2;
  return points;
}

inline constexpr unsigned long long no_index = set_progress::none;

/// The memory of a candidate_list.
template <class Real, class Index, class Policy>
struct candidates {
  temporary<point<Real, 2>, Policy> points;
  temporary<Index, Policy> indices;
  std::int64_t capacity;

  candidates(Policy const& policy, std::int64_t capacity)
      : points(policy, capacity), indices(policy, capacity), capacity(capacity) {}

  candidate_list<Real, Index> list() const { return {points.data(), indices.data(), capacity}; }
  indexed_points<Real, Index> view(std::int64_t count) const { return {points.data(), indices.data(), count}; }
};

/// Finds the first chains of sorted points, for hull_of_many().
struct runs_by_tiles {
  static constexpr int log_run = log_tile;

  template <class Policy, class Real, class Index>
  void operator()(Policy const& policy, const point<Real, 2>* sorted, Index m, bool keep_collinear,
                  hull::chain_space<Index> const& space) const {
    launch(policy, chains_of_tiles<Real, Index>, hull::chain_space<Index>::runs(m, log_run), 32 * tile_warps,
           tile_bytes<Real>(), sorted, m, keep_collinear, space);
  }
};

/// Filters one set, and finds the hull of what is left if one block can: by kernels that are launched one after the
/// other, whatever the ones before find.
template <class Policy, class Real, class Index>
class filtered_set {
public:
  filtered_set(Policy const& policy, const point<Real, 2>* points, std::int64_t n, std::int64_t capacity)
      : left(policy, capacity), fewer(policy, capacity), policy_(policy), all_{points, nullptr, n},
        extremes_(policy, most_extremes), region_(policy, 1), progress_(policy, 1) {
    const std::int64_t blocks =
        std::clamp<std::int64_t>(n / (extremes_threads * points_per_thread * least_per_sampled), 1, most_sample_blocks);
    const points_to_look_at<Real> sample{points, n};
    launch_in_turn(stream_of(policy), find_extremes<Real>, blocks, extremes_threads, 0, sample, coarse,
                   extremes_.data(), progress_.data());
    find_and_apply(filter_pass::first, static_cast<int>(blocks), coarse, left.list());
  }

  /// Writes the hull, if at most `most` points are left: to `ring` or, if that is null, to the caller's arrays.
  void finish(std::int32_t most, bool keep_collinear, Index* ring, hull_destination<Real> const& to) const {
    launch_in_turn(stream_of(policy_), find_extremes_again<Real>, second_blocks, extremes_threads, 0,
                   left.points.data(), second(), fine, extremes_.data(), progress_.data());
    find_and_apply(filter_pass::second, second_blocks, fine, fewer.list());
    launch_in_turn(stream_of(policy_), hull_of_candidates<Real, Index>, 1, 1024,
                   hull::team_space<Real, Index>::bytes(most), filtered_lists<Real, Index>{left.list(), fewer.list()},
                   most, keep_collinear, ring, to, progress_.data());
  }

  /// Waits for all that was launched.
  set_progress progress() const { return detail::read_back(policy_, progress_.data()); }

  /// Repeats the first filter into a list with room for all that it leaves.
  void leave_again(candidates<Real, Index, Policy> const& into) const {
    check_cuda(cudaMemsetAsync(&progress_.data()->left, 0, sizeof(set_progress::left), stream_of(policy_)),
               "cudaMemsetAsync");
    apply(filter_pass::first, into.list());
  }

  candidates<Real, Index, Policy> left, fewer; ///< what the first filter leaves, and of that the second

private:
  static constexpr int coarse = 64, fine = 256, second_blocks = 64;
  static constexpr std::int64_t most_sample_blocks = 128, least_per_sampled = 4;
  static constexpr std::int64_t most_extremes =
      std::max(most_sample_blocks * coarse, std::int64_t{second_blocks} * fine);
  static constexpr std::int64_t few = 1024; ///< more points are worth a second filter

  second_filter second() const { return {left.capacity, few}; }

  void find_and_apply(filter_pass pass, int blocks, int directions, candidate_list<Real, Index> const& into) const {
    launch_in_turn(stream_of(policy_), find_region<Real>, 1, region_threads,
                   sizeof(inner_region<Real>) + sizeof(region_space<Real>),
                   extremes_of_blocks<Real>{extremes_.data(), blocks, directions}, pass, second(), region_.data(),
                   progress_.data());
    apply(pass, into);
  }

  void apply(filter_pass pass, candidate_list<Real, Index> const& into) const {
    const indexed_points<Real, Index> given = pass == filter_pass::first ? all_ : left.view(left.capacity);
    const std::int64_t at_least = filter_threads * 4;
    const std::int64_t blocks =
        std::min((given.count + at_least - 1) / at_least,
                 device_attribute(cudaDevAttrMultiProcessorCount) * std::int64_t{filter_blocks_per_multiprocessor});
    launch_in_turn(stream_of(policy_), filter<Real, Index>, blocks, filter_threads, 0, given, pass, region_.data(),
                   into, progress_.data());
  }

  Policy policy_;
  indexed_points<Real, Index> all_;
  temporary<point<Real, 2>, Policy> extremes_;
  temporary<inner_region<Real>, Policy> region_;
  temporary<set_progress, Policy> progress_;
};

/// Result of hull_of_set().
struct set_result {
  std::int64_t examined = 0;  ///< points that the first filter left
  std::int64_t vertices = -1; ///< negative: not known to the host yet
  bool placed = false;        ///< the caller's arrays are written
  unsigned long long first_nonfinite = no_index;
};

/// A set of points whose hull is wanted.
template <class Real>
struct single_set {
  const point<Real, 2>* points;
  std::int64_t count;
  bool keep_collinear;
};

/// Finds the hull of one set. The places of its vertices go to the array on the device that room_for(most) returns, or
/// the vertices go to the caller's arrays if these are given and few points are left. The number of vertices is
/// returned, or goes to *count on the device. Points that are not finite are ignored.
template <class Index, class Policy, class Real, class Room>
set_result hull_of_set(Policy const& policy, single_set<Real> const& given, Room room_for, std::int64_t* count,
                       const hull_destination<Real>* to = nullptr) {
  constexpr std::int64_t least_capacity = 1 << 16, share_worth_moving = 8;
  const std::int32_t in_block = points_of_block<Real, Index>();
  const std::int64_t n = given.count;
  const filtered_set<Policy, Real, Index> set(policy, given.points, n,
                                              std::min(n, std::max(least_capacity, n / share_worth_moving)));
  const auto of_many = [&](indexed_points<Real, Index> const& rest) {
    const hull::many_points<Real, Index> many{rest.points, rest.indices, static_cast<Index>(rest.count),
                                              given.keep_collinear};
    hull::hull_of_many(policy, many, room_for(rest.count), count, runs_by_tiles{});
  };
  set.finish(in_block, given.keep_collinear, to ? nullptr : room_for(in_block), to ? *to : hull_destination<Real>{});
  const set_progress found = set.progress();
  const auto left = static_cast<std::int64_t>(found.left);
  set_result result{left, found.vertices, false, found.first_nonfinite};
  result.placed = to && found.vertices >= 0;
  if (found.vertices >= 0)
    return result;
  if (left <= set.left.capacity) {
    const bool again = found.fewer != set_progress::none;
    of_many(again ? set.fewer.view(static_cast<std::int64_t>(found.fewer)) : set.left.view(left));
  } else if (found.first_nonfinite == no_index) { // the filter left too many
    result.examined = n;
    of_many({given.points, nullptr, n});
  } else {
    const candidates<Real, Index, Policy> finite(policy, left);
    set.leave_again(finite);
    of_many(finite.view(left));
  }
  return result;
}

} // namespace thrustline::gpu
