// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/leveled_segment.hpp"

/// Spines: long runs of cuts that each take a little off one end of a segment, found while the split tree grows.
namespace thrustline::gpu {

/// Spines in the list of a call, at most.
inline constexpr unsigned most_spines = 256;

/// Levels between two looks for a spine.
inline constexpr unsigned spine_look = 16;
/// The fewest cuts since the last look from which a spine is expected.
inline constexpr unsigned spine_run = 8;
/// The fewest cuts that a spine is expected to have left.
inline constexpr unsigned least_spine = 256;
/// The same for a dense segment whose points do not recur: planning takes longest there, and more plans are wrong.
inline constexpr unsigned least_dense_spine = 4096;
/// The same for a dense segment whose points may recur: one team ranks all its points for each cut, which takes longest
/// of all.
inline constexpr unsigned least_recurring_spine = 128;

/// Slices of a side, at most. A warp follows the chain of one slice.
inline constexpr unsigned most_slices = 2048;
/// Cuts that a slice is expected to have.
inline constexpr unsigned slice_cuts = 16;
/// The fewest steps of a slice: each slice takes memory.
inline constexpr unsigned least_slice_steps = 64;

/// Cuts planned for a spine in one round, at most.
inline constexpr unsigned most_planned = 1u << 22;
/// Planned cuts of a group: a plan is stored group by group.
inline constexpr unsigned group_cuts = 32;

/// Window in which the next cut of a side is searched, in average distances between cuts.
inline constexpr int window_cuts = 24;
/// The fewest steps of a window.
inline constexpr int least_window = 64;
/// The most steps of a window.
inline constexpr int most_window = 1 << 14;

/// A segment at the top of a spine. Its parts of the arrays that all spines share begin at the `first_` members.
struct spine {
  std::int64_t first, last;
  std::int64_t slice_steps;
  int window;                   ///< steps in which the next cut of a side is searched
  unsigned slices, first_slice; ///< slices of each side
  unsigned words, first_word;   ///< words for the chain bits of each side
  unsigned groups, first_group; ///< groups of planned cuts
  unsigned level;               ///< level of the segment in the split tree
  bool dense;                   ///< see box_search::farthest_by_boxes()

  unsigned planned;                   ///< planned cuts
  unsigned wrong;                     ///< the first planned cut that the search does not confirm
  std::int64_t rest_first, rest_last; ///< the segment behind the planned cuts

  /// The end of side 0, where segments begin, or of side 1, where they end.
  __device__ std::int64_t end(int side) const { return side == 0 ? first : last; }
  /// Steps from the end of a side to a point.
  __device__ std::int64_t steps_to(std::int64_t point, int side) const {
    return side == 0 ? point - first : last - point;
  }
  /// The point that lies `steps` steps from the end of a side.
  __device__ std::int64_t point_after(std::int64_t steps, int side) const {
    return side == 0 ? first + steps : last - steps;
  }
  /// Cuts that the plan has room for.
  __device__ unsigned room() const { return group_cuts * groups; }
  /// Planned cuts that are right.
  __device__ unsigned cuts() const { return min(planned, wrong); }
};

/// Sums over the spines of a list.
struct spine_counts {
  unsigned spines;    ///< spines found; may be more than the list has room for
  unsigned slices;    ///< slices of one side
  unsigned words;     ///< words for the chain bits of one side
  unsigned groups;    ///< groups of planned cuts
  unsigned dense;     ///< spines found dense
  unsigned made;      ///< cuts made along spines
  unsigned recurring; ///< spines that were found dense and are not, as their points recur
};

/// The list of the spines that were found while segments were split.
struct spine_list {
  spine* spines;
  spine_counts* counts; ///< zeroed
  unsigned room;        ///< 0: spines are not wanted
  unsigned least_dense; ///< the fewest cuts that a dense spine is expected to have left

  /// Puts segment `now` into the list if the cuts from `before` to it suggest a spine with many cuts left. Called by
  /// one thread. Returns whether the segment was put.
  template <class Index>
  __device__ bool put(leveled_segment<Index> const& before, leveled_segment<Index> const& now, bool dense) const {
    const unsigned run = now.level - before.level;
    if (run < spine_run)
      return false;
    const std::int64_t left = now.ends.last - now.ends.first, done = before.ends.last - before.ends.first - left;
    const std::int64_t cuts = left * run / done;
    if (cuts < (dense ? least_dense : least_spine))
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
    if (dense)
      atomicAdd(&counts->dense, 1u);
    found.wrong = ~0u;
    spines[place] = found;
    return true;
  }
};

/// The spine among the first `count` whose part of a shared array has item `number`. part(spine) gives the first item
/// of a spine's part and its number of items. Called by a warp.
template <class Part>
__device__ spine& spine_with_item(spine* spines, unsigned count, unsigned number, int lane, Part part) {
  for (unsigned k = lane;; k += 32) {
    const uint2 items = k < count ? part(spines[k]) : uint2{0, 0};
    if (const unsigned lanes = __ballot_sync(full_warp, number - items.x < items.y))
      return spines[__shfl_sync(full_warp, k, __ffs(lanes) - 1)];
  }
}

} // namespace thrustline::gpu
