// SPDX-License-Identifier: MIT
#pragma once

#include "simplify/gpu/bounded/segment_queue.cuh"

namespace thrustline::gpu {

/// Counters of the queue of short segments.
struct short_counters {
  queue_counters::counter taken, put;
  queue_counters::counter closed; ///< 0, or 1 + the number of segments once all have been put
  unsigned long long cuts;        ///< cuts made by split_long
};

/// The short segments of a single series: finish_short takes them while split_long still puts others. As in a
/// segment_queue that is not ordered, takers see only the entries.
struct short_queue {
  queue_entry* entries;  ///< zeroed; null: short segments are only left between marked ends
  short_counters* state; ///< zeroed
  unsigned room;         ///< segments put beyond it are lost, and found between marked ends later

  using atomic = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

  /// Puts a segment. Called by one thread.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    const unsigned long long place = atomic(state->put.value).fetch_add(1, cuda::memory_order_relaxed);
    if (place < room)
      entries[place].fill(s);
  }

  /// Closes the queue after the last put(). Called by one thread. A thread that puts has its place before it finishes
  /// the segment that it took, so all places are counted once all long segments are finished.
  __device__ void close() const {
    const unsigned long long all = atomic(state->put.value).load(cuda::memory_order_relaxed);
    atomic(state->closed.value).store(1 + all, cuda::memory_order_relaxed);
  }

  /// Takes a segment. Called by one thread. False: there are no more.
  template <class Index>
  __device__ bool take(leveled_segment<Index>& s) const {
    const unsigned long long place = atomic(state->taken.value).fetch_add(1, cuda::memory_order_relaxed);
    if (place >= room)
      return false;
    unsigned long long last;
    for (unsigned nap = 32; (last = entries[place].peek()) == 0; nap = nap < 512 ? 2 * nap : nap) {
      const unsigned long long closed = atomic(state->closed.value).load(cuda::memory_order_relaxed);
      if (closed != 0 && place >= closed - 1)
        return false;
      __nanosleep(nap);
    }
    return entries[place].read(last, s);
  }
};

} // namespace thrustline::gpu
