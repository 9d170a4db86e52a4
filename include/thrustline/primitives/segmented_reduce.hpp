// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/discard_iterator.h>

#if defined(__CUDACC__)
#include <cub/device/device_reduce.cuh>
#endif

#include <thrustline/primitives/detail/for_each_index.hpp>
#include <thrustline/primitives/detail/temporary.hpp>
#include <thrustline/primitives/detail/values_as.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

namespace thrustline {
namespace detail {

/// Reduces the runs of one chunk. A run that began in an earlier chunk is left in carry[chunk], for its owner.
template <class T, class Index, class Keys, class Values, class Output, class Op>
struct chunk_reduce {
  chunking<Index> chunks;
  Keys keys;
  Values values;
  Output output;
  Op op;
  T* carry;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Index begin = chunks.begin(chunk), end = chunks.end(chunk);
    bool continues = begin > 0 && keys[begin] == keys[begin - 1];
    for (Index i = begin; i < end; continues = false) {
      const auto key = keys[i];
      T total = values[i];
      for (++i; i < end && keys[i] == key; ++i)
        total = op(total, static_cast<T>(values[i]));
      if (continues)
        carry[chunk] = total;
      else
        output[key] = total;
    }
  }
};

template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void reduce_chunks(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  const chunking<Index> chunks(n);
  temporary<T, Policy> carry(policy, chunks.count);
  for_each_chunk(policy, chunks,
                 chunk_reduce<T, Index, Keys, Values, Output, Op>{chunks, keys, values, output, op, carry.data()});
  for (Index c = 1; c < chunks.count; ++c) {
    const Index begin = chunks.begin(c);
    if (keys[begin] == keys[begin - 1])
      output[keys[begin]] = op(static_cast<T>(output[keys[begin]]), carry.data()[c]);
  }
}

} // namespace detail

/// output[k] = values of segment k combined in order by op, for each of the m = keys[n - 1] + 1 segments.
///
/// T: the type of the sums, trivially copyable. keys: dense. op: associative. Work O(n).
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_reduce(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  if (n <= 0)
    return;
  using backend = detail::backend_t<Policy>;
  if constexpr (std::is_same_v<backend, detail::serial_backend>) {
    for (Index i = 0; i < n;) {
      const auto key = keys[i];
      T total = values[i];
      for (++i; i < n && keys[i] == key; ++i)
        total = op(total, static_cast<T>(values[i]));
      output[key] = total;
    }
  } else if constexpr (std::is_same_v<backend, detail::parallel_backend>) {
    detail::reduce_chunks<T>(policy, keys, n, values, output, op);
  } else {
#if defined(__CUDACC__)
    detail::temporary<Index, Policy> runs(policy, 1);
    detail::call_cub(policy, "cub::DeviceReduce::ReduceByKey",
                     [=, input = detail::values_as<T>(values), count = runs.data()](void* storage, std::size_t& bytes,
                                                                                    cudaStream_t stream) {
                       return cub::DeviceReduce::ReduceByKey(storage, bytes, keys, thrust::make_discard_iterator(),
                                                             input, output, count, op, n, stream);
                     });
#endif
  }
}

} // namespace thrustline
