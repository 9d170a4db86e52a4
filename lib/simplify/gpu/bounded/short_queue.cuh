// SPDX-License-Identifier: MIT
#pragma once

#include "simplify/gpu/bounded/segment_queue.cuh"

namespace thrustline::gpu {

/// What those who put and take short segments count.
struct short_counters {
  queue_counters::counter taken, put;
  queue_counters::counter closed; ///< 0, or 1 + how many there are once all have been put
  unsigned long long cuts;        ///< by those who put
};

/// The short segments of a single series, for those who finish them while the rest of it is still being split. As in a
/// segment_queue an entry tells all of its segment: nothing else passes from one to the other.
struct short_queue {
  queue_entry* entries;  ///< zeroed; null: short segments are left between marked ends alone
  short_counters* state; ///< zeroed
  unsigned room;         ///< what is put beyond it is lost, and to be found between marked ends later

  using atomic = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;

  /// By one thread.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    const unsigned long long place = atomic(state->put.value).fetch_add(1, ::cuda::memory_order_relaxed);
    if (place < room)
      entries[place].fill(s);
  }

  /// By one thread, behind the last put(): whoever puts has its place before it tells that its segment is finished, so
  /// that all places are counted once all are known to be finished.
  __device__ void close() const {
    const unsigned long long all = atomic(state->put.value).load(::cuda::memory_order_relaxed);
    atomic(state->closed.value).store(1 + all, ::cuda::memory_order_relaxed);
  }

  /// By one thread: false once there are no more.
  template <class Index>
  __device__ bool take(leveled_segment<Index>& s) const {
    const unsigned long long place = atomic(state->taken.value).fetch_add(1, ::cuda::memory_order_relaxed);
    if (place >= room)
      return false;
    unsigned long long last;
    for (unsigned nap = 32; (last = entries[place].peek()) == 0; nap = nap < 512 ? 2 * nap : nap) {
      const unsigned long long closed = atomic(state->closed.value).load(::cuda::memory_order_relaxed);
      if (closed != 0 && place >= closed - 1)
        return false;
      __nanosleep(nap);
    }
    return entries[place].read(last, s);
  }
};

} // namespace thrustline::gpu
