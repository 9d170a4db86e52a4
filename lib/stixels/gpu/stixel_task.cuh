// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/ready_barrier.cuh"
#include "stixels/model/column.hpp"
#include "stixels/model/reduce_columns.hpp"

/// What teams of warps read and write to solve columns, and the memory that each team works in.
namespace thrustline::gpu {

using namespace stixel_world;

constexpr int tile_rows = 32, chunk_rows = 8;

/// Upper bound of all mean disparities; a power of two.
constexpr float most_range = 1024;

/// Size of a team. Large teams solve a column sooner; of small teams, more fit, which suits many columns.
struct team_size {
  int warps;
  int triangle_memories; ///< memories for the tile that is solved and for the next ones
};
constexpr int most_warps = 12;
constexpr team_size all_sizes[] = {{most_warps, 4}, {most_warps, 3}, {8, 3}, {8, 2}, {6, 2}};

/// Most teams of a block. Two teams of most_warps share a multiprocessor better than two blocks.
constexpr int most_teams = 2;

/// Columns to solve, and where the results go. Pointers lead to device memory.
struct column_task {
  model_view model;         ///< object_costs: here, cost of measured disparity q on disparity f at
                            ///< [q * object_cost_pitch(range) + f]; row q = range is for missing pixels
  const ground_row* ground; ///< road r's from r * rows on
  const row_priors* priors;
  const std::int32_t *horizons, *road_of_frame;
  const float* disparity;
  std::int64_t image_columns, stixel_columns;
  std::int64_t first, end; ///< columns first .. end - 1 of all frames are solved
  row_reduction reduction;
  cost* object_sums; ///< one table for each team
  std::int64_t table_size;
  char* arena; ///< the arrays of one column for each team, if they do not fit into shared memory
  std::int64_t arena_size;
  stixel* found; ///< column s's from s * rows on
  std::int64_t* counts;
  double* costs; ///< null if not wanted
  double nats_per_unit;
  int triangle_memories;                   ///< as in team_size
  int padded_rows;                         ///< column_arrays::padded(rows)
  int triangles_at, arrays_at, team_bytes; ///< offsets in a team's shared memory, and its size
};

/// Costs of a base row as top rows read them: a base_step without its last number, with disparities divided by
/// most_range.
struct alignas(16) base_record {
  float high, low;
  cost on_nearer_side, on_farther_side;
  float other_high, other_low;
  cost above_high, between;
};

/// Sums over the rows below a row.
struct alignas(8) row_sums {
  std::int32_t disparity;
  float count; ///< number of valid rows, divided by the unit of disparities and times most_range
};

/// Origin of the best object that ends in a row: 8 * its base row + the class below, which is known only when the
/// column is solved, + ground_on_ground if ground above that row would stand on ground.
using packed_origin = std::int32_t;
constexpr packed_origin ground_on_ground = 4;
__device__ inline packed_origin packed(int base, stixel_class below) { return 8 * base + static_cast<int>(below); }
__device__ inline int base_of(packed_origin origin) { return origin / 8; }
__device__ inline stixel_class class_of(packed_origin origin) { return static_cast<stixel_class>(origin % 4); }

/// Arrays of the column that a team works on, by row. Below the horizon there is no sky and above it no ground, so one
/// array serves both classes ("other").
struct column_arrays {
  base_record* records;
  cost* below_low; ///< the last number of each record
  row_sums* sums;
  cost* other_sums; ///< sums of what the rows below cost as ground or sky
  cost* opens;      ///< cost of the best ground or sky stixel that ends in a row, less those sums up to the row
  packed_origin* object_origins;
  std::int32_t* looked_up; ///< first index of the costs of a row's disparity; used before `opens`, in its place

  __host__ __device__ static constexpr std::int64_t padded(std::int64_t rows) {
    return (rows + tile_rows) / tile_rows * tile_rows;
  }

  static constexpr std::int64_t bytes(std::int64_t rows) {
    return padded(rows) * static_cast<std::int64_t>(sizeof(base_record) + sizeof(row_sums) + 4 * sizeof(std::int32_t)) +
           2 * static_cast<std::int64_t>(sizeof(row_sums));
  }

  __device__ column_arrays(char* memory, int padded_rows) {
    const auto take = [&](auto*& array) {
      array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(memory);
      memory += padded_rows * static_cast<int>(sizeof(*array)); // rows + 1 or more
    };
    take(records);
    memory += sizeof(row_sums); // aligns sums[1], sums[3], ... so that each can be read together with the next
    take(sums);
    memory += sizeof(row_sums);
    take(below_low), take(other_sums), take(opens), take(object_origins);
    looked_up = opens;
  }
};

/// Disparities whose object costs are read at once, and disparities in the table: 0 .. range, rounded up.
constexpr int object_costs_together = 4;
__host__ __device__ constexpr int object_cost_pitch(int range) {
  return (range / object_costs_together + 1) * object_costs_together;
}

/// Entries of a column's table of object costs: padded_rows for each disparity, and one that is read behind the last,
/// rounded up.
constexpr std::int64_t table_size(int range, std::int64_t padded_rows) {
  return object_cost_pitch(range) * padded_rows + 4;
}

/// Warps of a block that work on one column together. Where several warps could go on, a multiprocessor prefers the
/// lower ones. So two teams take turns at the warps of their block, four by four, one for each scheduler: the first
/// tiles of both, for which all others wait, come first. Tiles of the same number have different schedulers, because
/// both teams are about as far.
struct column_team {
  int teams, number; ///< teams of the block, and the number of this one
  int warp, warps;

  __device__ explicit column_team(int teams) : teams(teams), number(0), warp(warp_of_block()), warps(blockDim.x / 32) {
    if (teams == 1)
      return;
    constexpr int schedulers = 4;
    const int turn = warp / schedulers;
    number = turn % teams;
    warp = turn / teams * schedulers + (warp + number * (schedulers / most_teams)) % schedulers;
    warps = most_warps;
  }

  __device__ int thread() const { return teams == 1 ? threadIdx.x : warp * 32 + threadIdx.x % 32; }
  __device__ int threads() const { return warps * 32; }

  /// Barrier of all threads of the team.
  __device__ void sync() const {
    if (teams == 1)
      __syncthreads();
    else
      asm volatile("bar.sync %0, %1;" ::"r"(1 + number), "n"(most_warps * 32) : "memory");
  }
};

/// The floats from this one on lie 1 / most_range apart, and their bits are consecutive integers.
constexpr float table_rows_begin = 0x1p13f;
static_assert(table_rows_begin == 0x1p23f / most_range);

/// The column that a team works on.
struct team_column {
  column_task const& task;
  column_team team;
  column_arrays a;
  cost* object_sums; ///< this team's table of object costs
  int rows, tiles, pitch;
  unsigned pitch_bytes;
  road_view road{};

  /// Address of row v's entry for disparity 0, less what entries() adds for that disparity.
  __device__ const char* entries_of(int v) const {
    constexpr std::uint64_t bits_of_0 = 0x46000000; // table_rows_begin
    const char* at = reinterpret_cast<const char*>(object_sums + v) - bits_of_0 * pitch_bytes;
    asm("" : "+l"(at)); // else it would be added where it is used
    return at;
  }

  /// Entries for a disparity from a row on. of_row: entries_of() the row; shifted: shifted_row() of the disparity.
  __device__ const cost* entries(const char* of_row, float shifted) const {
    const char* at; // by one multiply-add; C++ would add the upper half of the product by another instruction
    asm("{\n"
        ".reg .u32 low, high;\n"
        "mov.b64 {low, high}, %3;\n"
        "mad.lo.cc.u32 low, %1, %2, low;\n"
        "madc.hi.u32 high, %1, %2, high;\n"
        "mov.b64 %0, {low, high};\n"
        "}"
        : "=l"(at)
        : "r"(__float_as_uint(shifted)), "r"(pitch_bytes), "l"(of_row));
    __builtin_assume(__isGlobal(at));
    return reinterpret_cast<const cost*>(at);
  }

  __device__ team_column(column_task const& given, column_team const& by, column_arrays const& arrays)
      : task(given), team(by), a(arrays),
        object_sums(given.object_sums + (blockIdx.x + gridDim.x * by.number) * given.table_size),
        rows(given.model.rows), tiles((static_cast<unsigned>(rows) + tile_rows - 1) / tile_rows),
        pitch(given.padded_rows), pitch_bytes(static_cast<unsigned>(pitch) * unsigned(sizeof(cost))) {
    asm("" : "+l"(object_sums)); // else its address is computed again at each use
    __builtin_assume(__isGlobal(object_sums));
  }
};

} // namespace thrustline::gpu
