// SPDX-License-Identifier: MIT
#pragma once

#if defined(__CUDACC__)
#include <cub/device/device_reduce.cuh>
#endif

#include <thrustline/detail/read_back.hpp>
#include <thrustline/detail/scan.hpp>

namespace thrustline::detail {

/// Combination of init and n items. Op: associative and commutative. Synchronises.
template <class T, class Policy, class Index, class Input, class Op>
T reduce(Policy const& policy, Input input, Index n, T init, Op op) {
  if (n <= 0)
    return init;
  if constexpr (is_cuda<Policy>) {
#if defined(__CUDACC__)
    temporary<T, Policy> total(policy, 1);
    call_cub(policy, "cub::DeviceReduce::Reduce",
             [=, out = total.data()](void* storage, std::size_t& bytes, cudaStream_t stream) {
               return cub::DeviceReduce::Reduce(storage, bytes, input, out, n, op, init, stream);
             });
    return read_back(policy, total.data());
#endif
  } else {
    using total_of = range_total<T, Index, Input, Op>;
    const chunking<Index> chunks(n);
    if (is_one_range(policy, chunks))
      return op(init, total_of{input, op}(Index(0), n));
    temporary<T, Policy> totals(policy, chunks.count);
    for_each_chunk(policy, chunks, chunk_total<T, Index, total_of>{chunks, {input, op}, totals.data()});
    for (Index c = 0; c < chunks.count; ++c)
      init = op(init, totals.data()[c]);
    return init;
  }
}

} // namespace thrustline::detail
