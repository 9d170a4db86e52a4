// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>
#include <type_traits>

#include "cuda/slice_boxes.cuh"
#include "flow/column_view.hpp"
#include <thrustline/geometry/metrics.hpp>

/// The bounding boxes of a column's slices of 32 values in shared memory. Where the view is `simple`, absent values are
/// told here, by the boxes: most slices have none.
namespace thrustline::cuda {

/// Of values whose bits order as those of integers, the least or greatest of three is one instruction. Those behind the
/// column count too.
struct bit_range {
  int low = INT_MAX, high = INT_MIN;

  __device__ bit_range(const float* values, int lane) {
    const int4* const slice = reinterpret_cast<const int4*>(values + 32 * lane);
    const int begin = lane % 8;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const int4 four = slice[k ^ begin]; // no two lanes of a bank
      low = __vimin3_s32(__vimin3_s32(low, four.x, four.y), four.z, four.w);
      high = __vimax3_s32(__vimax3_s32(high, four.x, four.y), four.z, four.w);
    }
  }
};

/// Of a column's slices, lane k that of slice k; makes values absent that do not count.
template <class Value>
__device__ slice_boxes<point<column_real<Value>, 1>> boxes_of_column(flow::column_view<Value> const& view,
                                                                     column_real<Value>* values, int lane) {
  using real = column_real<Value>;
  using boxes = slice_boxes<point<real, 1>>;
  using box_type = box<real, 1>;
  const int rows = static_cast<int>(view.rows);
  const auto points = reinterpret_cast<const point<real, 1>*>(values);
  if (32 * lane >= rows)
    return boxes(box_type{{{real(HUGE_VAL)}}, {{real(-HUGE_VAL)}}}, lane);
  if constexpr (std::is_same_v<real, float>) {
    const bit_range bits(values, lane);
    const int marked = __float_as_int(view.marked);
    const bool none_marked = (marked < bits.low) | (marked > bits.high);
    if ((bits.low >= 0) & (bits.high <= __float_as_int(view.largest)) & none_marked)
      return boxes(box_type{{{__int_as_float(bits.low)}}, {{__int_as_float(bits.high)}}}, lane);
  }
  if (view.simple) {
    struct alignas(16) pack {
      real of[16 / sizeof(real)];
    };
    constexpr int packs = 32 * sizeof(real) / 16;
    pack* const slice = reinterpret_cast<pack*>(values + 32 * lane);
#pragma unroll 1
    for (int k = 0; k < packs; ++k) {
      pack& some = slice[(k + lane) % packs]; // no two lanes of a bank
      for (real& value : some.of)
        value = view.counts(value) ? value : view.absent;
    }
  }
  return boxes(points, 0, rows - 1, lane);
}

} // namespace thrustline::cuda
