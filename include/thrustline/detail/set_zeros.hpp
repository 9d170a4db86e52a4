// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/functors.hpp>

namespace thrustline::detail {

/// Sets n numbers in the policy's memory to 0; on a device by the runtime's own fill, which writes at full bandwidth.
template <class Policy, class T>
void set_zeros(Policy const& policy, T* data, std::int64_t n) {
  if (n <= 0)
    return;
  if constexpr (is_cuda<Policy>) {
#if defined(__CUDACC__)
    check_cuda(cudaMemsetAsync(data, 0, static_cast<std::size_t>(n) * sizeof(T), stream_of(policy)), "cudaMemsetAsync");
#endif
  } else {
    for_each_index(policy, n, set_to_zero<T*>{data});
  }
}

} // namespace thrustline::detail
