// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda/atomic>

#include "core/gpu/warp.cuh"
#include <thrustline/algorithms/detail/open_segments.hpp>

/// The segments that wait for a warp or a team of warps while the split tree grows.
namespace thrustline::gpu {

/// An open segment and the level of the split tree it is on.
template <class Index>
struct leveled_segment {
  detail::chord_ends<Index> ends;
  unsigned level;
};

/// What the takers of a queue count.
struct queue_counters {
  struct alignas(128) counter { // a cache line to itself
    unsigned long long value;
  };
  counter taken;
  counter put; ///< all that were put and, above 32 bits, those of them that are not finished, and the holds
};

/// Both words are 0 while the entry is empty, else 1 + the first point and 1 + the last, with the level's 8 high and 24
/// low bits above 40 bits; or all ones, where no segment is to come any more.
struct queue_entry {
  static constexpr int index_bits = 40, low_level_bits = 64 - index_bits;
  static constexpr unsigned long long end = ~0ull;
  using atomic = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;

  unsigned long long first, last;

  template <class Index>
  __device__ void fill(leveled_segment<Index> const& s) {
    const auto from = static_cast<unsigned long long>(s.ends.first), to = static_cast<unsigned long long>(s.ends.last);
    const unsigned long long level = s.level;
    atomic(first).store((1 + from) | level >> low_level_bits << index_bits, ::cuda::memory_order_relaxed);
    atomic(last).store((1 + to) | level << index_bits, ::cuda::memory_order_relaxed);
  }

  __device__ void fill_with_end() {
    atomic(first).store(end, ::cuda::memory_order_relaxed);
    atomic(last).store(end, ::cuda::memory_order_relaxed);
  }

  /// The second word.
  __device__ unsigned long long peek() { return atomic(last).load(::cuda::memory_order_relaxed); }

  /// What it is filled with, or nearly so, as peek() gave `to`, which is not 0. False: with the end.
  template <class Index>
  __device__ bool read(unsigned long long to, leveled_segment<Index>& s) {
    unsigned long long from;
    while ((from = atomic(first).load(::cuda::memory_order_relaxed)) == 0) {
    }
    constexpr unsigned long long index = (1ull << index_bits) - 1;
    s = {{static_cast<Index>((from & index) - 1), static_cast<Index>((to & index) - 1)},
         static_cast<unsigned>(from >> index_bits << low_level_bits | to >> index_bits)};
    return from != end;
  }
};

/// A queue for takers that put and take at once. Whoever wants a segment takes a ticket and waits until that entry is
/// filled; whoever finishes the last segment fills the entries that are still waited for with the end. So every taker
/// polls an entry of its own, and no launch, no grid-wide barrier and no order of blocks is needed for one level to
/// follow another.
///
/// An entry is all that a taker learns of whoever put it, unless Ordered is asked for: then it sees what that thread
/// wrote before. Without, nothing but the queue's own words, which are atomic, passes from one to another, and caches
/// need not be emptied for it. One word counts what was put and what is not finished, so that they never disagree.
template <bool Ordered>
struct segment_queue {
  static constexpr unsigned long long one_unfinished = 1ull << 32;

  queue_entry* entries;  ///< zeroed; for all segments and one more for each taker
  queue_counters* state; ///< zeroed

  using atomic = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;

  /// By one thread: there is something left to do, until a call of finished() more.
  __device__ void hold() const { add(one_unfinished); }

  /// By one thread, which holds the queue or has taken a segment.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    if (Ordered)
      ::cuda::atomic_thread_fence(::cuda::memory_order_release, ::cuda::thread_scope_device);
    entries[add(one_unfinished + 1) % one_unfinished].fill(s);
  }

  /// By one thread: false once there is nothing left to do; the taker must not come back then.
  template <class Index>
  __device__ bool take(leveled_segment<Index>& s) const {
    queue_entry& from = entries[atomic(state->taken.value).fetch_add(1, ::cuda::memory_order_relaxed)];
    unsigned long long last;
    for (unsigned nap = 16; (last = from.peek()) == 0; nap = nap < 256 ? 2 * nap : nap)
      __nanosleep(nap);
    const bool more = from.read(last, s);
    if (Ordered)
      ::cuda::atomic_thread_fence(::cuda::memory_order_acquire, ::cuda::thread_scope_device);
    return more;
  }

  /// By a warp, when a segment that one of its threads took and all that was not put back of it are finished, or to end
  /// a hold(). Returns whether that was all, ever: then it tells the `takers`.
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
  __device__ unsigned long long add(unsigned long long much) const {
    return atomic(state->put.value).fetch_add(much, ::cuda::memory_order_relaxed);
  }
};

} // namespace thrustline::gpu
