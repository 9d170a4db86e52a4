// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::detail {

/// Makes a device the current one for a scope, where CUDA works: status() says whether it is.
class device_switch {
public:
  explicit device_switch(int device) noexcept : status_(cudaGetDevice(&before_)) {
    if (status_ == cudaSuccess && before_ != device)
      status_ = cudaSetDevice(device);
    if (status_ != cudaSuccess)
      cudaGetLastError(); // later calls are not to report it
  }
  ~device_switch() {
    if (status_ == cudaSuccess)
      cudaSetDevice(before_);
  }
  device_switch(device_switch const&) = delete;
  device_switch& operator=(device_switch const&) = delete;

  cudaError_t status() const noexcept { return status_; }

private:
  int before_ = 0;
  cudaError_t status_;
};

/// Makes a device the current one for a scope. Throws if that fails.
class device_scope {
public:
  explicit device_scope(int device) : switch_(device) { check_cuda(switch_.status(), "cudaSetDevice"); }

private:
  device_switch switch_;
};

} // namespace thrustline::detail
