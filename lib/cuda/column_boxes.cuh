// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>

#include "cuda/warp.cuh"
#include <thrustline/geometry/metrics.hpp>

/// The bounding boxes of a column's slices of 32 values where values are >= +0, whose bits order as those of integers:
/// of these the least or greatest of three is one instruction. Values lie in shared memory, aligned to 16 bytes; lane k
/// gets the box of slice k.
namespace thrustline::cuda {

/// Of values that are >= +0 or column_view::absent, up to `last`. What lies behind it counts too, whatever it holds:
/// that makes a box larger, to infinity if it is a NaN.
inline __device__ box<float, 1> boxes_of_positive(const float* values, int last, int lane) {
  constexpr int infinity = 0x7f800000;
  unsigned low = infinity;
  int high = INT_MIN;
  if (32 * lane <= last) {
    const uint4* const slice = reinterpret_cast<const uint4*>(values + 32 * lane);
#pragma unroll 8
    for (int k = 0; k < 8; ++k) {
      const uint4 four = slice[(k + lane) % 8]; // no two lanes of a bank
      low = __vimin3_u32(__vimin3_u32(low, four.x, four.y), four.z, four.w);
      high = __vimax3_s32(__vimax3_s32(high, four.x, four.y), four.z, four.w);
    }
  }
  if (high < 0) // none counts
    return {{{HUGE_VALF}}, {{-HUGE_VALF}}};
  return {{{__uint_as_float(low)}}, {{__int_as_float(min(high, infinity))}}};
}

} // namespace thrustline::cuda
