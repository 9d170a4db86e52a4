// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include <thrustline/detail/backend.hpp>
#include <thrustline/detail/cuda_call.hpp>

namespace thrustline::detail {

/// Whether a policy reads a value of the device in its own way.
template <class Policy, class T, class = void>
inline constexpr bool reads_back = false;
template <class Policy, class T>
inline constexpr bool
    reads_back<Policy, T, std::void_t<decltype(std::declval<Policy const&>().read_back(std::declval<const T*>()))>> =
        true;

/// Value at `source`, in the policy's memory, after all earlier work on the policy's stream. The only place where an
/// algorithm of the header-only layer waits for the device.
template <class T, class Policy>
T read_back(Policy const& policy, const T* source) {
  if constexpr (reads_back<Policy, T>) {
    return policy.read_back(source);
  } else if constexpr (is_cuda<Policy>) {
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
