// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/detail/backend.hpp>
#include <thrustline/detail/cuda_call.hpp>

namespace thrustline::detail {

/// Value at `source`, in the policy's memory, after all earlier work on the policy's stream. The only place where an
/// algorithm of the header-only layer waits for the device.
template <class T, class Policy>
T read_back(Policy const& policy, const T* source) {
  if constexpr (is_cuda<Policy>) {
#if defined(__CUDACC__)
    T value;
    check_cuda(cudaMemcpyAsync(&value, source, sizeof value, cudaMemcpyDeviceToHost, stream_of(policy)),
               "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(stream_of(policy)), "cudaStreamSynchronize");
    return value;
#endif
  } else {
    static_cast<void>(policy);
    return *source;
  }
}

} // namespace thrustline::detail
