// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_rows.cuh"
#include "cuda/stixel_task.cuh"

/// The table of a column's object costs: for each disparity f that an object may have in it, the prefix sums of what
/// its pixels cost on f.
namespace thrustline::cuda {

constexpr int turned_rows = 16; ///< that a warp writes to the table at once

/// Shared memory of sum_object_costs().
struct object_sum_memory {
  cost parts[40 * 32];
  cost turned[most_warps][turned_rows][34]; ///< so that no two lanes read from one bank
};

/// What the pixels of some rows cost on a lane's disparity, all read at once. `pixel`: of that disparity, where the
/// costs of measured disparity 0 lie.
struct costs_of_rows {
  cost of_row[turned_rows];

  __device__ costs_of_rows(block_column const& c, const cost* pixel, int first) {
    const auto* const looked_up = reinterpret_cast<const int4*>(c.a.looked_up + first);
#pragma unroll
    for (int i = 0; i < turned_rows; i += 4) {
      const int4 four = looked_up[i / 4];
      of_row[i] = __ldg(pixel + four.x), of_row[i + 1] = __ldg(pixel + four.y);
      of_row[i + 2] = __ldg(pixel + four.z), of_row[i + 3] = __ldg(pixel + four.w);
    }
  }
};

/// Fills c.object_sums and sets c.first_disparity, after sum_rows(). A lane sums for one disparity over a part of the
/// rows, once for the parts' totals and once to write, for which rows and disparities are turned, so that writes lie
/// together. Rows of the table are those of the disparities that a mean of this column can have; a rounded mean may lie
/// one step outside the measured disparities.
__device__ inline void sum_object_costs(block_column& c, row_range const& range, object_sum_memory& shared) {
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32, warp = warp_of_block(), warps = blockDim.x / 32;
  const int last = min((range.most >> model.disparities.bits) + 1, model.range);
  c.first_disparity = max(min(range.least >> model.disparities.bits, last) - 1, 0);
  const int groups = (last - c.first_disparity + 32) / 32, parts = max(warps / groups, 1);
  const int part_rows = (c.rows / turned_rows + parts) / parts * turned_rows; // of the entries 0 .. rows
  const auto costs_of_group = [&](int group) {
    return model.object_costs + min(c.first_disparity + group * 32 + lane, model.range - 1);
  };
  for (int unit = warp; unit < groups * (parts - 1); unit += warps) { // nothing follows the last part
    const cost* const pixel = costs_of_group(unit % groups);
    const int begin = unit / groups * part_rows, end = min(begin + part_rows, c.pitch);
    cost sum = 0;
    for (int first = begin; first < end; first += turned_rows) {
      const costs_of_rows costs(c, pixel, first);
#pragma unroll
      for (cost one : costs.of_row)
        sum += one;
    }
    shared.parts[unit * 32 + lane] = sum;
  }
  __syncthreads();
  auto& turned = shared.turned[warp];
  for (int unit = warp; unit < groups * parts; unit += warps) {
    const int group = unit % groups, part = unit / groups, begin = part * part_rows;
    const int end = min(begin + part_rows, c.pitch);
    const cost* const pixel = costs_of_group(group);
    cost sum = 0;
    for (int before = 0; before < part; ++before)
      sum += shared.parts[(before * groups + group) * 32 + lane];
    costs_of_rows next(c, pixel, min(begin, c.pitch - turned_rows));
    for (int first = begin; first < end; first += turned_rows) {
      const costs_of_rows costs = next;
      next = costs_of_rows(c, pixel, min(first + turned_rows, c.pitch - turned_rows)); // arrives meanwhile
#pragma unroll
      for (int i = 0; i < turned_rows; ++i) {
        turned[i][lane] = sum;
        sum += costs.of_row[i];
      }
      __syncwarp();
#pragma unroll
      for (int i = 0; i < turned_rows; ++i) {
        const int f = 2 * i + lane / turned_rows, row = lane % turned_rows;
        c.object_sums[(group * 32 + f) * c.pitch + first + row] = turned[row][f];
      }
      __syncwarp();
    }
  }
  __syncthreads();
}

} // namespace thrustline::cuda
