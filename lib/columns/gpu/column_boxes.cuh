// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>
#include <type_traits>

#include "columns/flow/column_view.hpp"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include <thrustline/geometry/metrics.hpp>

/// The bounding boxes of a column's slices of 32 values in shared memory. Where the view is `simple`, absent values are
/// found here, by the boxes: most slices have none.
namespace thrustline::gpu {

/// Boxes of a slice. With two, searches open half as many slices as with one (measured).
inline constexpr int column_parts = 2;

template <class Real>
using column_boxes = slice_boxes<point<Real, 1>, column_parts>;

/// Least and greatest bits of a slice, values behind the column included. The bits of these values order as integers,
/// and one instruction takes the least or greatest of three integers.
struct bit_ranges {
  static_assert(column_parts == 2, "eight pieces of a slice are parted at the fourth");
  int low[column_parts] = {INT_MAX, INT_MAX}, high[column_parts] = {INT_MIN, INT_MIN};

  __device__ bit_ranges(const float* values, int lane) {
    const int4* const slice = reinterpret_cast<const int4*>(values + 32 * lane);
    const int begin = lane % 8;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const int4 four = slice[k ^ begin]; // no two lanes of a bank
      int &least = low[k / 4], &greatest = high[k / 4];
      least = __vimin3_s32(__vimin3_s32(least, four.x, four.y), four.z, four.w);
      greatest = __vimax3_s32(__vimax3_s32(greatest, four.x, four.y), four.z, four.w);
    }
    if (begin >= 4) { // the second part came first
      swap(low);
      swap(high);
    }
  }

private:
  static __device__ void swap(int (&two)[2]) {
    const int first = two[0];
    two[0] = two[1];
    two[1] = first;
  }
};

/// Boxes of a column's slices, in lane k those of slice k. Replaces values that do not count by the absent one.
template <class Value>
__device__ column_boxes<column_real<Value>> boxes_of_column(flow::column_view<Value> const& view,
                                                            column_real<Value>* values, int lane) {
  using real = column_real<Value>;
  box<real, 1> parts[column_parts];
  for (auto& part : parts)
    part = {{{real(HUGE_VAL)}}, {{real(-HUGE_VAL)}}};
  if (32 * lane >= static_cast<int>(view.rows))
    return {parts, lane};
  if constexpr (std::is_same_v<real, float>) {
    const bit_ranges bits(values, lane);
    const int low = min(bits.low[0], bits.low[1]), high = max(bits.high[0], bits.high[1]);
    const int marked = __float_as_int(view.scaled_invalid_value);
    const bool none_marked = (marked < low) | (marked > high);
    if ((low >= 0) & (high <= __float_as_int(view.largest)) & none_marked) {
      for (int k = 0; k < column_parts; ++k)
        parts[k] = {{{__int_as_float(bits.low[k])}}, {{__int_as_float(bits.high[k])}}};
      return {parts, lane};
    }
  }
  struct alignas(16) pack {
    real of[16 / sizeof(real)];
  };
  constexpr int packs = 32 / column_parts * sizeof(real) / 16; // packs of a part
  pack* from = reinterpret_cast<pack*>(values + 32 * lane);
  for (auto& part : parts) {
#pragma unroll 1
    for (int k = 0; k < packs; ++k) {
      pack& some = from[(k + lane) % packs]; // few lanes of a bank
      for (real& value : some.of) {
        if (view.simple)
          value = view.counts(value) ? value : view.absent;
        part.low[0] = fmin(part.low[0], value); // fmin() and fmax() ignore NaN
        part.high[0] = fmax(part.high[0], value);
      }
    }
    from += packs;
  }
  return {parts, lane};
}

} // namespace thrustline::gpu
