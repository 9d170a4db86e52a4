// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#if defined(__CUDACC__)
#include <cub/device/device_scan.cuh>
#endif

#include <thrustline/detail/scan.hpp>
#include <thrustline/primitives/detail/segment_ends.hpp>
#include <thrustline/primitives/detail/values_as.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

namespace thrustline {
namespace detail {

/// Result of a range that the next range needs: the total of its last segment, and whether that segment fills the whole
/// range and began before it.
template <class T>
struct range_tail {
  T total;
  bool whole;
};

/// Scans the items of a range. before: tail of the range before.
template <bool Inclusive, class T, class Index, class Keys, class Values, class Output, class Op>
struct range_segmented_scan {
  Keys keys;
  Values values;
  Output output;
  T init;
  Op op;

  THRUSTLINE_HD void operator()(Index begin, Index end, range_tail<T> const& before) const {
    const Index last = last_head(keys, begin, end);
    Index i = begin;
    if (begin > 0 && keys[begin] == keys[begin - 1])
      i = begin == last ? go_on(i, before.total, before_end<Index>{end})
                        : go_on(i, before.total, of_key<Keys>{keys, keys[i]});
    while (i < last)
      i = start(i, of_key<Keys>{keys, keys[i]});
    if (i < end)
      start(i, before_end<Index>{end});
  }

private:
  /// Scans item i and the items after it in its segment; returns the index behind them.
  template <class Belongs>
  THRUSTLINE_HD Index start(Index i, Belongs belongs) const {
    T running = values[i];
    if (!Inclusive)
      running = op(init, running);
    output[i] = Inclusive ? running : init;
    return go_on(static_cast<Index>(i + 1), running, belongs);
  }

  template <class Belongs>
  THRUSTLINE_HD Index go_on(Index i, T running, Belongs belongs) const {
    for (; belongs(i); ++i) {
      const T next = op(running, static_cast<T>(values[i]));
      output[i] = Inclusive ? next : running;
      running = next;
    }
    return i;
  }
};

template <class Op>
struct join_tails {
  Op op;
  template <class T>
  THRUSTLINE_HD range_tail<T> operator()(range_tail<T> const& a, range_tail<T> const& b) const {
    return b.whole ? range_tail<T>{op(a.total, b.total), a.whole} : b;
  }
};

template <bool Inclusive, class T, class Index, class Keys, class Values, class Op>
struct tail_of_range {
  Keys keys;
  Values values;
  T init;
  Op op;

  THRUSTLINE_HD range_tail<T> operator()(Index begin, Index end) const {
    const Index head = last_head(keys, begin, end);
    const bool whole = head == begin && begin > 0 && keys[begin] == keys[begin - 1];
    const T total = total_of(head, end);
    return {Inclusive || whole ? total : op(init, total), whole};
  }

private:
  /// Total of four parts that are summed side by side: in one chain each operation would wait for the one before.
  THRUSTLINE_HD T total_of(Index begin, Index end) const {
    const Index part = (end - begin) / 4;
    if (part == 0)
      return range_total<T, Index, Values, Op>{values, op}(begin, end);
    const Index second = begin + part, third = second + part, fourth = third + part;
    T a = static_cast<T>(values[begin]), b = static_cast<T>(values[second]), c = static_cast<T>(values[third]),
      d = static_cast<T>(values[fourth]);
    for (Index k = 1; k < part; ++k) {
      a = op(a, static_cast<T>(values[begin + k]));
      b = op(b, static_cast<T>(values[second + k]));
      c = op(c, static_cast<T>(values[third + k]));
      d = op(d, static_cast<T>(values[fourth + k]));
    }
    for (Index i = fourth + part; i < end; ++i)
      d = op(d, static_cast<T>(values[i]));
    return op(op(a, b), op(c, d));
  }
};

template <bool Inclusive, class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, T init, Op op) {
  if (n <= 0)
    return;
  if constexpr (is_cuda<Policy>) {
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
  } else {
    for_each_range_from(
        policy, n, range_tail<T>{init, false},
        tail_of_range<Inclusive, T, Index, Keys, Values, Op>{keys, values, init, op}, join_tails<Op>{op},
        range_segmented_scan<Inclusive, T, Index, Keys, Values, Output, Op>{keys, values, output, init, op});
  }
}

} // namespace detail

/// output[i] = values of i's segment up to and including i, combined in order by op. keys: equal within a segment,
/// different between neighbours. T: type of the sums, trivially copyable. op: associative. Work: O(n).
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_inclusive_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, Op op) {
  detail::segmented_scan<true>(policy, keys, n, values, output, T{}, op);
}

/// output[i] = init and the values of i's segment before i, combined in order by op. Otherwise as
/// segmented_inclusive_scan().
template <class T, class Policy, class Keys, class Index, class Values, class Output, class Op>
void segmented_exclusive_scan(Policy const& policy, Keys keys, Index n, Values values, Output output, T init, Op op) {
  detail::segmented_scan<false>(policy, keys, n, values, output, init, op);
}

} // namespace thrustline
