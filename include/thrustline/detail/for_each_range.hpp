// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <thrustline/detail/backend.hpp>
#include <thrustline/detail/temporary.hpp>
#include <thrustline/geometry/host_device.hpp>

/// Loops of the primitives on CPUs: one over all items on one core, one over each chunk of the items on several.
namespace thrustline::detail {

/// Division of n items into equal chunks, enough to occupy the cores and few enough to combine serially.
template <class Index>
struct chunking {
  static constexpr Index smallest = 1 << 14, most = 64;

  Index items, size, count;

  explicit chunking(Index items)
      : items(items), size(items / most < smallest ? smallest : (items - 1) / most + 1),
        count(items > 0 ? (items - 1) / size + 1 : 0) {}

  THRUSTLINE_HD Index begin(Index chunk) const { return chunk * size; }
  THRUSTLINE_HD Index end(Index chunk) const { return items - begin(chunk) < size ? items : begin(chunk) + size; }
};

/// Calls body(chunk) for every chunk, in parallel.
template <class Policy, class Index, class Body>
void for_each_chunk(Policy const& policy, chunking<Index> const& chunks, Body body) {
  thrust::for_each_n(policy, thrust::counting_iterator<Index>(0), chunks.count, body);
}

// The functions below work on a local copy of the body. Bytes that the body writes may alias anything but a local, so
// only then can compilers keep its members in registers.

template <class Index, class Body>
struct chunk_body {
  chunking<Index> chunks;
  Body body;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Body own = body;
    own(chunks.begin(chunk), chunks.end(chunk));
  }
};

/// Writes total(begin, end) of each chunk.
template <class T, class Index, class Total>
struct chunk_total {
  chunking<Index> chunks;
  Total total;
  T* totals;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Total own = total;
    totals[chunk] = own(chunks.begin(chunk), chunks.end(chunk));
  }
};

template <class T, class Index, class Body>
struct chunk_body_from {
  chunking<Index> chunks;
  Body body;
  const T* starts;
  THRUSTLINE_HD void operator()(Index chunk) const {
    const Body own = body;
    own(chunks.begin(chunk), chunks.end(chunk), starts[chunk]);
  }
};

/// Whether all items are one range.
template <class Policy, class Index>
bool is_one_range(Policy const& policy, chunking<Index> const& chunks) {
  static_assert(!is_cuda<Policy>);
  return is_serial(policy) || chunks.count < 2;
}

/// Calls body(begin, end) for ranges that make up [0, n), in parallel.
template <class Policy, class Index, class Body>
void for_each_range(Policy const& policy, Index n, Body body) {
  const chunking<Index> chunks(n);
  if (is_one_range(policy, chunks))
    return body(Index(0), n);
  for_each_chunk(policy, chunks, chunk_body<Index, Body>{chunks, body});
}

/// Calls body(begin, end, start) for ranges that make up [0, n), in parallel; start = init and the totals of all ranges
/// before, combined in order by op. Calls total(begin, end) first, unless there is one range only.
template <class T, class Policy, class Index, class Total, class Op, class Body>
void for_each_range_from(Policy const& policy, Index n, T init, Total total, Op op, Body body) {
  const chunking<Index> chunks(n);
  if (is_one_range(policy, chunks))
    return body(Index(0), n, init);
  temporary<T, Policy> starts(policy, chunks.count);
  for_each_chunk(policy, chunks, chunk_total<T, Index, Total>{chunks, total, starts.data()});
  for (Index c = 0; c < chunks.count; ++c) {
    const T of_chunk = starts.data()[c];
    starts.data()[c] = init;
    init = op(init, of_chunk);
  }
  for_each_chunk(policy, chunks, chunk_body_from<T, Index, Body>{chunks, body, starts.data()});
}

} // namespace thrustline::detail
