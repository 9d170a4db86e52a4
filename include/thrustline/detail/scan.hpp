// SPDX-License-Identifier: MIT
#pragma once

#if defined(__CUDACC__)
#include <cub/device/device_scan.cuh>
#endif

#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_range.hpp>

namespace thrustline::detail {

/// input[begin] op ... op input[end - 1], for one or more items.
template <class T, class Index, class Input, class Op>
struct range_total {
  Input input;
  Op op;
  THRUSTLINE_HD T operator()(Index begin, Index end) const {
    T total = input[begin];
    for (Index i = begin + 1; i < end; ++i)
      total = op(total, static_cast<T>(input[i]));
    return total;
  }
};

/// output[i] = start op input[begin] op ... op input[i or i - 1].
template <bool Inclusive, class T, class Index, class Input, class Output, class Op>
struct range_scan {
  Input input;
  Output output;
  Op op;
  THRUSTLINE_HD void operator()(Index begin, Index end, T running) const {
    for (Index i = begin; i < end; ++i) {
      const T next = op(running, static_cast<T>(input[i]));
      output[i] = Inclusive ? next : running;
      running = next;
    }
  }
};

/// Scan of n items, in order, beginning with `init`. Op: associative, need not commute. May work in place.
template <bool Inclusive, class T, class Policy, class Index, class Input, class Output, class Op>
void scan(Policy const& policy, Input input, Index n, Output output, T init, Op op) {
  if (n <= 0)
    return;
  if constexpr (is_cuda<Policy>) {
#if defined(__CUDACC__)
    call_cub(policy, "cub::DeviceScan", [=](void* storage, std::size_t& bytes, cudaStream_t stream) {
      if constexpr (Inclusive)
        return cub::DeviceScan::InclusiveScanInit(storage, bytes, input, output, op, init, n, stream);
      else
        return cub::DeviceScan::ExclusiveScan(storage, bytes, input, output, op, init, n, stream);
    });
#endif
  } else {
    for_each_range_from<T>(policy, n, init, range_total<T, Index, Input, Op>{input, op}, op,
                           range_scan<Inclusive, T, Index, Input, Output, Op>{input, output, op});
  }
}

} // namespace thrustline::detail
