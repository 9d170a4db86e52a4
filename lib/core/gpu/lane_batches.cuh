// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "core/gpu/warp.cuh"

namespace thrustline::gpu {

/// Goes over the items [begin, end) with the lanes of a warp: use(i, load(i)) for each item, `Batch` items of a lane at
/// a time, all of which are loaded before any is used. So the loads wait for memory together.
template <int Batch, class Load, class Use>
__device__ void for_lane_batches(int begin, int end, int lane, Load const& load, Use const& use) {
  static_assert(Batch > 1);
  for (int at = begin + lane; at < end; at += min(end - at, 32 * Batch)) { // at most INT_MAX
    std::decay_t<decltype(load(begin))> loaded[Batch];
#pragma unroll
    for (int k = 0; k < Batch; ++k)
      loaded[k] = load(32 * k < end - at ? at + 32 * k : end - 1);
#pragma unroll
    for (int k = 0; k < Batch; ++k)
      if (32 * k < end - at)
        use(at + 32 * k, loaded[k]);
  }
}

} // namespace thrustline::gpu
