// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#if defined(__CUDACC__)
#include <cub/device/device_for.cuh>
#endif

#include <thrustline/geometry/host_device.hpp>
#include <thrustline/primitives/detail/backend.hpp>
#include <thrustline/primitives/detail/cuda_call.hpp>

namespace thrustline::detail {

/// The division of n items into equal chunks, enough to occupy the cores and few enough to combine serially.
template <class Index>
struct chunking {
  static constexpr Index smallest = 1 << 14, most = 64;

  Index items, size, count;

  explicit chunking(Index items)
      : items(items), size(items / most < smallest ? smallest : (items + most - 1) / most),
        count((items + size - 1) / size) {}

  THRUSTLINE_HD Index begin(Index chunk) const { return chunk * size; }
  THRUSTLINE_HD Index end(Index chunk) const { return items - begin(chunk) < size ? items : begin(chunk) + size; }
};

/// Calls body(chunk) for every chunk, in parallel.
template <class Policy, class Index, class Body>
void for_each_chunk(Policy const& policy, chunking<Index> const& chunks, Body body) {
  thrust::for_each_n(policy, thrust::counting_iterator<Index>(0), chunks.count, body);
}

template <class Index, class Body>
struct chunk_loop {
  chunking<Index> chunks;
  Body body;
  THRUSTLINE_HD void operator()(Index chunk) const {
    for (Index i = chunks.begin(chunk), end = chunks.end(chunk); i < end; ++i)
      body(i);
  }
};

/// Calls body(i) for 0 <= i < n, in any order.
template <class Policy, class Index, class Body>
void for_each_index(Policy const& policy, Index n, Body body) {
  if (n <= 0)
    return;
  using backend = backend_t<Policy>;
  if constexpr (std::is_same_v<backend, serial_backend>) {
    for (Index i = 0; i < n; ++i)
      body(i);
  } else if constexpr (std::is_same_v<backend, parallel_backend>) {
    const chunking<Index> chunks(n);
    for_each_chunk(policy, chunks, chunk_loop<Index, Body>{chunks, body});
  } else {
#if defined(__CUDACC__)
    check_cuda(cub::DeviceFor::Bulk(n, body, stream_of(policy)), "cub::DeviceFor::Bulk");
#endif
  }
}

} // namespace thrustline::detail
