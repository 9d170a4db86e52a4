// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include <cuda_runtime_api.h>

#include <thrustline/primitives/detail/check_cuda.hpp>

namespace thrustline::cuda {

/// A number that the current device has.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  detail::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  detail::check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute");
  return value;
}

/// Blocks of `threads` and so many bytes of dynamic shared memory that fill the device. To ask for it takes the runtime
/// about 1 us, so each thread remembers the answers.
template <class... Parameters>
std::int64_t blocks_that_fit(void (*kernel)(Parameters...), int threads, int bytes) {
  thread_local std::map<std::tuple<int, const void*, int, int>, std::int64_t> known;
  int device = 0;
  detail::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  std::int64_t& blocks = known[{device, reinterpret_cast<const void*>(kernel), threads, bytes}];
  if (blocks == 0) {
    int resident = 0;
    detail::check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes),
                       "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    blocks = std::int64_t(resident > 0 ? resident : 1) * device_attribute(cudaDevAttrMultiProcessorCount);
  }
  return blocks;
}

} // namespace thrustline::cuda
