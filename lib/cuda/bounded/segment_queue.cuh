// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda/atomic>

#include <thrustline/algorithms/detail/open_segments.hpp>

/// The segments that wait for a warp while the split tree grows.
namespace thrustline::cuda {

/// An open segment and the level of the split tree it is on.
template <class Index>
struct leveled_segment {
  detail::chord_ends<Index> ends;
  unsigned level;
};

/// A queue for any number of warps that put and take at once. Whoever wants a segment takes a ticket and waits until
/// that entry is filled or no segment is left anywhere, waiting or in work; so nothing is polled by more than one warp,
/// and no launch, no grid-wide barrier and no order of blocks is needed for one level to follow another.
struct segment_queue {
  /// `word`: 0 while the entry is empty, else the last point and, above 40 bits, the level.
  struct entry {
    unsigned long long first, word;
  };
  struct counters {
    unsigned long long put, taken, unfinished;
    unsigned long long levels; ///< the deepest that was seen
  };
  static constexpr int index_bits = 40;

  entry* entries; ///< zeroed
  std::int64_t capacity;
  counters* state; ///< zeroed

  using count = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;

  /// By one thread. There must never be more than `capacity` calls.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    count(state->unfinished).fetch_add(1, ::cuda::memory_order_relaxed);
    entry& to = entries[count(state->put).fetch_add(1, ::cuda::memory_order_relaxed)];
    to.first = static_cast<unsigned long long>(s.ends.first);
    count(to.word).store(static_cast<unsigned long long>(s.ends.last) | static_cast<unsigned long long>(s.level)
                                                                            << index_bits,
                         ::cuda::memory_order_release);
  }

  /// By one thread: false once there is nothing left to do.
  template <class Index>
  __device__ bool take(leveled_segment<Index>& s) const {
    const auto ticket = static_cast<std::int64_t>(count(state->taken).fetch_add(1, ::cuda::memory_order_relaxed));
    for (unsigned nap = 32;; nap = nap < 512 ? 2 * nap : nap) {
      if (ticket < capacity) {
        entry& from = entries[ticket];
        if (const unsigned long long word = count(from.word).load(::cuda::memory_order_acquire)) {
          s = {{static_cast<Index>(from.first), static_cast<Index>(word & ((1ull << index_bits) - 1))},
               static_cast<unsigned>(word >> index_bits)};
          return true;
        }
      }
      if (count(state->unfinished).load(::cuda::memory_order_acquire) == 0)
        return false;
      __nanosleep(nap);
    }
  }

  /// By one thread, when a segment that was taken and all that was not put back of it are finished.
  __device__ void finished() const { count(state->unfinished).fetch_sub(1, ::cuda::memory_order_release); }
};

} // namespace thrustline::cuda
