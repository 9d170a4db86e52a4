// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/ready_barrier.cuh"
#include "stixels/gpu/stixel_task.cuh"

/// Tries object stixels with many base rows.
namespace thrustline::gpu {

/// 1 / value, with an error of at most one unit in the last place.
__device__ inline float nearly_inverse(float value) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(value));
  return inverse;
}

/// The mean disparity of the rows between two rows, divided by most_range; 0 if none of them is valid. It has the bits
/// of mean_disparity(): a reciprocal gives the quotient, which is corrected once. The relative error before the last
/// rounding is below 2^-45, and no quotient of a float by a whole number below 2^18 lies as near to the middle of two
/// floats, so the result is correctly rounded. The count contains the unit and most_range, powers of two, which change
/// no rounding. The last step saturates: means lie in [0, 1], and the NaN of no valid row becomes 0.
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

/// The same mean in px.
__device__ inline float mean_between(row_sums const& begin, row_sums const& end) {
  return __fmul_rn(scaled_mean(begin, end), most_range);
}

/// A number whose bits are the sum of those of table_rows_begin and of table_row(), by one addition.
template <stixel_mode Mode>
__device__ float shifted_row(float scaled) {
  return Mode == stixel_mode::faithful ? __fadd_rz(scaled, table_rows_begin) : __fadd_rn(scaled, table_rows_begin);
}

/// What does not depend on the stixels below an object stixel: its mean disparity and its data term.
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

/// The step of a base row as it is stored: disparities are divided by most_range.
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

/// As object_entry::least(). A conditional minimum takes one instruction less than a selection and a minimum.
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

/// The best of the tried object stixels that end in a row; of equal costs, the one with the lowest base row.
struct best_object {
  cost total;
  int base;

  __device__ void take_better(best_object const& other) {
    if (other.total < total || (other.total == total && other.base < base))
      *this = other;
  }
};

/// The top row of a lane.
struct top_row {
  row_sums end;       ///< sums of the rows up to it
  const char* at_end; ///< their end in the table of object costs
  best_object best;

  __device__ top_row(team_column const& c, int top, best_object const& best)
      : end(c.a.sums[top + 1]), at_end(c.entries_of(top + 1)), best(best) {}
};

/// The object stixel with base row 0.
template <stixel_mode Mode>
__device__ best_object lowest_object(team_column const& c, int top) {
  return {first_object(c.task.model.first, top, c.road.horizon) + candidate<Mode>(c, 0, top).data, 0};
}

/// The 32 top rows of a tile, for which a warp tries base rows far below: 4 base rows at once, each by 8 lanes with 4
/// top rows each. So few lanes read the data of a base row, and the data of a top row serve many base rows.
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

  /// Tries the next 8 base rows, beginning at row 1. Waits for their costs only when all else is computed, and skips
  /// the rest where no candidate can be better than the best one, whatever it stands on.
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
  /// totals: without the costs of what the candidates stand on.
  __device__ void take_better(team_column const& c, int base, const float (&scaled)[of_a_lane],
                              const cost (&totals)[of_a_lane]) {
    const base_step step = load_step(c.a, base);
    const cost least =
        min(min(min(step.on_nearer_side, step.on_farther_side), min(step.above_high, step.between)), step.below_low);
    cost gain = INT32_MAX; // with the least cost below, a negative sum means a better candidate
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

  int base_;                ///< base row that this lane tries next
  row_sums end_[of_a_lane]; ///< sums of the rows up to each of its top rows: first + lane % lanes, and every `lanes`-th
  const char* at_end_;      ///< end of the rows up to the first of them in the table of object costs
  best_object best_[of_a_lane];
};

/// Tries the base rows row + 1 .. row + 8 for one top row in each lane. They are <= the top rows and above those tried
/// before. Waits for their costs only when all else is computed.
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
