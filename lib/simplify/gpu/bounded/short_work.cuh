// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/short_queue.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include "simplify/gpu/bounded/tile_window.cuh"

/// Where the warps of finish_short get short segments from: tiles of points, or the queue of split_long. Each source
/// calls finish(begin, window, level_of) for each window that a warp takes; level_of(i) is the level mark of the
/// window's point i, the end of a segment.
namespace thrustline::gpu {

/// Number of warps of a launch, and of this warp among them.
struct warp_of_grid {
  std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  std::int64_t number = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + warp_of_block();
};

/// All points, tile by tile: some tiles have much more work than others, so the warps take them one by one.
template <class Problem>
struct tiles_of_points {
  /// finish_short runs after split_long.
  static constexpr bool overlapped = false;
  /// A warp copies points itself only at the end of all points, behind which it takes no other tile, or everywhere.
  static constexpr bool copies_follow = false;

  int tile_points;   ///< a multiple of 32
  int window_points; ///< a multiple of 32

  template <class Finish>
  __device__ void for_each_window(Problem const& problem, int lane, Finish const& finish) const {
    const std::int64_t count = problem.count, words_end = (count + 31) / 32 * 32;
    const std::int64_t tiles = (count + tile_points - 1) / tile_points;
    const warp_of_grid warp;
    std::int64_t next_tile = 0;
    for (std::int64_t tile = warp.number; tile < tiles; tile = __shfl_sync(full_warp, next_tile, 0)) {
      if (lane == 0) // long before it is needed
        next_tile = warp.warps + static_cast<std::int64_t>(atomicAdd(&problem.state->tiles, 1ull));
      const std::int64_t end = min((tile + 1) * tile_points, words_end);
      for (std::int64_t next = tile * tile_points; next < end;) {
        const std::int64_t begin = next / 32 * 32;
        const int inside = static_cast<int>(min(end - begin, static_cast<std::int64_t>(window_points)));
        const tile_window window(problem.ends.bits + begin / 32, static_cast<int>(next - begin), inside, window_points,
                                 Problem::outcome::short_steps, lane);
        next = begin + window.next;
        finish(begin, window, [&](int i) -> int { return problem.ends.levels[begin + i]; });
      }
    }
  }
};

/// The segments that split_long queues while it still runs, one by one.
template <class Problem>
struct queued_segments {
  /// finish_short runs at the same time as split_long.
  static constexpr bool overlapped = true;
  /// After a warp has copied points itself, copies by copy_to_warp may follow.
  static constexpr bool copies_follow = true;

  short_queue shorts;

  template <class Finish>
  __device__ void for_each_window(Problem const&, int lane, Finish const& finish) const {
    static_assert(!Problem::outcome::reads_marks, "takers see only the entries of the queue");
    leveled_segment<typename Problem::index> s{};
    while (uniform(lane == 0 && shorts.take(s))) {
      s = {{__shfl_sync(full_warp, s.ends.first, 0), __shfl_sync(full_warp, s.ends.last, 0)},
           __shfl_sync(full_warp, s.level, 0)};
      const std::int64_t begin = s.ends.first / 32 * 32;
      finish(begin, tile_window(static_cast<int>(s.ends.first - begin), static_cast<int>(s.ends.last - begin), lane),
             [&](int) -> int { return static_cast<int>(min(s.level, highest_mark)); });
    }
  }
};

} // namespace thrustline::gpu
