// SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<cuda_runtime_api.h>)

#include <cuda_runtime_api.h>

#include <thrustline/error.hpp>

namespace thrustline::detail {

/// Throws cuda_error if a CUDA call failed. Clears the runtime's copy of the error, so that the next call does not
/// report it again.
inline void check_cuda(cudaError_t status, const char* call) {
  if (status == cudaSuccess)
    return;
  cudaGetLastError();
  throw cuda_error(call, static_cast<int>(status), cudaGetErrorString(status));
}

} // namespace thrustline::detail

#endif
