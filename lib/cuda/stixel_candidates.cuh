// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/chunk_barrier.cuh"
#include "cuda/stixel_task.cuh"

/// Object stixels with one top row a lane and many base rows.
namespace thrustline::cuda {

/// The mean disparity of the rows between two rows. As mean_disparity(): the quotient by way of the reciprocal,
/// corrected once. Its error before the last rounding is below 2^-45 of it, and no quotient of a float by a whole
/// number below 2^18 lies as near to the middle of two floats, so it is the correctly rounded one. The unit, a power of
/// two, is in the count and in its inverse, which changes no rounding.
__device__ inline float mean_between(row_sums const& begin, row_sums const& end, const float* inverses) {
  const float* const inverse = inverses + end.valid - begin.valid;
  const float dividend = __int2float_rn(end.disparity - begin.disparity), count = __fadd_rn(end.count, -begin.count);
  const float first = __fmul_rn(dividend, *inverse);
  return __fmaf_rn(__fmaf_rn(-first, count, dividend), *inverse, first);
}

/// An object stixel as far as it does not depend on those below: its mean disparity and data term.
struct object_candidate {
  float disparity;
  cost data;
};

/// The table's row for a mean of this column.
template <stixel_mode Mode>
__device__ unsigned sums_row(block_column const& c, float disparity) {
  return static_cast<unsigned>(max(table_row(disparity, Mode) - c.first_disparity, 0));
}

template <stixel_mode Mode>
__device__ object_candidate candidate(block_column const& c, int base, row_sums const& begin, int top,
                                      row_sums const& end) {
  const float disparity = mean_between(begin, end, c.a.inverses);
  const unsigned row = sums_row<Mode>(c, disparity);
  return {disparity, c.in_row(row, c.object_sums + top + 1) - c.in_row(row, c.object_sums + base)};
}

/// The best object stixel that ends in a row, of those that were tried.
struct best_object {
  cost total;
  int base;
  float disparity;
};

/// With base row 0.
template <stixel_mode Mode>
__device__ best_object lowest_object(block_column const& c, int top, row_sums const& end) {
  const object_candidate one = candidate<Mode>(c, 0, row_sums{}, top, end);
  return {first_object(c.task.model.first, top, c.road.horizon) + one.data, 0, one.disparity};
}

__device__ inline base_step load_step(const base_record* record) {
  union {
    int4 words[3];
    base_record whole;
  } copy;
  static_assert(sizeof copy.words == sizeof copy.whole);
#pragma unroll
  for (int i = 0; i < 3; ++i)
    copy.words[i] = reinterpret_cast<const int4*>(record)[i];
  return copy.whole.step;
}

/// Tries the base rows after `row` .. row + 7, in rising order, all of them <= top; waits for what they cost only when
/// all else is computed. Whether one of them is better.
template <stixel_mode Mode>
__device__ bool try_chunk(block_column const& c, int row, int top, row_sums const& end, chunk_barrier& ready,
                          bool phase, best_object& best) {
  float disparity[chunk_rows];
  cost total[chunk_rows];
  const cost *const at_row = c.object_sums + row + 1, *const at_end = c.object_sums + top + 1;
#pragma unroll
  for (int i = 0; i < chunk_rows; ++i) {
    disparity[i] = mean_between(c.a.sums[row + 1 + i], end, c.a.inverses);
    const unsigned sums = sums_row<Mode>(c, disparity[i]);
    total[i] = c.in_row(sums, at_end) - c.in_row(sums, at_row + i);
  }
  ready.wait(phase);
  cost least = best.total;
#pragma unroll
  for (int i = 0; i < chunk_rows; ++i) {
    total[i] += object_entry(load_step(c.a.records + row + 1 + i), disparity[i]).least();
    least = min(least, total[i]);
  }
  const bool better = least < best.total;
  if (better) {
#pragma unroll
    for (int i = chunk_rows - 1; i >= 0; --i) // the lowest of those that cost the least
      if (total[i] == least)
        best = {least, row + 1 + i, disparity[i]};
  }
  return better;
}

} // namespace thrustline::cuda
