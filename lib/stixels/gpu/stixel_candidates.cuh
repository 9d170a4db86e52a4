// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/ready_barrier.cuh"
#include "stixels/gpu/stixel_task.cuh"

/// Object stixels with many base rows.
namespace thrustline::gpu {

/// To the last bit but one.
__device__ inline float nearly_inverse(float value) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(value));
  return inverse;
}

/// The mean disparity of the rows between two rows, divided by most_range; 0 if none of them is valid. As
/// mean_disparity(): the quotient by way of the reciprocal, corrected once. Its error before the last rounding is below
/// 2^-45 of it, and no quotient of a float by a whole number below 2^18 lies as near to the middle of two floats, so it
/// is the correctly rounded one. The unit and most_range, powers of two, are in the count, which changes no rounding.
/// The last step saturates: means lie in [0, 1], and the NaN of no valid row becomes 0.
__device__ inline float scaled_mean(row_sums const& begin, row_sums const& end) {
  const float dividend = __int2float_rn(end.disparity - begin.disparity);
  const float count = __fadd_rn(end.count, -begin.count), inverse = nearly_inverse(count);
  const float first = __fmul_rn(dividend, inverse);
  float mean;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;"
      : "=f"(mean)
      : "f"(__fmaf_rn(-first, count, dividend)), "f"(inverse), "f"(first));
  return mean;
}

/// In px.
__device__ inline float mean_between(row_sums const& begin, row_sums const& end) {
  return __fmul_rn(scaled_mean(begin, end), most_range);
}

/// A number whose bits are those of table_rows_begin and, added to them, the table's row of a mean. As table_row(), in
/// one addition.
template <stixel_mode Mode>
__device__ float shifted_row(float scaled) {
  return Mode == stixel_mode::faithful ? __fadd_rz(scaled, table_rows_begin) : __fadd_rn(scaled, table_rows_begin);
}

/// An object stixel as far as it does not depend on those below: its mean disparity and data term.
struct object_candidate {
  float disparity;
  cost data;
};

template <stixel_mode Mode>
__device__ object_candidate candidate(team_column const& c, int base, int top) {
  const float scaled = scaled_mean(c.a.sums[base], c.a.sums[top + 1]);
  const float row = shifted_row<Mode>(scaled);
  return {__fmul_rn(scaled, most_range), *c.entries(c.entries_of(top + 1), row) - *c.entries(c.entries_of(base), row)};
}

/// As stored: disparities are divided by most_range.
__device__ inline base_step load_step(column_arrays const& a, int base) {
  const base_record record = a.records[base];
  return {record.high,      record.low,        record.on_nearer_side, record.on_farther_side, record.other_high,
          record.other_low, record.above_high, record.between,        a.below_low[base]};
}

__device__ inline void store_step(column_arrays const& a, int base, base_step const& step) {
  const auto scaled = [](float disparity) { return __fmul_rn(disparity, 1 / most_range); };
  a.records[base] = {scaled(step.high),       scaled(step.low),       step.on_nearer_side, step.on_farther_side,
                     scaled(step.other_high), scaled(step.other_low), step.above_high,     step.between};
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
  best_object best;

  __device__ top_row(team_column const& c, int top, best_object const& best)
      : end(c.a.sums[top + 1]), at_end(c.entries_of(top + 1)), best(best) {}
};

/// The object stixel with base row 0.
template <stixel_mode Mode>
__device__ best_object lowest_object(team_column const& c, int top) {
  return {first_object(c.task.model.first, top, c.road.horizon) + candidate<Mode>(c, 0, top).data, 0};
}

/// The 32 top rows of a tile, as a warp tries base rows far below them: 4 base rows at once, and of each 8 lanes with 4
/// top rows each, so that what must be known of a base row is read by few lanes, and of a top row, once for many.
class spread_tops {
public:
  static constexpr int of_a_lane = 4, lanes = tile_rows / of_a_lane;
  static constexpr int bases_at_once = 32 / lanes, parts = chunk_rows / bases_at_once;

  __device__ spread_tops(team_column const& c, int first) : base_(1 + static_cast<int>(threadIdx.x) % 32 / lanes) {
    const int top = first + threadIdx.x % lanes;
    at_end_ = c.entries_of(top + 1);
#pragma unroll
    for (int k = 0; k < of_a_lane; ++k) {
      end_[k] = c.a.sums[min(top + k * lanes + 1, c.rows)];
      best_[k] = {infinite, 0};
    }
  }

  /// Tries the next 8 base rows, from row 1, and waits for what they cost only when all else is computed. Where none
  /// can be better than those before, whatever it stands on, nothing more is asked.
  template <stixel_mode Mode>
  __device__ void try_chunk(team_column const& c, ready_barrier& ready, unsigned phase) {
    const int base = base_;
    base_ += chunk_rows;
    const char* const at_base = c.entries_of(base);
    float scaled[parts][of_a_lane];
    cost total[parts][of_a_lane];
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      const row_sums begin = c.a.sums[base + part * bases_at_once];
#pragma unroll
      for (int k = 0; k < of_a_lane; ++k) {
        scaled[part][k] = scaled_mean(begin, end_[k]);
        const float table_row = shifted_row<Mode>(scaled[part][k]);
        total[part][k] = c.entries(at_end_, table_row)[k * lanes] - c.entries(at_base, table_row)[part * bases_at_once];
      }
    }
    ready.wait(phase);
#pragma unroll
    for (int part = 0; part < parts; ++part)
      take_better(c, base + part * bases_at_once, scaled[part], total[part]);
  }

  /// The best one of the lane's top row.
  __device__ best_object of_lane() {
#pragma unroll
    for (int half = of_a_lane / 2; half >= 1; half /= 2) {
      const bool is_upper = (threadIdx.x & half * lanes) != 0;
#pragma unroll
      for (int k = 0; k < half; ++k) {
        const best_object given = is_upper ? best_[k] : best_[k + half];
        best_[k] = is_upper ? best_[k + half] : best_[k];
        best_[k].take_better({__shfl_xor_sync(full_warp, given.total, half * lanes),
                              __shfl_xor_sync(full_warp, given.base, half * lanes)});
      }
    }
    return best_[0];
  }

private:
  /// The totals still lack what the candidates stand on.
  __device__ void take_better(team_column const& c, int base, const float (&scaled)[of_a_lane],
                              const cost (&totals)[of_a_lane]) {
    const base_step step = load_step(c.a, base);
    const cost least =
        min(min(min(step.on_nearer_side, step.on_farther_side), min(step.above_high, step.between)), step.below_low);
    cost gain = INT32_MAX; // negative, were the least to be paid
#pragma unroll
    for (int k = 0; k < of_a_lane; ++k)
      gain = min(gain, totals[k] - best_[k].total);
    if (!__any_sync(full_warp, gain + least < 0))
      return;
#pragma unroll
    for (int k = 0; k < of_a_lane; ++k) {
      const cost total = totals[k] + least_entry(step, scaled[k]);
      if (total < best_[k].total)
        best_[k] = {total, base};
    }
  }

  int base_;                ///< the first that this lane tries next
  row_sums end_[of_a_lane]; ///< of the rows up to tops first + lane % lanes, and every `lanes`-th above it
  const char* at_end_;      ///< where these end in the table of object costs, for the first of them
  best_object best_[of_a_lane];
};

/// Tries the base rows after `row` .. row + 7, all of them <= the top rows, of which a lane has one, and above those
/// tried before; waits for what they cost only when all else is computed.
template <stixel_mode Mode>
__device__ void try_chunk(team_column const& c, int row, ready_barrier& ready, unsigned phase, top_row& top) {
  float scaled[chunk_rows];
  cost total[chunk_rows];
  const char* const at_base = c.entries_of(row + 1);
  const auto* const sums_of_two = reinterpret_cast<const int4*>(c.a.sums + row + 1);
#pragma unroll
  for (int i = 0; i < chunk_rows; ++i) {
    const int4 two = sums_of_two[i / 2];
    const row_sums begin = i % 2 == 0 ? row_sums{two.x, __int_as_float(two.y)} : row_sums{two.z, __int_as_float(two.w)};
    scaled[i] = scaled_mean(begin, top.end);
    const float table_row = shifted_row<Mode>(scaled[i]);
    total[i] = *c.entries(top.at_end, table_row) - c.entries(at_base, table_row)[i];
  }
  ready.wait(phase);
#pragma unroll
  for (int i = 0; i < chunk_rows; ++i) {
    total[i] += least_entry(load_step(c.a, row + 1 + i), scaled[i]);
    if (total[i] < top.best.total)
      top.best = {total[i], row + 1 + i};
  }
}

} // namespace thrustline::gpu
