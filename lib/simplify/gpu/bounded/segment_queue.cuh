// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda/atomic>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/leveled_segment.hpp"

/// The segments that wait for a warp or a team of warps while the split tree grows.
namespace thrustline::gpu {

/// Counters of a queue.
struct queue_counters {
  struct alignas(128) counter { // in a cache line of its own
    unsigned long long value;
  };
  counter taken; ///< tickets that were taken
  counter put;   ///< low 32 bits: segments that were put; high 32 bits: those that are not finished, plus the holds
};

/// An entry of a queue. Both words are 0 while it is empty. Otherwise their low 40 bits hold 1 + the first point and
/// 1 + the last, more than a device has memory for. Their high 24 bits hold the upper 8 and the lower 24 bits of the
/// level. All ones mark the end of the queue.
struct queue_entry {
  static constexpr int index_bits = 40, low_level_bits = 64 - index_bits;
  static constexpr unsigned long long end = ~0ull;
  using atomic = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

  unsigned long long first, last;

  template <class Index>
  __device__ void fill(leveled_segment<Index> const& s) {
    const auto from = static_cast<unsigned long long>(s.ends.first), to = static_cast<unsigned long long>(s.ends.last);
    const unsigned long long level = s.level;
    atomic(first).store((1 + from) | level >> low_level_bits << index_bits, cuda::memory_order_relaxed);
    atomic(last).store((1 + to) | level << index_bits, cuda::memory_order_relaxed);
  }

  __device__ void fill_with_end() {
    atomic(first).store(end, cuda::memory_order_relaxed);
    atomic(last).store(end, cuda::memory_order_relaxed);
  }

  /// The second word.
  __device__ unsigned long long peek() { return atomic(last).load(cuda::memory_order_relaxed); }

  /// Reads the entry after peek() gave `to`, which is not 0; waits for the other word if need be. False: it is the end.
  template <class Index>
  __device__ bool read(unsigned long long to, leveled_segment<Index>& s) {
    unsigned long long from;
    while ((from = atomic(first).load(cuda::memory_order_relaxed)) == 0) {
    }
    constexpr unsigned long long index = (1ull << index_bits) - 1;
    s = {{static_cast<Index>((from & index) - 1), static_cast<Index>((to & index) - 1)},
         static_cast<unsigned>(from >> index_bits << low_level_bits | to >> index_bits)};
    return from != end;
  }
};

/// A queue whose takers put segments, too. A taker takes a ticket and waits until the entry of that number is filled;
/// the one that finishes the last segment fills the entries that others still wait for with the end. So every taker
/// polls an entry of its own, and one level follows another without a launch, a grid-wide barrier or an order of
/// blocks.
///
/// Ordered: a taker sees all that the thread that put the segment wrote before. Else it sees only the entry: the
/// queue's own words are atomic, and no caches need be emptied. One word counts both what was put and what is not
/// finished, so that these counts never disagree.
template <bool Ordered>
struct segment_queue {
  static constexpr unsigned long long one_unfinished = 1ull << 32;

  queue_entry* entries;  ///< zeroed; for all segments and one more for each taker
  queue_counters* state; ///< zeroed

  using atomic = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

  /// Keeps the queue open until one more call of finished(). Called by one thread.
  __device__ void hold() const { add(one_unfinished); }

  /// Puts a segment. Called by one thread, which holds the queue or has taken a segment.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    if (Ordered)
      cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    entries[add(one_unfinished + 1) % one_unfinished].fill(s);
  }

  /// Takes a segment. Called by one thread. False: the queue has ended, and the taker must not call again.
  template <class Index>
  __device__ bool take(leveled_segment<Index>& s) const {
    queue_entry& from = entries[atomic(state->taken.value).fetch_add(1, cuda::memory_order_relaxed)];
    unsigned long long last;
    for (unsigned nap = 16; (last = from.peek()) == 0; nap = nap < 256 ? 2 * nap : nap)
      __nanosleep(nap);
    const bool more = from.read(last, s);
    if (Ordered)
      cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    return more;
  }

  /// Ends a hold(), or a segment that a thread of this warp took, once all parts of it that were not put are finished.
  /// Called by a warp. Returns whether this was the end of the queue, which all `takers` then find in their entries.
  __device__ bool finished(int lane, unsigned takers) const {
    const unsigned long long before = __shfl_sync(full_warp, lane == 0 ? add(0 - one_unfinished) : 0, 0);
    if (before / one_unfinished != 1)
      return false;
    queue_entry* const waited_for = entries + before % one_unfinished;
    for (unsigned k = lane; k < takers; k += 32)
      waited_for[k].fill_with_end();
    return true;
  }

private:
  __device__ unsigned long long add(unsigned long long amount) const {
    return atomic(state->put.value).fetch_add(amount, cuda::memory_order_relaxed);
  }
};

} // namespace thrustline::gpu
