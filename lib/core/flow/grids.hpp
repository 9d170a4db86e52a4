// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#if defined(__CUDACC__)
#include <cooperative_groups.h>

#include "core/gpu/device_attribute.hpp"
#endif

#include "core/flow/teams.hpp"

/// Grids of threads that run steps one after another without the host: all threads of a cooperative launch on a GPU,
/// one thread on CPU cores. All threads of a grid call the members of its class together.
namespace thrustline::flow {

struct lone_grid {
  /// Calls body(i) for begin <= i < end, in any order.
  template <class Body>
  THRUSTLINE_HD void for_each_index(std::int64_t begin, std::int64_t end, Body const& body) const {
    for (std::int64_t i = begin; i < end; ++i)
      body(i);
  }
  /// The same by teams: body(team, i).
  template <class Body>
  THRUSTLINE_HD void for_each_team(std::int64_t begin, std::int64_t end, Body const& body) const {
    for (std::int64_t i = begin; i < end; ++i)
      body(lone_thread{}, i);
  }
  /// Waits until all threads are here, and have written what the others read next.
  THRUSTLINE_HD void wait() const {}
  /// Whether this is the first thread.
  THRUSTLINE_HD bool is_first() const { return true; }
};

#if defined(__CUDACC__)

class cooperative_grid {
public:
  /// Gives the first indices to the last threads: a concurrent for_each_team() keeps the first threads busy.
  template <class Body>
  __device__ void for_each_index(std::int64_t begin, std::int64_t end, Body const& body) const {
    const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = begin + threads - 1 - thread(); i < end; i += threads)
      body(i);
  }

  template <class Body>
  __device__ void for_each_team(std::int64_t begin, std::int64_t end, Body const& body) const {
    const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * warps_of_block;
    for (std::int64_t i = begin + thread() / 32; i < end; i += warps)
      body(part_of_warp<32>{}, i);
  }

  __device__ void wait() const { cooperative_groups::this_grid().sync(); }
  __device__ bool is_first() const { return thread() == 0; }

private:
  __device__ std::int64_t thread() const { return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }
};

template <class Body>
__global__ void __launch_bounds__(32 * warps_of_block) on_cooperative_grid(Body body) {
  body(cooperative_grid{});
}

/// The most blocks of the kernel, up to `most` for each multiprocessor, that run at the same time on the device in use.
template <class Body>
unsigned cooperative_blocks(int most) {
  const gpu::occupancy found = gpu::occupancy_of(on_cooperative_grid<Body>, 32 * warps_of_block, 0);
  return static_cast<unsigned>(found.multiprocessors * std::min(found.blocks_of_multiprocessor, most));
}

#endif

/// Calls body(grid).
template <class Policy, class Body>
void on_grid(Policy const& policy, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    constexpr int blocks_of_processor = 2; // more of them wait longer for each other
    void* arguments[] = {&body};
    const auto launch = [&](unsigned blocks) {
      return cudaLaunchCooperativeKernel(on_cooperative_grid<Body>, blocks, 32 * warps_of_block, arguments, 0,
                                         detail::stream_of(policy));
    };
    unsigned blocks = cooperative_blocks<Body>(blocks_of_processor);
    cudaError_t code = launch(blocks);
    for (; code == cudaErrorCooperativeLaunchTooLarge && blocks > 1; code = launch(blocks)) {
      cudaGetLastError(); // the stream may have a part of the device only
      blocks /= 2;
    }
    detail::check_cuda(code, "cudaLaunchCooperativeKernel");
#endif
  } else {
    static_cast<void>(policy);
    body(lone_grid{});
  }
}

} // namespace thrustline::flow
