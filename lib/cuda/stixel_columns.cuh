// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/launch_in_turn.cuh"
#include "cuda/list_stixels.cuh"
#include "cuda/stixel_object_sums.cuh"
#include "cuda/stixel_rows.cuh"
#include "cuda/stixel_triangle.cuh"

/// The recurrence on a device: a block a column, a lane a top row, without a barrier a row.
///
/// Rows go in tiles of 32, one a warp. A top row takes its candidates from all base rows below it. The rows of a tile
/// follow each other (stixel_triangle.cuh); every 8 of them, its warp tells the warps above, by a barrier of their own,
/// so that these wait for nothing else and work on what is ready meanwhile. Base rows further below are tried for two
/// tiles at once: the warps of the two take turns at them, and then tell each other what they found.
namespace thrustline::cuda {

/// What a block shares beside the arrays of its column.
struct alignas(16) block_memory {
  row_range range;
  cost open[2];                      ///< as in triangle_state, before tiles of even and of odd numbers
  best_costs last;                   ///< of the top row
  int count;                         ///< of stixels
  best_object found[most_warps][32]; ///< for each warp, by the other one of its two
};

/// In shared memory: one for each chunk, one for each two warps.
struct block_barriers {
  chunk_barrier* chunks;
  pair_barrier* pairs;
  chunk_barrier* stripes; ///< of the table, but for the first

  /// That of the chunk of a row.
  __device__ chunk_barrier& of(int row) const { return chunks[static_cast<unsigned>(row) / chunk_rows]; }
};

__host__ __device__ constexpr std::int64_t barrier_bytes(std::int64_t rows) {
  const std::int64_t chunks = (rows + tile_rows - 1) / tile_rows * (tile_rows / chunk_rows) + rows / 128;
  const std::int64_t bytes = chunks * static_cast<std::int64_t>(sizeof(chunk_barrier)) +
                             most_warps / 2 * static_cast<std::int64_t>(sizeof(pair_barrier));
  return (bytes + 15) / 16 * 16;
}

__host__ __device__ constexpr std::int64_t shared_bytes_without_arrays(std::int64_t rows, int triangle_memories) {
  return static_cast<std::int64_t>(sizeof(block_memory)) + triangle_memories * static_cast<std::int64_t>(sizeof(triangle_memory)) + barrier_bytes(rows);
}

/// The triangles that all warps prepare before anything is solved: as many as they can at once.
__device__ inline int tiles_prepared_first(block_column const& c) {
  const int at_once = max(c.team.warps / round_groups, 1);
  return min(c.tiles, min(c.task.triangle_memories, at_once));
}

/// The best objects with base rows 0 to `below`, which is 0 or ends a tile, for the top rows of a tile. Prepares its
/// triangle as soon as the tile that used this memory before is solved, but not while the neighbour waits.
template <stixel_mode Mode>
__device__ top_row try_with_neighbour(block_column const& c, int tile, int below, unsigned phase,
                                      block_barriers const& barriers, triangle_memory* triangles,
                                      best_object (&found)[most_warps][32]) {
  const int lane = threadIdx.x % 32, warp = c.team.warp, own = tile % 2, memories = c.task.triangle_memories;
  const auto top_of = [&](int one) { return min(one * tile_rows + lane, c.rows - 1); }; // lanes beyond repeat the top
  const best_object lowest = lowest_object<Mode>(c, top_of(tile));
  top_row tops[2] = {top_row(c, top_of(tile - own)), top_row(c, top_of(tile - own + 1))};
  (own == 0 ? tops[0] : tops[1]).best = lowest;
  const int last_of_user = (tile - memories + 1) * tile_rows - chunk_rows;
  bool is_prepared = tile < tiles_prepared_first(c) || tile >= c.tiles;
  for (int row = own * chunk_rows;; row += 2 * chunk_rows) {
    const bool all_tried = row >= below;
    if (all_tried && below > 0) {
      // What was found for the last two tiles has been read: a chunk of each was waited for.
      found[warp ^ 1][lane] = own == 0 ? tops[1].best : tops[0].best;
      barriers.pairs[warp / 2].meet();
    }
    if (!is_prepared && (all_tried || row > last_of_user)) {
      if (tile >= memories)
        barriers.of(last_of_user).wait(phase);
      prepare_triangle<Mode>(c, tile, triangles[tile % memories]);
      is_prepared = true;
    }
    if (all_tried)
      break;
    try_chunk<Mode>(c, row, barriers.of(row), phase, tops);
  }
  top_row mine = own == 0 ? tops[0] : tops[1];
  if (below > 0)
    mine.best.take_better(found[warp][lane]);
  return mine;
}

template <stixel_mode Mode>
__device__ void solve_tile(block_column const& c, int tile, unsigned phase, triangle_memory* triangles,
                           block_barriers const& barriers, block_memory& shared) {
  const int first = tile * tile_rows, below = max((tile / 2 * 2 - 1) * tile_rows, 0);
  top_row top[1] = {try_with_neighbour<Mode>(c, tile, below, phase, barriers, triangles, shared.found)};
  if (tile >= c.tiles)
    return;
  best_object& best = top[0].best;
  object_shape shape{};
  for (int row = below; row < first; row += chunk_rows) {
    if (row + chunk_rows == first) // looked up while the last chunk is waited for
      shape = shape_of(c, best.base, top[0].end);
    try_chunk<Mode>(c, row, barriers.of(row), phase, top);
  }
  if (first == 0 || best.base > first - chunk_rows) // the last chunk has the best base row
    shape = shape_of(c, best.base, top[0].end);
  solve_triangle(c, tile, triangles[tile % c.task.triangle_memories], barriers.chunks, best, shape,
                 shared.open[tile % 2], shared.open[(tile + 1) % 2], shared.last);
}

/// Solves columns blockIdx.x, + gridDim.x, ... Dynamic shared memory: shared_bytes_without_arrays(), and
/// column_arrays::bytes() if they fit.
template <stixel_mode Mode, bool InShared, int Teams>
__global__ void __launch_bounds__(most_block_warps * 32, 1) solve_stixel_columns(__grid_constant__ const column_task task) {
  extern __shared__ __align__(16) char shared_bytes[];
  const column_team team(Teams);
  char* const of_team = shared_bytes + team.number * task.team_memory;
  auto& shared = *reinterpret_cast<block_memory*>(of_team);
  auto* const triangles = reinterpret_cast<triangle_memory*>(of_team + sizeof(block_memory));
  auto* const chunk_barriers = reinterpret_cast<chunk_barrier*>(triangles + task.triangle_memories);
  char* const arrays = InShared ? of_team + shared_bytes_without_arrays(task.model.rows, task.triangle_memories)
                                : task.arena + (blockIdx.x * Teams + team.number) * task.arena_size;
  block_column c(task, team, column_arrays(arrays, task.model.rows));
  const int chunks = c.tiles * (tile_rows / chunk_rows);
  const block_barriers barriers{chunk_barriers, reinterpret_cast<pair_barrier*>(chunk_barriers + chunks + c.rows / 128), chunk_barriers + chunks};
  for (int chunk = team.thread(); chunk < chunks; chunk += team.threads())
    barriers.chunks[chunk].start();
  if (team.thread() < most_warps / 2)
    barriers.pairs[team.thread()].start();
  constexpr bool in_stripes = Teams > 1;
  const int padded_tiles = (c.tiles + 1) / 2 * 2;
  for (int s = team.thread(); s < c.rows / 128; s += team.threads())
    barriers.stripes[s].start(32 * max(min(padded_tiles - 4 * (s + 1), 4), 1));
#ifdef PDL
  let_next_begin();
#endif

  unsigned phase = 0;
  for (std::int64_t s = blockIdx.x + std::int64_t(gridDim.x) * team.number; s < task.series; s += gridDim.x * Teams, phase ^= 1) {
    const std::int64_t frame = s / task.stixel_columns;
    const int road = task.road_of_frame[frame];
    c.road = {task.horizons[road], task.ground + std::int64_t(road) * c.rows,
              task.priors + std::int64_t(road) * c.rows};
    if (team.thread() == 0)
      shared.range = {INT32_MAX, 0};
    team.sync();
    sum_rows(c, frame, s % task.stixel_columns, shared.range);
    if (team.thread() == 0)
      shared.open[0] = c.road.horizon > 0 ? task.model.first.ground : infinite;

    const int warp = team.warp, warps = team.warps, first_tiles = tiles_prepared_first(c);
    for (int tile = warp; tile < first_tiles; tile += warps)
      prepare_steps(c, tile, triangles[tile]);
    sum_object_costs(c, shared.range, 0, in_stripes ? 128 : c.pitch, warp, warps);
    team.sync();
    for (int unit = warp; unit < first_tiles * round_groups; unit += warps)
      prepare_rounds<Mode>(c, unit / round_groups, unit % round_groups, triangles[unit / round_groups]);
    team.sync();
    for (int tile = warp; tile < padded_tiles; tile += warps) {
      if (const int stripe = tile / 4 - 1; in_stripes && stripe >= 0) {
        if (stripe > 0)
          barriers.stripes[stripe - 1].wait(phase);
        sum_object_costs(c, shared.range, (stripe + 1) * 128, (stripe + 2) * 128, tile % 4,
                         min(padded_tiles - 4 * (stripe + 1), 4));
        barriers.stripes[stripe].tell();
        barriers.stripes[stripe].wait(phase);
      }
      solve_tile<Mode>(c, tile, phase, triangles, barriers, shared);
    }
    team.sync();
    list_stixels(c, s, shared.last, shared.count);
  }
}

} // namespace thrustline::cuda
