// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#if defined(__CUDACC__)
#include <cub/device/device_scan.cuh>
#endif

#include <thrustline/primitives/detail/for_each_index.hpp>
#include <thrustline/primitives/detail/temporary.hpp>
#include <thrustline/primitives/detail/values_as.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

namespace thrustline {
namespace detail {

/// What a scan carries past an item: the total of its segment so far.
template <bool Inclusive, class T, class Index, class Keys, class Values, class Output, class Op>
struct segmented_scan_loop {
  Keys keys;
  Values values;
  Output output;
  T init;
  Op op;

  /// Scans items [i, end). If `carried`, item i continues a segment whose total so far is `running`.
  THRUSTLINE_HD void operator()(Index i, Index end, bool carried, T running) const {
    while (i < end) {
      const auto key = keys[i];
      if (!carried && Inclusive) {
        running = values[i];
        output[i] = running;
        ++i;
      } else if (!carried) {
        running = init;
      }
      for (; i < end && keys[i] == key; ++i) {
        const T next = op(running, static_cast<T>(values[i]));
        output[i] = Inclusive ? next : running;
        running = next;
      }
      carried = false;
    }
  }
};

/// The total of the last segment's items in a chunk, and whether that segment fills the chunk from an earlier one on.
template <class T>
struct chunk_tail {
  T total;
  bool whole;
};

template <class T, class Index, class Keys, class Values, class Op>
struct chunk_tail_total {
  chunking<Index> chunks;
  Keys keys;
  Values values;
  Op op;
  chunk_tail<T>* tails;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Index begin = chunks.begin(chunk), end = chunks.end(chunk);
    Index head = end - 1;
    while (head > begin && keys[head - 1] == keys[end - 1])
      --head;
    T total = values[head];
    for (Index i = head + 1; i < end; ++i)
      total = op(total, static_cast<T>(values[i]));
    tails[chunk] = {total, head == begin && begin > 0 && keys[begin] == keys[begin - 1]};
  }
};

template <class T, class Index, class Keys, class Loop>
struct chunk_segmented_scan {
  chunking<Index> chunks;
  Keys keys;
  Loop loop;
  const chunk_tail<T>* before; ///< total of the last segment up to each chunk's end
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Index begin = chunks.begin(chunk);
    const bool carried = begin > 0 && keys[begin] == keys[begin - 1];
    loop(begin, chunks.end(chunk), carried, carried ? before[chunk - 1].total : loop.init);
  }
};

template <bool Inclusive, class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, T init, Op op) {
  if (n <= 0)
    return;
  using backend = backend_t<Policy>;
  using loop = segmented_scan_loop<Inclusive, T, Index, Keys, Values, Output, Op>;
  if constexpr (std::is_same_v<backend, serial_backend>) {
    loop{keys, values, output, init, op}(Index(0), n, false, init);
  } else if constexpr (std::is_same_v<backend, parallel_backend>) {
    const chunking<Index> chunks(n);
    temporary<chunk_tail<T>, Policy> tails(policy, chunks.count);
    chunk_tail<T>* tail = tails.data();
    for_each_chunk(policy, chunks, chunk_tail_total<T, Index, Keys, Values, Op>{chunks, keys, values, op, tail});
    for (Index c = 0; c < chunks.count; ++c) {
      // What the chunk's last segment had before the chunk, or the start value if it begins here.
      if (c > 0 && tail[c].whole)
        tail[c].total = op(tail[c - 1].total, tail[c].total);
      else if (!Inclusive)
        tail[c].total = op(init, tail[c].total);
    }
    for_each_chunk(policy, chunks,
                   chunk_segmented_scan<T, Index, Keys, loop>{chunks, keys, {keys, values, output, init, op}, tail});
  } else {
#if defined(__CUDACC__)
    call_cub(policy, "cub::DeviceScan::ScanByKey",
             [=, input = values_as<T>(values)](void* storage, std::size_t& bytes, cudaStream_t stream) {
               using equal = ::cuda::std::equal_to<>;
               if constexpr (Inclusive)
                 return cub::DeviceScan::InclusiveScanByKey(storage, bytes, keys, input, output, op, n, equal{},
                                                            stream);
               else
                 return cub::DeviceScan::ExclusiveScanByKey(storage, bytes, keys, input, output, op, init, n, equal{},
                                                            stream);
             });
#endif
  }
}

} // namespace detail

/// output[i] = values of i's segment up to and with i, combined in order by op. keys: equal within a segment, different
/// between neighbours. T: the type of the sums, trivially copyable. op: associative. Work O(n).
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_inclusive_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  detail::segmented_scan<true>(policy, keys, n, values, output, T{}, op);
}

/// output[i] = init and the values of i's segment before i, combined in order by op. As segmented_inclusive_scan.
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_exclusive_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, T init, Op op) {
  detail::segmented_scan<false>(policy, keys, n, values, output, init, op);
}

} // namespace thrustline
