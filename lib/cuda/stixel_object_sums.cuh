// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_rows.cuh"
#include "cuda/stixel_task.cuh"

/// The table of a column's object costs: for each disparity f that an object may have in it, the prefix sums of what
/// its pixels cost on f.
namespace thrustline::cuda {

/// Shared memory of sum_object_costs().
struct object_sum_parts {
  cost sums[40 * 32];
};

/// Fills c.object_sums and sets c.first_disparity, after sum_rows(). A lane sums for one disparity over a part of the
/// rows, once for the parts' totals and once to write; 8 entries of 32 disparities are turned in c.a.records, so that
/// writes lie together. Rows of the table are those of the disparities that a mean of
/// this column can have; a rounded mean may lie one step outside the measured disparities.
__device__ inline void sum_object_costs(block_column& c, row_range const& range, object_sum_parts& shared) {
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32, warp = warp_of_block(), warps = blockDim.x / 32;
  const int last = min((range.most >> model.disparities.bits) + 1, model.range);
  c.first_disparity = max(min(range.least >> model.disparities.bits, last) - 1, 0);
  const int groups = (last - c.first_disparity + 32) / 32, parts = max(warps / groups, 1);
  const int part_rows = (c.rows / chunk_rows + parts) / parts * chunk_rows; // of the entries 0 .. rows
  const auto costs_of_group = [&](int group) {
    return model.object_costs + min(c.first_disparity + group * 32 + lane, model.range - 1);
  };
  for (int unit = warp; unit < groups * (parts - 1); unit += warps) { // nothing follows the last part
    const cost* const pixel = costs_of_group(unit % groups);
    const int begin = unit / groups * part_rows, end = min(begin + part_rows, c.rows);
    cost sum = 0;
#pragma unroll 16
    for (int v = begin; v < end; ++v)
      sum += pixel[c.a.looked_up[v]];
    shared.sums[unit * 32 + lane] = sum;
  }
  __syncthreads();
  cost* const turned = reinterpret_cast<cost*>(c.a.records) + warp * chunk_rows * 33;
  for (int unit = warp; unit < groups * parts; unit += warps) {
    const int group = unit % groups, part = unit / groups, begin = part * part_rows;
    const cost* const pixel = costs_of_group(group);
    cost sum = 0;
    for (int before = 0; before < part; ++before)
      sum += shared.sums[(before * groups + group) * 32 + lane];
    for (int chunk = begin; chunk < begin + part_rows && chunk <= c.rows; chunk += chunk_rows) {
      cost of_row[chunk_rows];
#pragma unroll
      for (int i = 0; i < chunk_rows; ++i)
        of_row[i] = chunk + i < c.rows ? pixel[c.a.looked_up[chunk + i]] : 0;
#pragma unroll
      for (int i = 0; i < chunk_rows; ++i) {
        turned[i * 33 + lane] = sum;
        sum += of_row[i];
      }
      __syncwarp();
#pragma unroll
      for (int i = 0; i < chunk_rows; ++i) {
        const int f = 4 * i + lane / chunk_rows, row = lane % chunk_rows;
        c.object_sums[(group * 32 + f) * c.pitch + chunk + row] = turned[row * 33 + f];
      }
      __syncwarp();
    }
  }
  __syncthreads();
}

} // namespace thrustline::cuda
