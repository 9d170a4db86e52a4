// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <thrustline/primitives/detail/cuda_call.hpp>

namespace thrustline::cuda {

/// A number that the current device has.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  detail::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  detail::check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute");
  return value;
}

} // namespace thrustline::cuda
