// SPDX-License-Identifier: MIT
#pragma once

#if defined(__CUDACC__)
#include <cub/device/device_for.cuh>
#endif

#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_range.hpp>

namespace thrustline::detail {

template <class Index, class Body>
struct index_loop {
  Body body;
  THRUSTLINE_HD void operator()(Index begin, Index end) const {
    for (Index i = begin; i < end; ++i)
      body(i);
  }
};

/// Calls body(i) for 0 <= i < n, in any order.
template <class Policy, class Index, class Body>
void for_each_index(Policy const& policy, Index n, Body body) {
  if (n <= 0)
    return;
  if constexpr (is_cuda<Policy>) {
#if defined(__CUDACC__)
    check_cuda(cub::DeviceFor::Bulk(n, body, stream_of(policy)), "cub::DeviceFor::Bulk");
#endif
  } else {
    for_each_range(policy, n, index_loop<Index, Body>{body});
  }
}

} // namespace thrustline::detail
