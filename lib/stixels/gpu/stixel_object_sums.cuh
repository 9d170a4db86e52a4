// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "stixels/gpu/stixel_rows.cuh"
#include "stixels/gpu/stixel_task.cuh"

/// Makes the table of a column's object costs: for each disparity that an object in it may have, the prefix sums of the
/// costs of its pixels.
namespace thrustline::gpu {

/// As warp_inclusive_sum(), for several numbers, whose shuffles overlap.
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

/// A column's table, and what it is made from.
struct object_cost_table {
  const cost* object_costs;      ///< as in column_task::model
  const std::int32_t* looked_up; ///< as in column_arrays
  cost* sums;                    ///< sum of disparity f and row v at [f * pitch + v]
  int pitch;
};

/// Rows of the table, both included.
struct table_rows {
  int begin, end;
};

/// Disparities first, first + step, ..., up to last.
struct table_disparities {
  int first, step, last;
};

/// Writes the sums of rows (but not of row `pitch`) for disparities, each with those whose costs are read together.
/// The sums of the first row, unless it is row 0, have been written. By one warp. A lane sums for four rows, so that
/// what a warp writes at once is contiguous: with more rows a lane it would write each sector in two halves. Not
/// inlined, as fetching long code takes time.
__noinline__ __device__ inline void sum_costs_of_disparities(object_cost_table table, table_rows rows,
                                                             table_disparities disparities) {
  constexpr int lane_rows = 4, together = object_costs_together;
  const int lane = threadIdx.x % 32;
  for (int f = disparities.first; f <= disparities.last; f += disparities.step) {
    const cost* costs = table.object_costs + f;
    asm("" : "+l"(costs)); // else f would be added where it is used
    __builtin_assume(__isGlobal(costs));
    __builtin_assume(__isGlobal(table.sums));
    cost before[together] = {};
    if (rows.begin > 0)
#pragma unroll
      for (int k = 0; k < together; ++k)
        before[k] = table.sums[(f + k) * table.pitch + rows.begin];
    for (int first = rows.begin; first < rows.end; first += 32 * lane_rows) {
      const int row = first + lane * lane_rows;
      const bool is_inside = row < rows.end;
      const auto* const looked_up = reinterpret_cast<const int4*>(table.looked_up + (is_inside ? row : rows.begin));
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
        cost* to = table.sums + f * table.pitch + row;
#pragma unroll
        for (int k = 0; k < together; ++k, to += table.pitch)
#pragma unroll
          for (int i = 0; i < lane_rows; i += 4)
            reinterpret_cast<int4*>(to)[i / 4] = {begin[k] + sums[k][i], begin[k] + sums[k][i + 1],
                                                  begin[k] + sums[k][i + 2], begin[k] + sums[k][i + 3]};
      }
    }
    if (rows.end < table.pitch && lane == 0)
#pragma unroll
      for (int k = 0; k < together; ++k)
        table.sums[(f + k) * table.pitch + rows.end] = before[k];
  }
}

/// Fills rows of c.object_sums, after sum_rows(): as `worker` of `workers` warps that do so together. Rows begin at 0
/// or where an earlier call of all of them ended. Sums are written for the disparities that a mean of this column can
/// have; a rounded mean may lie one step outside the measured disparities.
__device__ inline void sum_object_costs(team_column const& c, row_range const& range, table_rows rows, int worker,
                                        int workers) {
  constexpr int together = object_costs_together;
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32;
  const int last = min((range.most >> model.disparities.bits) + 1, model.range);
  const int least = max(min(range.least >> model.disparities.bits, last) - 1, 0) / together * together;
  rows.end = min(rows.end, c.pitch);
  // Disparity 0 is also that of stixels without a valid row. Entries above the top row are read, but not used.
  if (least > 0)
    for (int v = rows.begin + worker * 32 + lane; v <= rows.end; v += workers * 32)
      c.object_sums[v] = missing_rows(c, min(v, c.rows)) * model.missing_on_object;
  if (rows.end == c.pitch && worker == 0 && lane == 0)
    c.object_sums[(last / together + 1) * together * c.pitch] = 0; // read behind the last row, but not used
  sum_costs_of_disparities({model.object_costs, c.a.looked_up, c.object_sums, c.pitch}, rows,
                           {least + worker * together, workers * together, last});
}

} // namespace thrustline::gpu
