// SPDX-License-Identifier: MIT
#pragma once

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"

/// The windows in which a warp goes through a tile of points: each fits its shared memory, and reaches from marked end
/// to marked end.
namespace thrustline::gpu {

/// The next window of a tile, and the short segments in it. It begins at a multiple of 32; points are counted from
/// there.
struct tile_window {
  warp_bits marked;  ///< ends of segments
  int first, last;   ///< the first and the last of these ends; first < 0: there are none
  int next;          ///< where the next window looks for marks: the points before it are finished with this one
  int marks_of_lane; ///< marks of these finished points in the word of this lane

  /// The window of a single segment, whose ends others count.
  __device__ tile_window(int first, int last, int lane)
      : marked(lane), first(first), last(last), next(first + 1), marks_of_lane(0) {
    marked.set(first);
    marked.set(last);
  }

  /// Called by all lanes. `bits`: one bit for each point of the window, set at the ends of segments. `begin`: the
  /// points before it are finished. `inside`: points of the window in the tile, a multiple of 32. `longest`: points of
  /// a whole window.
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
  /// Mask of the bits of this lane for points before i.
  __device__ unsigned below(int i) const {
    const int mine = i - 32 * marked.lane;
    return mine <= 0 ? 0 : 0xffffffffu >> (32 - min(mine, 32));
  }
};

} // namespace thrustline::gpu
