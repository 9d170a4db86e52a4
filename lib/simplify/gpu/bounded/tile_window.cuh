// SPDX-License-Identifier: MIT
#pragma once

#include "core/gpu/warp.cuh"

/// How a warp goes through a tile of points: in windows that fit its shared memory, from marked end to marked end.
namespace thrustline::gpu {

/// The next window of a tile, and the short segments in it. It begins at a multiple of 32.
struct tile_window {
  warp_bits marked;  ///< the segments' ends
  int first, last;   ///< of these; first < 0: there are none
  int next;          ///< the points before it are finished with this window: from it on the next one looks for marks
  int marks_of_lane; ///< so many of the marks of those points are the lane's

  /// Of the only segment between these two, whose ends are not for it to count.
  __device__ tile_window(int first, int last, int lane)
      : marked(lane), first(first), last(last), next(first + 1), marks_of_lane(0) {
    marked.set(first);
    marked.set(last);
  }

  /// By all lanes. `bits`: of the window's points, set at the ends of segments. `begin`: the points before it are
  /// finished. `inside`: the points from the window's first to its last in the tile, a multiple of 32. `longest`: the
  /// points that a window has.
  __device__ tile_window(const unsigned* bits, int begin, int inside, int longest, int short_steps, int lane)
      : marked(lane) {
    if (32 * lane < longest)
      marked.mine = bits[lane];
    marked.mine &= ~below(begin);
    const unsigned of_tile = 0xffffffffu >> (32 - inside / 32), words = __ballot_sync(full_warp, marked.mine != 0);
    const unsigned in_tile = words & of_tile, behind = words & ~of_tile;
    first = -1;
    next = inside;
    marks_of_lane = 0;
    if (in_tile == 0)
      return;
    // From the first mark to the last one, or to the first one behind the tile.
    const int head = __ffs(in_tile) - 1, tail = behind ? __ffs(behind) - 1 : 31 - __clz(in_tile);
    first = 32 * head + __ffs(__shfl_sync(full_warp, marked.mine, head)) - 1;
    const unsigned tail_bits = __shfl_sync(full_warp, marked.mine, tail);
    last = 32 * tail + (behind ? __ffs(tail_bits) - 1 : 31 - __clz(tail_bits));
    if (behind == 0 && last + short_steps >= longest)
      next = last; // where a short segment may begin that ends behind the window
    marks_of_lane = __popc(marked.mine & below(next));
    marked.mine &= below(last + 1);
  }

private:
  /// The lane's bits of the points before i.
  __device__ unsigned below(int i) const {
    const int mine = i - 32 * marked.lane;
    return mine <= 0 ? 0 : 0xffffffffu >> (32 - min(mine, 32));
  }
};

} // namespace thrustline::gpu
