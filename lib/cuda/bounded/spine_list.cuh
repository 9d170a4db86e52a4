// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/bounded/segment_queue.cuh"

/// Spines: long runs of cuts that all leave one end of their segment where it is, found while the split tree grows.
namespace thrustline::cuda {

/// Spines that a call keeps a list of, and slices that one is followed in, a warp a slice.
inline constexpr unsigned most_spines = 256, most_slices = 4096;
/// How often whoever splits a segment looks for a spine, the fewest cuts it goes by, the fewest that must seem to be
/// left, and how many of these make a slice.
inline constexpr unsigned spine_look = 32, spine_run = 16, least_spine = 256, slice_cuts = 16;

/// A segment from `from`, the end that moves, to `fixed`, the one that does not.
struct spine {
  std::int64_t from, fixed;
  std::int64_t slice_steps;
  unsigned slices, first_slice; ///< and the first one's place among those of all spines
  unsigned cuts;                ///< those that may be left, guessed
  unsigned level;               ///< of the segment
  unsigned deepest;             ///< the level of the last segment that is known to be cut

  __device__ bool forward() const { return from < fixed; }
  __device__ std::int64_t steps_to(std::int64_t point) const { return forward() ? point - from : from - point; }
  __device__ std::int64_t point_after(std::int64_t steps) const { return forward() ? from + steps : from - steps; }
  /// The segment whose end that moves has come to `point`.
  template <class Index>
  __device__ detail::chord_ends<Index> segment_from(Index point) const {
    const auto other = static_cast<Index>(fixed);
    return forward() ? detail::chord_ends<Index>{point, other} : detail::chord_ends<Index>{other, point};
  }
};

/// How many were found, and the slices of all.
struct spine_counts {
  unsigned spines, slices;
};

/// Where those who split put what seems to be one.
struct spine_list {
  spine* spines;
  spine_counts* counts; ///< zeroed; the spines may be more than there was room for
  unsigned room;        ///< 0: spines are not wanted

  /// By one thread: puts segment `now` if the cuts from `before` to it were a run with much left; `before` has been
  /// cut. Returns whether it did.
  template <class Index>
  __device__ bool put(leveled_segment<Index> const& before, leveled_segment<Index> const& now) const {
    const bool first_stays = before.ends.first == now.ends.first, last_stays = before.ends.last == now.ends.last;
    const unsigned run = now.level - before.level;
    if (run < spine_run || first_stays == last_stays)
      return false;
    const std::int64_t left = now.ends.last - now.ends.first, done = before.ends.last - before.ends.first - left;
    const std::int64_t cuts = left * run / done;
    if (cuts < least_spine)
      return false;
    const unsigned place = atomicAdd(&counts->spines, 1u);
    if (place >= room)
      return false;
    spine found{};
    found.from = first_stays ? now.ends.last : now.ends.first;
    found.fixed = first_stays ? now.ends.first : now.ends.last;
    found.slices = cuts / slice_cuts < most_slices ? static_cast<unsigned>(cuts / slice_cuts) : most_slices;
    found.slice_steps = (left + found.slices - 1) / found.slices;
    found.first_slice = atomicAdd(&counts->slices, found.slices);
    found.cuts = static_cast<unsigned>(cuts < (1u << 31) ? cuts : (1u << 31));
    found.level = now.level;
    spines[place] = found;
    return true;
  }
};

} // namespace thrustline::cuda
