// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "simplify/gpu/bounded/short_work.cuh"
#include "simplify/gpu/bounded/split_long.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include "simplify/gpu/bounded/window_finisher.cuh"

/// The kernel that finishes short segments: warps split them to the end in shared memory.
namespace thrustline::gpu {

/// Whether a point and what the outcome needs beside it are at most 8 bytes.
template <class P, class Outcome>
inline constexpr bool small_points = sizeof(P) + Outcome::shared_bytes <= 8;

/// Points of a window at most, a multiple of 32: many keep the lanes busy, few leave shared memory for more warps.
template <class P, class Outcome>
inline constexpr int most_window_points = small_points<P, Outcome> ? 896 : 768;
/// The fewest points that a window has room for beside those of one short segment.
inline constexpr int least_spare = 128;

/// Points of a tile at most, a multiple of 32: large tiles fill their windows better.
inline constexpr int most_tile = 2048;
/// Tiles for each warp, if there are enough points: many tiles spread the work well over the warps.
inline constexpr int tiles_a_warp = 16;

/// Warps of a block of finish_short, at most.
inline constexpr int finish_warps = 3;
/// Blocks of finish_short on a multiprocessor, at least.
template <class P, class Outcome>
inline constexpr int finish_blocks = small_points<P, Outcome>                    ? 8
                                     : sizeof(typename P::real) == sizeof(float) ? 6
                                                                                 : 4;

/// Marks the cuts of all short segments of `Work`, and counts the points with marks. The ends of the segments have
/// their marks already; from tiles of points they are counted, too.
///
/// Overlapped: the blocks begin once all blocks of split_long have begun, or once these are done where the device has
/// no such launch; so they never keep one of these off a multiprocessor. What ran before split_long is done, and in
/// memory, when they begin.
template <class Work, class Problem>
__global__ void __launch_bounds__(32 * finish_warps,
                                  finish_blocks<typename Problem::point_type, typename Problem::outcome>)
    finish_short(Problem problem, const __grid_constant__ typename Problem::tree boxes, Work work,
                 finish_memory<typename Problem::point_type, typename Problem::outcome> layout,
                 std::int64_t copied_whole) {
  static_assert(most_window_points<typename Problem::point_type, typename Problem::outcome> <= fused_points - 32,
                "the zeros behind the bits of ends are enough for a window");
  problem.boxes = &boxes;
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32;
  window_finisher<Problem> finisher(problem, layout, memory + warp_of_block() * layout.bytes, copied_whole, lane);
  let_next_begin();
  if (!Work::overlapped)
    wait_for_turn();
  work.for_each_window(problem, lane, [&](std::int64_t begin, tile_window const& window, auto const& level_of) {
    finisher.template finish<Work::copies_follow>(begin, window, level_of);
  });
  if (Work::overlapped)
    wait_for_turn(); // the next kernel counts on split_long as well
  finisher.report();
}

/// How finish_short is launched for the points of a call.
template <class Problem>
class finish_shape {
  using Outcome = typename Problem::outcome;
  using memory = finish_memory<typename Problem::point_type, Outcome>;
  static constexpr int most_points = most_window_points<typename Problem::point_type, Outcome>;

public:
  int warps;         ///< warps of a block
  int tile_points;   ///< points of a tile
  int window_points; ///< points of a window in a tile

  template <class Kernel>
  finish_shape(Kernel finish, std::int64_t count) : points_(count) {
    const int available = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int most_bytes = static_cast<int>(memory(most_points).bytes);
    warps = std::clamp(available / most_bytes, 1, finish_warps);
    allow_shared(finish, warps * most_bytes);
    // A tile for each of the warps, if that makes it large enough: then one window has all that begins in it.
    const std::int64_t resident = std::int64_t(warps) * blocks_that_fit(finish, 32 * warps, warps * most_bytes);
    const int spare = tile_of(resident, least_spare, most_points - Outcome::short_steps);
    tile_points = tile_of(tiles_a_warp * resident, spare, most_tile);
    window_points = spare + Outcome::short_steps;
  }

  /// Blocks of `bytes` bytes of shared memory that fill the device, or fewer if there are not enough tiles.
  template <class Kernel>
  std::int64_t blocks(Kernel finish, int bytes) const {
    const std::int64_t tiles = (points_ + tile_points - 1) / tile_points;
    return std::min((tiles + warps - 1) / warps, blocks_that_fit(finish, 32 * warps, bytes));
  }

private:
  int tile_of(std::int64_t tiles, int least, int most) const {
    return static_cast<int>(std::clamp<std::int64_t>((points_ / tiles / 32 + 1) * 32, least, most));
  }

  std::int64_t points_;
};

/// Launches finish_short with windows of up to `window_points` points.
template <class Work, class Problem>
void launch_finish(cudaStream_t stream, Problem const& problem, Work const& work, finish_shape<Problem> const& shape,
                   int window_points) {
  const auto finish = finish_short<Work, Problem>;
  const finish_memory<typename Problem::point_type, typename Problem::outcome> layout(window_points);
  const int bytes = shape.warps * static_cast<int>(layout.bytes);
  const bool aligned = reinterpret_cast<std::uintptr_t>(problem.points) % 16 == 0;
  const std::int64_t copied_whole = aligned && !problem.metric.skip ? std::int64_t(problem.count) : 0;
  launch_in_turn({stream, Work::overlapped ? overlapped_shared_percent : cudaSharedmemCarveoutDefault}, finish,
                 shape.blocks(finish, bytes), 32 * shape.warps, bytes, problem, *problem.boxes, work, layout,
                 copied_whole);
}

/// Finishes all short segments between marked ends.
template <class Problem>
void finish_tiles(cudaStream_t stream, Problem const& problem) {
  using work = tiles_of_points<Problem>;
  const finish_shape<Problem> shape(finish_short<work, Problem>, problem.count);
  launch_finish(stream, problem, work{shape.tile_points, shape.window_points}, shape, shape.window_points);
}

/// Finishes the short segments that split_long queues, while it runs.
template <class Problem>
void finish_queued(cudaStream_t stream, Problem const& problem, short_queue const& shorts) {
  using work = queued_segments<Problem>;
  const finish_shape<Problem> shape(finish_short<work, Problem>, problem.count);
  launch_finish(stream, problem, work{shorts}, shape, 32 + Problem::outcome::short_steps);
}

} // namespace thrustline::gpu
