// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "stixels/gpu/stixel_rows.cuh"
#include "stixels/gpu/stixel_task.cuh"

/// The table of a column's object costs: for each disparity f that an object may have in it, the prefix sums of what
/// its pixels cost on f.
namespace thrustline::gpu {

/// As warp_inclusive_sum(), of several numbers, which wait together.
template <int N>
__device__ void sum_over_lanes(cost (&values)[N]) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
#pragma unroll
    for (int k = 0; k < N; ++k) // where there is no such lane, nothing is added
      asm volatile("{\n"
                   ".reg .pred there;\n"
                   ".reg .s32 before;\n"
                   "shfl.sync.up.b32 before|there, %0, %1, 0, -1;\n"
                   "@there add.s32 %0, %0, before;\n"
                   "}"
                   : "+r"(values[k])
                   : "r"(distance));
}

/// Writes the sums from one row to another, both included but for row `pitch`, for disparities first_f, first_f + step,
/// ..., last_f, each with those that lie together where the costs are read. Those of begin_row, unless it is 0, have
/// been written. By one warp; a lane sums for four rows, so that what a warp writes at once lies together: with more
/// rows a lane it would write each sector in two halves. One piece of code for all calls, as long code takes time to
/// fetch.
__noinline__ __device__ inline void sum_object_costs(const cost* object_costs, const std::int32_t* looked_up_rows,
                                                     cost* object_sums, int pitch, int begin_row, int end_row,
                                                     int first_f, int step, int last_f) {
  constexpr int lane_rows = 4, together = object_costs_together;
  const int lane = threadIdx.x % 32;
  for (int f = first_f; f <= last_f; f += step) {
    const cost* costs = object_costs + f;
    asm("" : "+l"(costs)); // else f would be added where it is used
    __builtin_assume(__isGlobal(costs));
    __builtin_assume(__isGlobal(object_sums));
    cost before[together] = {};
    if (begin_row > 0)
#pragma unroll
      for (int k = 0; k < together; ++k)
        before[k] = object_sums[(f + k) * pitch + begin_row];
    for (int first = begin_row; first < end_row; first += 32 * lane_rows) {
      const int row = first + lane * lane_rows;
      const bool is_inside = row < end_row;
      const auto* const looked_up = reinterpret_cast<const int4*>(looked_up_rows + (is_inside ? row : begin_row));
      int4 of_row[lane_rows]; // all read at once
#pragma unroll
      for (int i = 0; i < lane_rows; i += 4) {
        const int4 four = looked_up[i / 4];
        of_row[i] = __ldg(reinterpret_cast<const int4*>(costs + four.x));
        of_row[i + 1] = __ldg(reinterpret_cast<const int4*>(costs + four.y));
        of_row[i + 2] = __ldg(reinterpret_cast<const int4*>(costs + four.z));
        of_row[i + 3] = __ldg(reinterpret_cast<const int4*>(costs + four.w));
      }
      cost sums[together][lane_rows], ends[together];
      const auto sum_up = [&](int k, auto one) {
        ends[k] = 0;
#pragma unroll
        for (int i = 0; i < lane_rows; ++i) {
          sums[k][i] = ends[k];
          ends[k] += one(of_row[i]);
        }
      };
      sum_up(0, [](int4 const& four) { return four.x; });
      sum_up(1, [](int4 const& four) { return four.y; });
      sum_up(2, [](int4 const& four) { return four.z; });
      sum_up(3, [](int4 const& four) { return four.w; });
      cost begin[together];
#pragma unroll
      for (int k = 0; k < together; ++k)
        begin[k] = before[k] - ends[k];
      sum_over_lanes(ends);
#pragma unroll
      for (int k = 0; k < together; ++k) {
        begin[k] += ends[k];
        before[k] += __shfl_sync(full_warp, ends[k], 31);
      }
      if (is_inside) {
        cost* to = object_sums + f * pitch + row;
#pragma unroll
        for (int k = 0; k < together; ++k, to += pitch)
#pragma unroll
          for (int i = 0; i < lane_rows; i += 4)
            reinterpret_cast<int4*>(to)[i / 4] = {begin[k] + sums[k][i], begin[k] + sums[k][i + 1],
                                                  begin[k] + sums[k][i + 2], begin[k] + sums[k][i + 3]};
      }
    }
    if (end_row < pitch && lane == 0)
#pragma unroll
      for (int k = 0; k < together; ++k)
        object_sums[(f + k) * pitch + end_row] = before[k];
  }
}

/// Fills c.object_sums from one row to another, both included, after sum_rows(): as `worker` of `workers` warps that do
/// so together. Begins at row 0 or where an earlier call of all of them ended. Sums are written for the disparities
/// that a mean of this column can have; a rounded mean may lie one step outside the measured disparities.
__device__ inline void sum_object_costs(team_column const& c, row_range const& range, int begin_row, int end_row,
                                        int worker, int workers) {
  constexpr int together = object_costs_together;
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32;
  const int last = min((range.most >> model.disparities.bits) + 1, model.range);
  const int least = max(min(range.least >> model.disparities.bits, last) - 1, 0) / together * together;
  // Row 0 is also that of rows none of which is valid. Entries above the top row are read, and of no meaning.
  if (least > 0)
    for (int v = begin_row + worker * 32 + lane; v <= min(end_row, c.pitch); v += workers * 32)
      c.object_sums[v] = missing_rows(c, min(v, c.rows)) * model.missing_on_object;
  if (end_row >= c.pitch && worker == 0 && lane == 0)
    c.object_sums[(last / together + 1) * together * c.pitch] = 0; // read behind the last row, and of no meaning
  sum_object_costs(model.object_costs, c.a.looked_up, c.object_sums, c.pitch, begin_row, min(end_row, c.pitch),
                   least + worker * together, workers * together, last);
}

} // namespace thrustline::gpu
