// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/teams.hpp"

/// Loops up to an index that the device knows and the host does not.
namespace thrustline::flow {

template <class Body>
struct from_begin {
  Body body;
  std::int64_t begin;
  THRUSTLINE_HD void operator()(std::int64_t k) const { body(begin + k); }
};

#if defined(__CUDACC__)

inline constexpr unsigned blocks_until = 1024; ///< enough for every GPU; those without work end at once

template <class Body>
__global__ void __launch_bounds__(32 * warps_of_block)
    by_warps_until(std::int64_t begin, const std::int64_t* end, Body body) {
  const std::int64_t stop = *end, step = static_cast<std::int64_t>(gridDim.x) * warps_of_block;
  begin += static_cast<std::int64_t>(blockIdx.x) * warps_of_block + threadIdx.x / 32;
  for (std::int64_t i = begin; i < stop; i += step)
    body(part_of_warp<32>{}, i);
}

template <class Body>
__global__ void by_threads_until(std::int64_t begin, const std::int64_t* end, Body body) {
  const std::int64_t stop = *end, step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = begin + static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < stop; i += step)
    body(i);
}

#endif

/// Calls body(i) for begin <= i < *end, in any order. `end` is in the policy's memory: the host does not wait for it.
template <class Policy, class Body>
void for_each_index_until(Policy const& policy, std::int64_t begin, const std::int64_t* end, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    by_threads_until<<<blocks_until, 128, 0, detail::stream_of(policy)>>>(begin, end, body);
    detail::check_cuda(cudaGetLastError(), "by_threads_until");
#endif
  } else {
    detail::for_each_index(policy, *end - begin, from_begin<Body>{body, begin});
  }
}

/// The same by teams: body(team, i).
template <class Policy, class Body>
void for_each_team_until(Policy const& policy, std::int64_t begin, const std::int64_t* end, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    by_warps_until<<<blocks_until, 32 * warps_of_block, 0, detail::stream_of(policy)>>>(begin, end, body);
    detail::check_cuda(cudaGetLastError(), "by_warps_until");
#endif
  } else {
    for_each_index_until(policy, begin, end, by_lone_thread<std::int64_t, Body>{body});
  }
}

} // namespace thrustline::flow
