// SPDX-License-Identifier: MIT
#pragma once

#ifdef THRUSTLINE_PYTHON_CUDA
#include <cuda_runtime_api.h>

#include <thrustline/error.hpp>

/// Calls of the CUDA runtime. For builds with CUDA only.
namespace thrustline::python {

/// Throws cuda_error unless the call succeeded.
inline void check_cuda(cudaError_t code, const char* call) {
  if (code != cudaSuccess)
    throw cuda_error(call, code, cudaGetErrorString(code));
}

/// Makes a device the current one, for as long as it lives.
class current_device {
public:
  explicit current_device(int device) {
    check_cuda(cudaGetDevice(&before_), "cudaGetDevice");
    check_cuda(cudaSetDevice(device), "cudaSetDevice");
  }
  ~current_device() { cudaSetDevice(before_); }
  current_device(current_device const&) = delete;

private:
  int before_ = 0;
};

} // namespace thrustline::python
#endif
