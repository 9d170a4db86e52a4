// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch.hpp"
#include "core/gpu/launch_in_turn.cuh"
#endif

#include "core/flow/bits.hpp"
#include "core/flow/code_size.hpp"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/geometry/host_device.hpp>

/// Teams of threads that work on one item together: threads of a warp on a GPU, one thread on CPU cores. All
/// threads of a team call the members of its class together.
namespace thrustline::flow {

/// The greatest rank and its index; -1: there is none.
template <class Real>
struct ranked_index {
  Real rank;
  std::int64_t index;
};

struct lone_thread {
  static constexpr int size = 1;

  THRUSTLINE_HD int lane() const { return 0; }
  /// Makes writes of a thread visible to the others.
  THRUSTLINE_HD void wait() const {}
  /// Bit i is set where holds(i), for i < count <= 32.
  template <class Holds>
  THRUSTLINE_HD unsigned which(int count, Holds const& holds) const {
    unsigned bits = 0;
    for (int i = 0; i < count; ++i)
      bits |= holds(i) ? 1u << i : 0;
    return bits;
  }
  /// Whether one of the threads has true.
  THRUSTLINE_HD bool any(bool mine) const { return mine; }
  /// Whether an odd number of the threads have true.
  THRUSTLINE_HD bool parity(bool mine) const { return mine; }
  /// What the first thread has.
  THRUSTLINE_HD std::int64_t of_first(std::int64_t mine) const { return mine; }
  /// The sum of the numbers that the threads have.
  THRUSTLINE_HD std::int64_t sum(std::int64_t mine) const { return mine; }
  /// The least of the numbers that the threads have.
  THRUSTLINE_HD double least(double mine) const { return mine; }
  /// The first of the greatest ranks that the threads have. Ranks are >= +0; those of -1 have no index.
  template <class Real>
  THRUSTLINE_HD ranked_index<Real> first_of_greatest(ranked_index<Real> const& mine) const {
    return mine;
  }
};

/// A value for each of `count` <= 32 items, held by the thread that looks at the item in Team::which().
template <class Team, class T>
class values_of_team {
public:
  template <class ValueOf>
  THRUSTLINE_HD values_of_team(Team const& team, int count, ValueOf const& value_of) {
    for (int k = team.lane(); k < count; k += Team::size)
      values_[k / Team::size] = value_of(k);
  }

  THRUSTLINE_HD T const& operator[](int k) const { return values_[k / Team::size]; }

private:
  T values_[32 / Team::size];
};

/// Calls body(team, i) for i < count <= 32: short items are for one thread each, the others for all threads of the
/// team.
template <class Team, class IsShort, class Body>
THRUSTLINE_HD void share_items(Team const& team, int count, IsShort const& is_short, Body const& body) {
  for (int i = team.lane(); i < count; i += Team::size)
    if (is_short(i))
      body(lone_thread{}, i);
  unsigned others = team.which(count, [&](int i) { return !is_short(i); });
  for (; others != 0; others &= others - 1)
    body(team, lowest_bit(others));
}

/// Calls use(values[i], i) for first <= i <= last, each by one thread of the team; for i = last perhaps more often, by
/// several threads. A thread reads some values before it uses them, so that it waits for memory once.
template <class Team, class T, class Use>
THRUSTLINE_HD void share_values(Team const& team, const T* values, std::int64_t first, std::int64_t last,
                                Use const& use) {
  constexpr int together = 4, step = together * Team::size;
  for (std::int64_t i = first + team.lane(); i <= last; i += step) {
    const int left = last - i < step ? static_cast<int>(last - i) : step;
    const auto ahead = [&](int k) { return k * Team::size < left ? k * Team::size : left; };
    T read[together];
    THRUSTLINE_UNROLL(together)
    for (int k = 0; k < together; ++k)
      read[k] = values[i + ahead(k)];
    THRUSTLINE_UNROLL(together)
    for (int k = 0; k < together; ++k)
      use(read[k], i + ahead(k));
  }
}

template <class Index, class Body>
struct by_lone_thread {
  Body body;
  THRUSTLINE_HD void operator()(Index i) const { body(lone_thread{}, i); }
};

#if defined(__CUDACC__)

/// N threads of a warp that follow each other.
template <int N>
struct part_of_warp {
  static constexpr int size = N;

  __device__ int lane() const { return static_cast<int>(threadIdx.x % N); }
  __device__ void wait() const { __syncwarp(all()); }

  template <class Holds>
  __device__ unsigned which(int count, Holds const& holds) const {
    if constexpr (N == 32)
      return __ballot_sync(all(), lane() < count && holds(lane()));
    unsigned bits = 0;
    for (int i = 0; i < count; i += N)
      bits |= (__ballot_sync(all(), i + lane() < count && holds(i + lane())) & all()) >> first() << i;
    return bits;
  }

  __device__ bool any(bool mine) const { return __any_sync(all(), mine) != 0; }
  __device__ bool parity(bool mine) const { return (__popc(__ballot_sync(all(), mine) & all()) & 1) != 0; }

  __device__ std::int64_t of_first(std::int64_t mine) const {
    return __shfl_sync(all(), static_cast<long long>(mine), first());
  }

  /// What thread i has.
  __device__ std::int64_t of(std::int64_t mine, int i) const {
    return __shfl_sync(all(), static_cast<long long>(mine), i, N);
  }

  __device__ std::int64_t sum(std::int64_t mine) const {
    THRUSTLINE_UNROLL(unrolled)
    for (int distance = N / 2; distance > 0; distance /= 2)
      mine += __shfl_xor_sync(all(), static_cast<long long>(mine), distance);
    return mine;
  }

  __device__ double least(double mine) const {
    THRUSTLINE_UNROLL(unrolled)
    for (int distance = N / 2; distance > 0; distance /= 2)
      mine = fmin(mine, __shfl_xor_sync(all(), mine, distance));
    return mine;
  }

  template <class Real>
  __device__ ranked_index<Real> first_of_greatest(ranked_index<Real> mine) const {
    THRUSTLINE_UNROLL(unrolled)
    for (int distance = N / 2; distance > 0; distance /= 2) {
      const Real rank = __shfl_xor_sync(all(), mine.rank, distance);
      const auto index = __shfl_xor_sync(all(), static_cast<long long>(mine.index), distance);
      if (rank > mine.rank || (rank == mine.rank && index < mine.index))
        mine = {rank, index};
    }
    return mine;
  }

private:
  static constexpr int unrolled = N == 32 ? 1 : 4; ///< passes of a loop; one where warps run many kinds of tasks

  __device__ int first() const { return static_cast<int>(threadIdx.x % 32 / N * N); }
  __device__ unsigned all() const { return N == 32 ? 0xffffffffu : 0xffffffffu >> (32 - N) << first(); }
};

inline constexpr int warps_of_block = 4;

/// The blocks for n teams of N threads.
template <int N>
unsigned blocks_of_teams(std::int64_t n) {
  return gpu::blocks_for(n, 32 * warps_of_block / N);
}

/// Blocks: the least number for which a multiprocessor has room, which limits the registers; 0: no limit.
template <int N, int Blocks, class Body>
__global__ void __launch_bounds__(32 * warps_of_block, Blocks) by_teams(std::int64_t n, Body body) {
  gpu::wait_for_turn();
  constexpr int teams = 32 * warps_of_block / N;
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * teams + threadIdx.x / N;
  if (i < n)
    body(part_of_warp<N>{}, i);
}

/// The same for the items between two numbers that are on the device.
template <int N, class Body>
__global__ void __launch_bounds__(32 * warps_of_block)
    by_teams_between(const std::int64_t* begin, const std::int64_t* end, Body body) {
  gpu::wait_for_turn();
  constexpr int teams = 32 * warps_of_block / N;
  const std::int64_t last = *end, step = static_cast<std::int64_t>(gridDim.x) * teams;
  for (std::int64_t i = *begin + static_cast<std::int64_t>(blockIdx.x) * teams + threadIdx.x / N; i < last; i += step)
    body(part_of_warp<N>{}, i);
}

#endif

/// Calls body(team, i) for 0 <= i < n, in any order. N: the threads of a team on a GPU, where n < 2^33. Small teams
/// synchronise less; large teams shorten long items. Blocks: see by_teams. This is not launched in turn: blocks that
/// are set up early keep the small first-level cache that the kernel before them leaves.
template <int N = 32, int Blocks = 0, class Policy, class Body>
void for_each_team(Policy const& policy, std::int64_t n, Body body) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    by_teams<N, Blocks><<<blocks_of_teams<N>(n), 32 * warps_of_block, 0, detail::stream_of(policy)>>>(n, body);
    gpu::check_launch("by_teams");
#endif
  } else {
    detail::for_each_index(policy, n, by_lone_thread<std::int64_t, Body>{body});
  }
}

/// The same for a short step: a device sets it up while the kernel before it runs.
template <int N, class Policy, class Body>
void for_each_team_in_turn(Policy const& policy, std::int64_t n, Body body) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    gpu::launch_in_turn(detail::stream_of(policy), by_teams<N, 0, Body>, blocks_of_teams<N>(n), 32 * warps_of_block, 0,
                        n, body);
#endif
  } else {
    for_each_team<N>(policy, n, body);
  }
}

/// Calls body(team, i) for *begin <= i < *end, in any order; both numbers are in the policy's memory. A device sets
/// this up while the kernel before it runs. Times: how many times as many blocks the device is given as it has room
/// for. Blocks that begin later even out the times that different items take.
template <int N, int Times = 1, class Policy, class Body>
void for_each_team_between(Policy const& policy, const std::int64_t* begin, const std::int64_t* end, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    constexpr int threads = 32 * warps_of_block;
    gpu::launch_in_turn(detail::stream_of(policy), by_teams_between<N, Body>,
                        Times * gpu::blocks_that_fit(by_teams_between<N, Body>, threads, 0), threads, 0, begin, end,
                        body);
#endif
  } else {
    const std::int64_t first = *begin;
    detail::for_each_index(policy, *end - first, [&](std::int64_t k) { body(lone_thread{}, first + k); });
  }
}

} // namespace thrustline::flow
