// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/launch_in_turn.cuh"
#include "stixels/gpu/list_stixels.cuh"
#include "stixels/gpu/stixel_object_sums.cuh"
#include "stixels/gpu/stixel_rows.cuh"
#include "stixels/gpu/stixel_triangle.cuh"

/// The recurrence on a device: a team of warps solves a column without a barrier for each row.
///
/// Rows form tiles of 32, one for each warp. A top row takes its candidates from all base rows below it: several at
/// once from those far below (spread_tops), and a lane for each top row from the last ones. The rows of a tile depend
/// on each other (stixel_triangle.cuh). Every 8 rows, its warp signals the warps above by a barrier of these rows, so
/// that they wait for nothing else and work on what is ready. Where columns are few, the table of object costs is made
/// in stripes of 4 tiles: the first one by all warps, another one by the warps of its tiles, while the tiles below are
/// solved already.
namespace thrustline::gpu {

/// Shared memory of a team besides the arrays of its column.
struct team_state {
  row_range range;
  cost open[2];    ///< triangle_state::open before tiles of even and of odd numbers
  best_costs last; ///< costs of the top row
  int count;       ///< number of stixels
};

constexpr int stripe_tiles = 4, stripe_rows = stripe_tiles * tile_rows;

/// Barriers in shared memory: one for each chunk, and one for each stripe of the table except the first.
struct team_barriers {
  ready_barrier *chunks, *stripes;

  __device__ team_barriers(char* memory, int tiles)
      : chunks(reinterpret_cast<ready_barrier*>(memory)), stripes(chunks + tiles * (tile_rows / chunk_rows)) {}

  static constexpr std::int64_t bytes(std::int64_t rows) {
    const std::int64_t tiles = (rows + tile_rows - 1) / tile_rows;
    const std::int64_t all = tiles * (tile_rows / chunk_rows) + tiles / stripe_tiles;
    return (all * static_cast<std::int64_t>(sizeof(ready_barrier)) + 15) / 16 * 16;
  }

  /// Begins use; a barrier of the team follows.
  __device__ void start(column_team const& team, int tiles) const {
    for (int chunk = team.thread(); chunk < tiles * (tile_rows / chunk_rows); chunk += team.threads())
      chunks[chunk].start();
    for (int stripe = 1 + team.thread(); stripe * stripe_tiles < tiles; stripe += team.threads())
      of_stripe(stripe).start(warps_of_stripe(stripe, tiles));
  }

  /// Barrier of the chunk that a row is in.
  __device__ ready_barrier& of(int row) const { return chunks[static_cast<unsigned>(row) / chunk_rows]; }
  __device__ ready_barrier& of_stripe(int stripe) const { return stripes[stripe - 1]; }
  __device__ static int warps_of_stripe(int stripe, int tiles) {
    return min(tiles - stripe * stripe_tiles, stripe_tiles);
  }
};

/// Number of triangles that all warps prepare before anything is solved: as many as they can at once.
__device__ inline int tiles_prepared_first(team_column const& c) {
  return min(c.tiles, min(c.task.triangle_memories, max(c.team.warps / round_groups, 1)));
}

/// Makes the stripe of the table that a tile is in, together with the warps of the stripe's other tiles.
__device__ inline void make_stripe(team_column const& c, int tile, row_range const& range, unsigned phase,
                                   team_barriers const& barriers) {
  const int stripe = tile / stripe_tiles;
  if (stripe == 0)
    return; // all warps have made it
  if (stripe > 1)
    barriers.of_stripe(stripe - 1).wait(phase);
  sum_object_costs(c, range, {stripe * stripe_rows, (stripe + 1) * stripe_rows}, tile % stripe_tiles,
                   team_barriers::warps_of_stripe(stripe, c.tiles));
  barriers.of_stripe(stripe).signal();
  barriers.of_stripe(stripe).wait(phase);
}

/// Solves the rows of a tile. Prepares the tile's triangle as soon as the tile that used its memory before is solved.
template <stixel_mode Mode>
__device__ void solve_tile(team_column const& c, int tile, unsigned phase, triangle_memory* triangles,
                           team_barriers const& barriers, team_state& shared) {
  const int memories = c.task.triangle_memories, first = tile * tile_rows;
  const int last_chunk = first - chunk_rows, last_of_user = last_chunk - (memories - 1) * tile_rows;
  const int top_of_lane = min(first + static_cast<int>(threadIdx.x) % 32, c.rows - 1); // lanes beyond repeat the top
  top_row top(c, top_of_lane, lowest_object<Mode>(c, top_of_lane));
  best_object& best = top.best;

  spread_tops tops(c, first);
  bool to_prepare = tile >= tiles_prepared_first(c);
  int row = 0, stop = to_prepare ? min(last_of_user + chunk_rows, last_chunk) : last_chunk;
  for (;; stop = last_chunk) { // one loop before and after the preparation, as fetching long code takes time
    for (; row < stop; row += chunk_rows)
      tops.try_chunk<Mode>(c, barriers.of(row), phase);
    if (to_prepare) {
      if (tile >= memories)
        barriers.of(last_of_user).wait(phase);
      prepare_triangle<Mode>(c, tile, triangles[tile % memories]);
      to_prepare = false;
    }
    if (row >= last_chunk)
      break;
  }
  if (last_chunk > 0)
    best.take_better(tops.of_lane());

  object_shape shape = shape_of(c, best.base, top.end); // looked up while the last chunk is waited for
  if (first > 0)
    try_chunk<Mode>(c, last_chunk, barriers.of(last_chunk), phase, top);
  if (best.base > last_chunk && first > 0)
    shape = shape_of(c, best.base, top.end);
  solve_triangle(c, tile, triangles[tile % memories], barriers.chunks, {best, shape, shared.open[tile % 2]},
                 {shared.open[(tile + 1) % 2], shared.last});
}

/// Bytes of a team's shared memory without the arrays of a column, which it has only if they fit.
constexpr std::int64_t bytes_without_arrays(std::int64_t rows, int triangle_memories) {
  return team_barriers::bytes(rows) + triangle_memories * static_cast<std::int64_t>(sizeof(triangle_memory));
}

/// Solves columns: team t of block b takes column task.first + b + t * gridDim.x and every gridDim.x * Teams-th after
/// it. Dynamic shared memory: task.team_bytes for each team.
template <stixel_mode Mode, bool InShared, int Teams>
__global__ void __launch_bounds__(most_teams* most_warps * 32, 1)
    solve_stixel_columns(__grid_constant__ const column_task task) {
  extern __shared__ __align__(16) char shared_bytes[];
  __shared__ team_state of_teams[Teams];
  let_next_begin();
  const column_team team(Teams);
  team_state& shared = of_teams[team.number];
  char* const memory = shared_bytes + team.number * task.team_bytes;
  auto* const triangles = reinterpret_cast<triangle_memory*>(memory + task.triangles_at);
  char* const arrays =
      InShared ? memory + task.arrays_at : task.arena + (blockIdx.x + gridDim.x * team.number) * task.arena_size;
  team_column c(task, team, column_arrays(arrays, task.padded_rows));
  const team_barriers barriers(memory, c.tiles);
  barriers.start(team, c.tiles);

  unsigned phase = 0;
  for (std::int64_t s = task.first + blockIdx.x + gridDim.x * team.number; s < task.end;
       s += gridDim.x * Teams, phase ^= 1) {
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

    constexpr bool in_stripes = Teams > 1;
    const int first_tiles = tiles_prepared_first(c);
    for (int tile = team.warp; tile < first_tiles; tile += team.warps)
      prepare_steps(c, tile, triangles[tile]);
    sum_object_costs(c, shared.range, {0, in_stripes ? stripe_rows : c.pitch}, team.warp, team.warps);
    team.sync();
    for (int unit = team.warp; unit < first_tiles * round_groups; unit += team.warps)
      prepare_rounds<Mode>(c, unit / round_groups, unit % round_groups, triangles[unit / round_groups]);
    team.sync();
    for (int tile = team.warp; tile < c.tiles; tile += team.warps) {
      if (in_stripes)
        make_stripe(c, tile, shared.range, phase, barriers);
      solve_tile<Mode>(c, tile, phase, triangles, barriers, shared);
    }
    team.sync();
    list_stixels(c, s, shared.last, shared.count);
  }
  wait_for_turn(); // so that the kernel after this one is also after the one before it
}

} // namespace thrustline::gpu
