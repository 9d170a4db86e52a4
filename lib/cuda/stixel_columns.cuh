// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/list_stixels.cuh"
#include "cuda/stixel_object_sums.cuh"
#include "cuda/stixel_rows.cuh"
#include "cuda/stixel_triangle.cuh"

/// The recurrence on a device: a block a column, a lane a top row, without a barrier a row.
///
/// Rows go in tiles of 32, one a warp. A top row takes its candidates from all base rows below it, in rising order.
/// The rows of a tile follow each other (stixel_triangle.cuh); every 8 of them, its warp tells the warps above, by a
/// barrier of their own, so that these wait for nothing else and work on what is ready meanwhile.
namespace thrustline::cuda {

/// What a block shares beside the arrays of its column.
struct block_memory {
  row_range range;
  open_ends open;
  best_costs last; ///< of the top row
  int count;       ///< of stixels
};

/// Dynamic shared memory: what is used one after the other lies in one place.
union tile_memory {
  object_sum_parts parts;
  triangle_memory triangles[2]; ///< of the tile that is solved and the next one
};

__host__ __device__ constexpr std::int64_t barrier_bytes(std::int64_t rows) {
  const std::int64_t chunks = (rows + tile_rows - 1) / tile_rows * (tile_rows / chunk_rows);
  return (chunks * static_cast<std::int64_t>(sizeof(chunk_barrier)) + 15) / 16 * 16;
}

constexpr std::int64_t shared_bytes_without_arrays(std::int64_t rows) {
  return static_cast<std::int64_t>(sizeof(tile_memory)) + barrier_bytes(rows);
}

template <stixel_mode Mode>
__device__ void solve_tile(block_column const& c, int tile, bool phase, tile_memory& memory, chunk_barrier* barriers,
                           block_memory& shared) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows;
  const int top = min(first + lane, c.rows - 1); // lanes beyond the top repeat its row
  const row_sums end = c.a.sums[top + 1];
  best_object best = lowest_object<Mode>(c, top, end);
  object_order order;
  triangle_memory& triangle = memory.triangles[tile % 2];
  for (int row = 0;; row += chunk_rows) {
    // Tile - 2, which used this memory, is solved then.
    if (row == max(first - tile_rows, 0))
      prepare_triangle<Mode>(c, tile, triangle);
    const bool is_last = row >= first - chunk_rows;
    if (is_last)
      order = object_order(best.disparity, c.task.model.prior);
    if (row == first)
      break;
    if (try_chunk<Mode>(c, row, top, end, barriers[row / chunk_rows], phase, best) && is_last)
      order = object_order(best.disparity, c.task.model.prior);
    if (is_last)
      break;
  }
  solve_triangle(c, tile, triangle, barriers, best, order, shared.open, shared.last);
}

/// Solves columns blockIdx.x, + gridDim.x, ... Dynamic shared memory: shared_bytes_without_arrays(), and
/// column_arrays::bytes() if they fit.
template <stixel_mode Mode, bool InShared>
__global__ void __launch_bounds__(most_warps * 32, 2) solve_stixel_columns(__grid_constant__ const column_task task) {
  extern __shared__ __align__(16) char shared_bytes[];
  __shared__ block_memory shared;
  auto& memory = *reinterpret_cast<tile_memory*>(shared_bytes);
  auto* const barriers = reinterpret_cast<chunk_barrier*>(shared_bytes + sizeof(tile_memory));
  char* const arrays = InShared ? shared_bytes + sizeof(tile_memory) + barrier_bytes(task.model.rows)
                                : task.arena + blockIdx.x * task.arena_size;
  block_column c(task, column_arrays(arrays, task.model.rows));
  for (int chunk = threadIdx.x; chunk < c.tiles * (tile_rows / chunk_rows); chunk += blockDim.x)
    barriers[chunk].start();

  bool phase = false;
  for (std::int64_t s = blockIdx.x; s < task.series; s += gridDim.x, phase = !phase) {
    const std::int64_t frame = s / task.stixel_columns;
    const int road = task.road_of_frame[frame];
    c.road = {task.horizons[road], task.ground + std::int64_t(road) * c.rows,
              task.priors + std::int64_t(road) * c.rows};
    if (threadIdx.x == 0) {
      shared.range = {INT32_MAX, 0};
      shared.open = {task.model.first.ground, infinite, 0, 0};
    }
    __syncthreads();
    sum_rows(c, frame, s % task.stixel_columns, shared.range);

    sum_object_costs(c, shared.range, memory.parts);
    for (int tile = warp_of_block(); tile < c.tiles; tile += blockDim.x / 32)
      solve_tile<Mode>(c, tile, phase, memory, barriers, shared);
    __syncthreads();
    list_stixels(c, s, shared.last, shared.count);
  }
}

} // namespace thrustline::cuda
