// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/geometry/host_device.hpp>

/// Teams of threads that work on one item together: the 32 threads of a warp on a GPU, one thread on CPU cores. All
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
  /// The least of the numbers that the threads have.
  THRUSTLINE_HD double least(double mine) const { return mine; }
  /// The first of the greatest ranks that the threads have. Ranks are >= +0; those of -1 have no index.
  template <class Real>
  THRUSTLINE_HD ranked_index<Real> first_of_greatest(ranked_index<Real> const& mine) const {
    return mine;
  }
};

/// The number of the lowest bit that is set; there must be one.
THRUSTLINE_HD inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  int lowest = 0;
  while ((bits & 1u << lowest) == 0)
    ++lowest;
  return lowest;
#endif
}

template <class Index, class Body>
struct by_lone_thread {
  Body body;
  THRUSTLINE_HD void operator()(Index i) const { body(lone_thread{}, i); }
};

#if defined(__CUDACC__)

/// The threads of a warp.
struct warp_of_threads {
  static constexpr int size = 32;
  static constexpr unsigned all = 0xffffffffu;

  __device__ int lane() const { return static_cast<int>(threadIdx.x % 32); }
  __device__ void wait() const { __syncwarp(); }

  template <class Holds>
  __device__ unsigned which(int count, Holds const& holds) const {
    return __ballot_sync(all, lane() < count && holds(lane()));
  }

  __device__ double least(double mine) const {
    for (int distance = 16; distance > 0; distance /= 2)
      mine = fmin(mine, __shfl_xor_sync(all, mine, distance));
    return mine;
  }

  template <class Real>
  __device__ ranked_index<Real> first_of_greatest(ranked_index<Real> mine) const {
    for (int distance = 16; distance > 0; distance /= 2) {
      const Real rank = __shfl_xor_sync(all, mine.rank, distance);
      const auto index = __shfl_xor_sync(all, static_cast<long long>(mine.index), distance);
      if (rank > mine.rank || (rank == mine.rank && index < mine.index))
        mine = {rank, index};
    }
    return mine;
  }
};

inline constexpr int warps_of_block = 4;

template <class Body>
__global__ void __launch_bounds__(32 * warps_of_block) by_warps(std::int64_t n, Body body) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * warps_of_block + threadIdx.x / 32;
  if (i < n)
    body(warp_of_threads{}, i);
}

#endif

/// Calls body(team, i) for 0 <= i < n, in any order. On a GPU n < 2^33.
template <class Policy, class Body>
void for_each_team(Policy const& policy, std::int64_t n, Body body) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    const auto blocks = static_cast<unsigned>((n + warps_of_block - 1) / warps_of_block);
    by_warps<<<blocks, 32 * warps_of_block, 0, detail::stream_of(policy)>>>(n, body);
    detail::check_cuda(cudaGetLastError(), "by_warps");
#endif
  } else {
    detail::for_each_index(policy, n, by_lone_thread<std::int64_t, Body>{body});
  }
}

} // namespace thrustline::flow
