// SPDX-License-Identifier: MIT
#pragma once

#include "core/gpu/warp.cuh"

namespace thrustline::gpu {

/// One bit for each of 1024 points, spread over a warp: lane k holds the bits of the points 32 k .. 32 k + 31.
struct warp_bits {
  int lane;
  unsigned mine = 0;

  __device__ explicit warp_bits(int lane) : lane(lane) {}

  __device__ void set(int i) {
    mine |= __funnelshift_lc(0, 1, i - 32 * lane); // shifts the bits of other lanes out
  }

  /// The bits i .. i + 31.
  __device__ unsigned window(int i) const {
    const unsigned low = __shfl_sync(full_warp, mine, i / 32), high = __shfl_sync(full_warp, mine, i / 32 + 1);
    return __funnelshift_r(low, i / 32 < 31 ? high : 0, i % 32);
  }

  /// The set bits that are followed by another one in 2 to 31 places.
  __device__ warp_bits followed_within_window() const {
    const unsigned next_word = __shfl_down_sync(full_warp, mine, 1), behind = lane < 31 ? next_word : 0;
    warp_bits result(lane);
    result.mine = mine & ~__funnelshift_r(mine, behind, 1); // the next place is not set
    // Only the last bit of a word may have no other one within a window.
    const int highest = 31 - __clz(mine);
    if (mine != 0 && __funnelshift_r(mine, behind, highest) >> 1 == 0)
      result.mine &= ~(1u << highest);
    return result;
  }

  /// The lowest set bit above i; there must be one.
  __device__ int next_after(int i) const {
    const unsigned above = lane > i / 32 ? mine : lane == i / 32 ? mine & (0xfffffffeu << i % 32) : 0;
    const int k = __ffs(__ballot_sync(full_warp, above != 0)) - 1;
    return 32 * k + __ffs(__shfl_sync(full_warp, above, k)) - 1;
  }
};

} // namespace thrustline::gpu
