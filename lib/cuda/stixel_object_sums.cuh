// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_rows.cuh"
#include "cuda/stixel_task.cuh"

/// The table of a column's object costs: for each disparity f that an object may have in it, the prefix sums of what
/// its pixels cost on f.
namespace thrustline::cuda {

/// Fills c.object_sums, after sum_rows(). A warp sums for four disparities at once, which lie together where the costs
/// are read, and a lane for four rows, so that what a warp writes at once lies together: with more rows a lane it would
/// write each sector in two halves. Sums are written for the disparities that a mean of this column can have; a rounded
/// mean may lie one step outside the measured disparities.
__device__ inline void sum_object_costs(block_column const& c, row_range const& range) {
  constexpr int lane_rows = 4, together = object_costs_together;
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32, warp = warp_of_block(), warps = blockDim.x / 32;
  const int last = min((range.most >> model.disparities.bits) + 1, model.range);
  const int least = max(min(range.least >> model.disparities.bits, last) - 1, 0) / together * together;
  // Row 0 is also that of rows none of which is valid.
  for (int v = least == 0 ? c.pitch : threadIdx.x; v <= c.rows; v += blockDim.x)
    c.object_sums[v] =
        (v - static_cast<int>(c.a.sums[v].count) / (1 << model.disparities.bits)) * model.missing_on_object;
  for (int f = least + warp * together; f <= last; f += warps * together) {
    const cost* const costs = model.object_costs + f;
    cost before[together] = {};
    for (int first = 0; first < c.pitch; first += 32 * lane_rows) {
      const int row = first + lane * lane_rows;
      const bool is_inside = row < c.pitch;
      const auto* const looked_up = reinterpret_cast<const int4*>(c.a.looked_up + (is_inside ? row : 0));
      int4 of_row[lane_rows]; // all read at once
#pragma unroll
      for (int i = 0; i < lane_rows; i += 4) {
        const int4 four = looked_up[i / 4];
        of_row[i] = __ldg(reinterpret_cast<const int4*>(costs + four.x));
        of_row[i + 1] = __ldg(reinterpret_cast<const int4*>(costs + four.y));
        of_row[i + 2] = __ldg(reinterpret_cast<const int4*>(costs + four.z));
        of_row[i + 3] = __ldg(reinterpret_cast<const int4*>(costs + four.w));
      }
      const auto sum_up = [&](int k, auto one) {
        cost sums[lane_rows], sum = 0;
#pragma unroll
        for (int i = 0; i < lane_rows; ++i) {
          sums[i] = sum;
          sum += one(of_row[i]);
        }
        const cost end = warp_inclusive_sum(sum, lane), begin = before[k] + end - sum;
        before[k] += __shfl_sync(full_warp, end, 31);
        auto* const to = reinterpret_cast<int4*>(c.object_sums + (f + k) * c.pitch + row);
#pragma unroll
        for (int i = 0; i < lane_rows; i += 4)
          if (is_inside)
            to[i / 4] = {begin + sums[i], begin + sums[i + 1], begin + sums[i + 2], begin + sums[i + 3]};
      };
      sum_up(0, [](int4 const& four) { return four.x; });
      sum_up(1, [](int4 const& four) { return four.y; });
      sum_up(2, [](int4 const& four) { return four.z; });
      sum_up(3, [](int4 const& four) { return four.w; });
    }
  }
  __syncthreads();
}

} // namespace thrustline::cuda
