// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/segment_queue.cuh"

/// Spines: long runs of cuts that each take a little off one end of a segment, found while the split tree grows.
namespace thrustline::gpu {

/// Spines that a call keeps a list of; slices that a side of one is divided into, a warp a slice; and cuts that are
/// planned for one at once.
inline constexpr unsigned most_spines = 256, most_slices = 2048, most_planned = 1u << 22;
/// How often whoever splits a segment looks for a spine, the fewest cuts it goes by, the fewest that must seem to be
/// left, and how many of these make a slice; that has no fewer steps than so many, as it takes memory.
inline constexpr unsigned spine_look = 16, spine_run = 8, least_spine = 256, slice_cuts = 16, least_slice_steps = 64;
/// The fewest that must seem to be left of a dense segment: to plan takes longest there, and plans are bad more often.
inline constexpr unsigned least_dense_spine = 4096;
/// Planned cuts are noted in groups.
inline constexpr unsigned group_cuts = 32;
/// How many steps of the usual length the next cut of a side is looked for in, and the bounds of that.
inline constexpr int window_cuts = 24, least_window = 64, most_window = 1 << 14;

/// A segment at the top of a spine.
struct spine {
  std::int64_t first, last;
  std::int64_t slice_steps;
  int window;                   ///< steps in which a side's next cut is looked for
  unsigned slices, first_slice; ///< of a side; and the first one's place among those of all spines
  unsigned words, first_word;   ///< of the bits of a side's chain; likewise
  unsigned groups, first_group; ///< for the planned cuts; likewise
  unsigned level;
  bool dense; ///< see box_search::farthest()

  unsigned planned, wrong;            ///< cuts; and the first of them that is none
  std::int64_t rest_first, rest_last; ///< what is left behind the planned cuts

  /// Sides are 0, where segments begin, and 1, where they end.
  __device__ std::int64_t end(int side) const { return side == 0 ? first : last; }
  __device__ std::int64_t steps_to(std::int64_t point, int side) const {
    return side == 0 ? point - first : last - point;
  }
  __device__ std::int64_t point_after(std::int64_t steps, int side) const {
    return side == 0 ? first + steps : last - steps;
  }
  /// The most planned cuts.
  __device__ unsigned room() const { return group_cuts * groups; }
  /// The planned cuts that are cuts.
  __device__ unsigned cuts() const { return min(planned, wrong); }
};

/// How many were found, and how many slices of a side, words of a chain's bits and groups there is to be room for.
struct spine_counts {
  unsigned spines, slices, words, groups;
  unsigned made; ///< cuts, of all spines
};

/// Where those who split put what seems to be one.
struct spine_list {
  spine* spines;
  spine_counts* counts; ///< zeroed; the spines may be more than there was room for
  unsigned room;        ///< 0: spines are not wanted

  /// By one thread: puts segment `now` if the cuts from `before` to it were a run with much left. Returns whether it
  /// did.
  template <class Index>
  __device__ bool put(leveled_segment<Index> const& before, leveled_segment<Index> const& now, bool dense) const {
    const unsigned run = now.level - before.level;
    if (run < spine_run)
      return false;
    const std::int64_t left = now.ends.last - now.ends.first, done = before.ends.last - before.ends.first - left;
    const std::int64_t cuts = left * run / done;
    if (cuts < (dense ? least_dense_spine : least_spine))
      return false;
    const unsigned place = atomicAdd(&counts->spines, 1u);
    if (place >= room)
      return false;
    spine found{};
    found.first = now.ends.first;
    found.last = now.ends.last;
    found.slices = static_cast<unsigned>(
        min(min(cuts / slice_cuts, left / least_slice_steps), static_cast<std::int64_t>(most_slices)));
    found.slice_steps = (left + found.slices - 1) / found.slices;
    found.window =
        static_cast<int>(min(max(window_cuts * done / run, std::int64_t(least_window)), std::int64_t(most_window)));
    const std::int64_t most_cuts = min(min(2 * cuts, left), static_cast<std::int64_t>(most_planned));
    found.words = static_cast<unsigned>(left / 32 + 1);
    found.groups = static_cast<unsigned>((most_cuts + group_cuts - 1) / group_cuts);
    found.first_slice = atomicAdd(&counts->slices, found.slices);
    found.first_word = atomicAdd(&counts->words, found.words);
    found.first_group = atomicAdd(&counts->groups, found.groups);
    found.level = now.level;
    found.dense = dense;
    found.wrong = ~0u;
    spines[place] = found;
    return true;
  }

  /// The spine, of so many, whose part of a numbering holds `number`: part(spine) is its first number and how many
  /// there are. For a warp.
  template <class Part>
  static __device__ spine& with(spine* spines, unsigned count, unsigned number, int lane, Part part) {
    for (unsigned k = lane;; k += 32) {
      const uint2 numbers = k < count ? part(spines[k]) : uint2{0, 0};
      if (const unsigned lanes = __ballot_sync(full_warp, number - numbers.x < numbers.y))
        return spines[__shfl_sync(full_warp, k, __ffs(lanes) - 1)];
    }
  }
};

} // namespace thrustline::gpu
