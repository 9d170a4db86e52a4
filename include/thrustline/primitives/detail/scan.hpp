// SPDX-License-Identifier: MIT
#pragma once

#if defined(__CUDACC__)
#include <cub/device/device_scan.cuh>
#endif

#include <thrustline/primitives/detail/for_each_index.hpp>
#include <thrustline/primitives/detail/temporary.hpp>

namespace thrustline::detail {

template <class T, class Index, class Input, class Op>
struct chunk_total {
  chunking<Index> chunks;
  Input input;
  Op op;
  T* totals;
  THRUSTLINE_HD void operator()(Index chunk) const {
    Index i = chunks.begin(chunk);
    T total = input[i];
    for (++i; i < chunks.end(chunk); ++i)
      total = op(total, static_cast<T>(input[i]));
    totals[chunk] = total;
  }
};

/// Scans one chunk from its start value on: output[i] = start op input[begin] op ... op input[i or i - 1].
template <bool Inclusive, class T, class Index, class Input, class Output, class Op>
struct chunk_scan {
  chunking<Index> chunks;
  Input input;
  Output output;
  Op op;
  const T* starts;
  THRUSTLINE_HD void operator()(Index chunk) const {
    T running = starts[chunk];
    for (Index i = chunks.begin(chunk), end = chunks.end(chunk); i < end; ++i) {
      const T next = op(running, static_cast<T>(input[i]));
      output[i] = Inclusive ? next : running;
      running = next;
    }
  }
};

/// The scan of n items from `init` on, in order. Op: associative, need not commute. In place is allowed.
template <bool Inclusive, class T, class Policy, class Index, class Input, class Output, class Op>
void scan(Policy const& policy, Input input, Index n, Output output, T init, Op op) {
  if (n <= 0)
    return;
  using backend = backend_t<Policy>;
  if constexpr (std::is_same_v<backend, serial_backend>) {
    T running = init;
    for (Index i = 0; i < n; ++i) {
      const T next = op(running, static_cast<T>(input[i]));
      output[i] = Inclusive ? next : running;
      running = next;
    }
  } else if constexpr (std::is_same_v<backend, parallel_backend>) {
    const chunking<Index> chunks(n);
    temporary<T, Policy> starts(policy, chunks.count);
    for_each_chunk(policy, chunks, chunk_total<T, Index, Input, Op>{chunks, input, op, starts.data()});
    T running = init;
    for (Index c = 0; c < chunks.count; ++c) {
      const T total = starts.data()[c];
      starts.data()[c] = running;
      running = op(running, total);
    }
    for_each_chunk(policy, chunks,
                   chunk_scan<Inclusive, T, Index, Input, Output, Op>{chunks, input, output, op, starts.data()});
  } else {
#if defined(__CUDACC__)
    call_cub(policy, "cub::DeviceScan", [=](void* storage, std::size_t& bytes, cudaStream_t stream) {
      if constexpr (Inclusive)
        return cub::DeviceScan::InclusiveScanInit(storage, bytes, input, output, op, init, n, stream);
      else
        return cub::DeviceScan::ExclusiveScan(storage, bytes, input, output, op, init, n, stream);
    });
#endif
  }
}

} // namespace thrustline::detail
