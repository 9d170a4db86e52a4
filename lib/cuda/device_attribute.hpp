// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

/// Blocks of `threads` and so many bytes of dynamic shared memory that fill the device.
template <class Kernel>
std::int64_t blocks_that_fit(Kernel kernel, int threads, int bytes) {
  int resident = 1;
  detail::check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes),
                     "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return std::int64_t(resident > 0 ? resident : 1) * device_attribute(cudaDevAttrMultiProcessorCount);
}

} // namespace thrustline::cuda
