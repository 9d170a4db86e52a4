// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/chunk_barrier.cuh"
#include "cuda/stixel_task.cuh"

/// Object stixels with one or two top rows a lane and many base rows.
namespace thrustline::cuda {

/// To the last bit but one.
__device__ inline float nearly_inverse(float value) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(value));
  return inverse;
}

/// The mean disparity of the rows between two rows. As mean_disparity(): the quotient by way of the reciprocal,
/// corrected once. Its error before the last rounding is below 2^-45 of it, and no quotient of a float by a whole
/// number below 2^18 lies as near to the middle of two floats, so it is the correctly rounded one. The unit, a power of
/// two, is in the count, which changes no rounding; a count is 0, or 1 or more.
__device__ inline float mean_between(row_sums const& begin, row_sums const& end) {
  const float dividend = __int2float_rn(end.disparity - begin.disparity);
  const float count = fmaxf(__fadd_rn(end.count, -begin.count), 1), inverse = nearly_inverse(count);
  const float first = __fmul_rn(dividend, inverse);
  return __fmaf_rn(__fmaf_rn(-first, count, dividend), inverse, first);
}

/// 2^23 + the table's row of a mean. As table_row(), in one addition.
template <stixel_mode Mode>
__device__ float shifted_row(float disparity) {
  constexpr float shift = 0x1p23f;
  return Mode == stixel_mode::faithful ? __fadd_rz(disparity, shift) : __fadd_rn(disparity, shift);
}

/// An object stixel as far as it does not depend on those below: its mean disparity and data term.
struct object_candidate {
  float disparity;
  cost data;
};

template <stixel_mode Mode>
__device__ object_candidate candidate(block_column const& c, int base, int top) {
  const float disparity = mean_between(c.a.sums[base], c.a.sums[top + 1]);
  const float row = shifted_row<Mode>(disparity);
  return {disparity, c.entry(c.entries_of(top + 1), row) - c.entry(c.entries_of(base), row)};
}

__device__ inline base_step load_step(column_arrays const& a, int base) {
  const base_record record = a.records[base];
  return {record.high,      record.low,        record.on_nearer_side, record.on_farther_side, record.other_high,
          record.other_low, record.above_high, record.between,        a.below_low[base]};
}

__device__ inline void store_step(column_arrays const& a, int base, base_step const& step) {
  a.records[base] = {step.high,       step.low,       step.on_nearer_side, step.on_farther_side,
                     step.other_high, step.other_low, step.above_high,     step.between};
  a.below_low[base] = step.below_low;
}

/// As object_entry::least(). Taking a minimum only if a condition holds is one instruction less than to choose and then
/// to take it.
__device__ inline cost least_entry(base_step const& step, float disparity) {
  const cost not_above = disparity < step.other_low ? step.below_low : step.between;
  cost least = disparity > step.other_high ? step.above_high : not_above;
  asm("{\n"
      ".reg .pred nearer, farther;\n"
      "setp.gt.f32 nearer, %1, %2;\n"
      "setp.lt.f32 farther, %1, %3;\n"
      "@nearer min.s32 %0, %0, %4;\n"
      "@farther min.s32 %0, %0, %5;\n"
      "}"
      : "+r"(least)
      : "f"(disparity), "f"(step.high), "f"(step.low), "r"(step.on_nearer_side), "r"(step.on_farther_side));
  return least;
}

/// The best object stixel that ends in a row, of those that were tried: of several that cost the least, the one with
/// the lowest base row.
struct best_object {
  cost total;
  int base;

  __device__ void take_better(best_object const& other) {
    if (other.total < total || (other.total == total && other.base < base))
      *this = other;
  }
};

/// A top row of a lane.
struct top_row {
  row_sums end;       ///< of the rows up to it
  const char* at_end; ///< where these end in the table of object costs
  best_object best{INT32_MAX, 0};

  __device__ top_row(block_column const& c, int top) : end(c.a.sums[top + 1]), at_end(c.entries_of(top + 1)) {}
};

/// The object stixel with base row 0.
template <stixel_mode Mode>
__device__ best_object lowest_object(block_column const& c, int top) {
  return {first_object(c.task.model.first, top, c.road.horizon) + candidate<Mode>(c, 0, top).data, 0};
}

/// Tries the base rows after `row` .. row + 7, all of them <= the top rows, and above those tried before; waits for
/// what they cost only when all else of the first is computed. What all lanes read of a base row is what takes time, so
/// it is read once for all top rows of a lane.
template <stixel_mode Mode, int Tops>
__device__ void try_chunk(block_column const& c, int row, chunk_barrier& ready, unsigned phase, top_row (&tops)[Tops]) {
  constexpr int together = chunk_rows / Tops;
#pragma unroll
  for (int first = row + 1; first <= row + chunk_rows; first += together) {
    float disparity[together][Tops];
    cost total[together][Tops];
    const char* const at_base = c.entries_of(first);
    const auto* const sums_of_two = reinterpret_cast<const int4*>(c.a.sums + first);
#pragma unroll
    for (int i = 0; i < together; ++i) {
      const int4 two = sums_of_two[i / 2];
      const row_sums begin =
          i % 2 == 0 ? row_sums{two.x, __int_as_float(two.y)} : row_sums{two.z, __int_as_float(two.w)};
#pragma unroll
      for (int k = 0; k < Tops; ++k) {
        disparity[i][k] = mean_between(begin, tops[k].end);
        const float row = shifted_row<Mode>(disparity[i][k]);
        total[i][k] = c.entry(tops[k].at_end, row) - c.entry(at_base, row, i);
      }
    }
    if (first == row + 1)
      ready.wait(phase);
#pragma unroll
    for (int i = 0; i < together; ++i) {
      const base_step step = load_step(c.a, first + i);
#pragma unroll
      for (int k = 0; k < Tops; ++k) {
        total[i][k] += least_entry(step, disparity[i][k]);
        if (total[i][k] < tops[k].best.total)
          tops[k].best = {total[i][k], first + i};
      }
    }
  }
}

} // namespace thrustline::cuda
