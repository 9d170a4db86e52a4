// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/discard_iterator.h>

#if defined(__CUDACC__)
#include <cub/device/device_reduce.cuh>
#endif

#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_range.hpp>
#include <thrustline/primitives/detail/segment_ends.hpp>
#include <thrustline/primitives/detail/values_as.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

namespace thrustline {
namespace detail {

/// The totals of a range that are parts of segments which go beyond it.
template <class T>
struct reduced_ends {
  T first; ///< of the segment that began before the range
  T last;  ///< of the last segment, which goes on behind the range
};

/// Reduces the segments of a range. Those that go beyond it are left to `ends`.
template <class T, class Index, class Keys, class Values, class Output, class Op>
struct reduce_range {
  Keys keys;
  Index n;
  Values values;
  Output output;
  Op op;

  THRUSTLINE_HD void operator()(Index begin, Index end, reduced_ends<T>* ends) const {
    const Index last = last_head(keys, begin, end);
    Index i = begin;
    if (begin > 0 && keys[begin] == keys[begin - 1])
      ends->first = begin == last ? total(i, before_end<Index>{end}) : total(i, of_key<Keys>{keys, keys[i]});
    while (i < last) {
      const auto key = keys[i];
      output[key] = total(i, of_key<Keys>{keys, key});
    }
    if (i == end)
      return;
    const T sum = total(i, before_end<Index>{end});
    if (end < n && keys[end] == keys[last])
      ends->last = sum;
    else
      output[keys[last]] = sum;
  }

private:
  /// Total of item i and the items after it in its segment; moves i behind them.
  template <class Belongs>
  THRUSTLINE_HD T total(Index& i, Belongs belongs) const {
    T sum = static_cast<T>(values[i]);
    for (++i; belongs(i); ++i)
      sum = op(sum, static_cast<T>(values[i]));
    return sum;
  }
};

/// Reduces the segments of one chunk.
template <class T, class Index, class Keys, class Values, class Output, class Op>
struct chunk_reduce {
  chunking<Index> chunks;
  reduce_range<T, Index, Keys, Values, Output, Op> range;
  reduced_ends<T>* ends;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const auto own = range;
    own(chunks.begin(chunk), chunks.end(chunk), ends + chunk);
  }
};

template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void reduce_ranges(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  const reduce_range<T, Index, Keys, Values, Output, Op> range{keys, n, values, output, op};
  const chunking<Index> chunks(n);
  if (is_one_range(policy, chunks))
    return range(Index(0), n, static_cast<reduced_ends<T>*>(nullptr));
  temporary<reduced_ends<T>, Policy> ends(policy, chunks.count);
  for_each_chunk(policy, chunks, chunk_reduce<T, Index, Keys, Values, Output, Op>{chunks, range, ends.data()});
  for (Index c = 1; c < chunks.count; ++c) {
    const Index begin = chunks.begin(c), end = chunks.end(c);
    const auto key = keys[begin];
    if (!(key == keys[begin - 1]))
      continue;
    const T sum = op(ends.data()[c - 1].last, ends.data()[c].first);
    if (end < n && keys[end] == key)
      ends.data()[c].last = sum; // the segment is longer than the chunk
    else
      output[key] = sum;
  }
}

} // namespace detail

/// output[k] = values of segment k combined in order by op, for each of the m = keys[n - 1] + 1 segments.
///
/// T: type of the sums, trivially copyable. keys: dense. op: associative. On a GPU op may be called with more values
/// than these, whatever lay in a register: the results are dropped, but an op that looks up an index must check it
/// first. Work: O(n).
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_reduce(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    detail::temporary<Index, Policy> runs(policy, 1);
    detail::call_cub(policy, "cub::DeviceReduce::ReduceByKey",
                     [=, input = detail::values_as<T>(values), count = runs.data()](void* storage, std::size_t& bytes,
                                                                                    cudaStream_t stream) {
                       return cub::DeviceReduce::ReduceByKey(storage, bytes, keys, thrust::make_discard_iterator(),
                                                             input, output, count, op, n, stream);
                     });
#endif
  } else {
    detail::reduce_ranges<T>(policy, keys, n, values, output, op);
  }
}

} // namespace thrustline
