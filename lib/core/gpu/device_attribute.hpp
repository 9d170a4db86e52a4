// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include <cuda_runtime_api.h>

#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {

inline int current_device() {
  int device = 0;
  detail::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

/// An attribute of the current device.
inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  detail::check_cuda(cudaDeviceGetAttribute(&value, attribute, current_device()), "cudaDeviceGetAttribute");
  return value;
}

/// Allows blocks of the kernel `bytes` bytes of dynamic shared memory. A larger amount that was allowed before stays
/// allowed: another thread may be about to launch the kernel with it.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  static std::mutex changing;
  static std::map<std::pair<int, const void*>, std::size_t> allowed;
  constexpr std::size_t without_asking = 48 << 10;
  const std::lock_guard<std::mutex> lock(changing);
  std::size_t& most = allowed[{current_device(), reinterpret_cast<const void*>(kernel)}];
  most = std::max(most, bytes);
  if (most > without_asking) // each time: a device may have been reset
    detail::check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most)),
        "cudaFuncSetAttribute");
}

/// Blocks of a kernel that run at the same time.
struct occupancy {
  int blocks_of_multiprocessor = 0, multiprocessors = 0;
};

/// The occupancy by blocks of `threads` threads and `bytes` bytes of dynamic shared memory. The runtime takes about 1
/// us to answer, so each thread remembers the answers.
template <class... Parameters>
occupancy occupancy_of(void (*kernel)(Parameters...), int threads, int bytes) {
  thread_local std::map<std::tuple<int, const void*, int, int>, occupancy> known;
  occupancy& found = known[{current_device(), reinterpret_cast<const void*>(kernel), threads, bytes}];
  if (found.multiprocessors == 0) {
    detail::check_cuda(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&found.blocks_of_multiprocessor, kernel, threads, bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    found.multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  }
  return found;
}

/// Number of such blocks that fill the device; one for each multiprocessor at least.
template <class... Parameters>
std::int64_t blocks_that_fit(void (*kernel)(Parameters...), int threads, int bytes) {
  const occupancy found = occupancy_of(kernel, threads, bytes);
  return std::max<std::int64_t>(found.blocks_of_multiprocessor, 1) * found.multiprocessors;
}

} // namespace thrustline::gpu
