// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/host_copies.hpp"
#include <thrustline/detail/check_cuda.hpp>
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/temporary.hpp>
#include <thrustline/executor.hpp>

/// A caller's arrays, in host or device memory, where the device can reach them.
namespace thrustline::gpu {

using detail::check_cuda;
using detail::stream_of;
using detail::temporary;

/// An input array where the device can read it: itself, or a copy of host memory made on the stream.
template <class T, class Policy>
class device_input {
public:
  device_input(Policy const& policy, const T* data, std::int64_t n, memory where)
      : copy_(policy, where == memory::host && data ? n : 0), data_(data) {
    if (copy_.data()) {
      copy_to_device(copy_.data(), data, static_cast<std::size_t>(n) * sizeof(T), stream_of(policy));
      data_ = copy_.data();
    }
  }
  const T* data() const { return data_; }

private:
  temporary<T, Policy> copy_;
  const T* data_;
};

/// An output array where the device can write it: itself, or one whose first values are copied to the host at the end.
template <class T, class Policy>
class device_output {
public:
  device_output(Policy const& policy, T* data, std::int64_t n, memory where)
      : policy_(policy), copy_(policy, where == memory::host && data ? n : 0), host_(data),
        data_(copy_.data() ? copy_.data() : data) {}
  T* data() const { return data_; }

  /// Copies the first n values to the caller, on the stream.
  void copy_back(std::int64_t n) const {
    if (copy_.data() && n > 0)
      copy_to_host(host_, copy_.data(), static_cast<std::size_t>(n) * sizeof(T), stream_of(policy_));
  }

private:
  Policy policy_;
  temporary<T, Policy> copy_;
  T *host_, *data_;
};

} // namespace thrustline::gpu
