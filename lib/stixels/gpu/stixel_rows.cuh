// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/stixel_task.cuh"

/// Reduces the rows of a team's column from the image and sums them up.
namespace thrustline::gpu {

/// Range of a column's measured disparities, which sum_rows() finds in shared memory.
struct row_range {
  std::int32_t least, most; ///< set to {INT32_MAX, 0} by one thread, and a barrier, before
};

/// The number of rows below row v that are not valid.
__device__ inline int missing_rows(team_column const& c, int v) {
  return v - (static_cast<int>(__fmul_rn(c.a.sums[v].count, 1 / most_range)) >> c.task.model.disparities.bits);
}

/// Reads column `column` of frame `frame` and fills c.a.sums, other_sums and looked_up. All threads of the team call
/// it; a warp sums a tile, and then adds the tiles before. c.a.records holds the tiles' totals meanwhile.
__device__ inline void sum_rows(team_column const& c, std::int64_t frame, std::int64_t column, row_range& range) {
  model_view const& model = c.task.model;
  const int lane = threadIdx.x % 32, warp = c.team.warp, warps = c.team.warps;
  const auto counted = [&](std::int32_t valid) {
    return __fmul_rn(static_cast<float>(valid), static_cast<float>(1 << model.disparities.bits) * most_range);
  };
  struct alignas(16) totals {
    std::int32_t disparity, valid;
    cost other;
    std::int32_t unused;
  };
  auto* const of_tiles = reinterpret_cast<totals*>(c.a.records);

  std::int32_t least = INT32_MAX, most = 0;
  for (int tile = warp; tile < c.tiles; tile += warps) {
    const int v = tile * tile_rows + lane;
    totals sum{};
    if (v < c.rows) {
      const float* const pixels =
          c.task.disparity + (frame * c.rows + c.rows - 1 - v) * c.task.image_columns + column * c.task.reduction.width;
      const std::int32_t measured = c.task.reduction(pixels);
      const row_values row(model, c.road, v, measured);
      sum = {row.disparity, row.valid, row.ground + row.sky, 0};
      c.a.looked_up[v] = model.range * object_cost_pitch(model.range);
      if (measured != missing) {
        c.a.looked_up[v] = measured_row(measured, model) * object_cost_pitch(model.range);
        least = min(least, measured);
        most = max(most, measured);
      }
    }
    sum = {warp_inclusive_sum(sum.disparity, lane), warp_inclusive_sum(sum.valid, lane),
           warp_inclusive_sum(sum.other, lane), 0};
    if (v < c.rows) {
      c.a.sums[v + 1] = {sum.disparity, counted(sum.valid)};
      c.a.other_sums[v + 1] = sum.other;
    }
    if (lane == 31)
      of_tiles[tile] = sum;
  }
  for (int v = c.rows + c.team.thread(); v < c.pitch; v += c.team.threads())
    c.a.looked_up[v] = model.range * object_cost_pitch(model.range); // read, but not used
  least = warp_min(least);
  most = warp_max(most);
  if (lane == 0 && least <= most) {
    atomicMin(&range.least, least);
    atomicMax(&range.most, most);
  }
  c.team.sync();
  for (int tile = warp; tile < c.tiles; tile += warps) {
    totals before{};
    for (int other = lane; other < tile; other += 32) {
      const totals one = of_tiles[other];
      before = {before.disparity + one.disparity, before.valid + one.valid, before.other + one.other, 0};
    }
    before = {warp_sum(before.disparity), warp_sum(before.valid), warp_sum(before.other), 0};
    const int i = tile * tile_rows + lane + 1;
    if (i <= c.rows) {
      const row_sums sum = c.a.sums[i];
      c.a.sums[i] = {sum.disparity + before.disparity, __fadd_rn(sum.count, counted(before.valid))}; // exactly
      c.a.other_sums[i] += before.other;
    }
  }
  if (c.team.thread() == 0) {
    c.a.sums[0] = {};
    c.a.other_sums[0] = 0;
  }
  c.team.sync();
}

} // namespace thrustline::gpu
