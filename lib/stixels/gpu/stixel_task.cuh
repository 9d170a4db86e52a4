// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/ready_barrier.cuh"
#include "stixels/model/column.hpp"
#include "stixels/model/reduce_columns.hpp"

/// What the teams that solve columns read and write, and the memory that each of them works in.
namespace thrustline::gpu {

using namespace stixel_world;

constexpr int tile_rows = 32, chunk_rows = 8;

/// At least every mean disparity; a power of two.
constexpr float most_range = 1024;

/// How large a team is: large ones solve one column sooner, small ones, of which more fit, many columns.
struct team_size {
  int warps;
  int triangle_memories; ///< for the tile that is solved and the next ones
};
constexpr int most_warps = 12;
constexpr team_size all_sizes[] = {{most_warps, 4}, {most_warps, 3}, {8, 3}, {8, 2}, {6, 2}};

/// Teams of a block. Two of them, of most_warps each, share a multiprocessor better than two blocks.
constexpr int most_teams = 2;

/// Columns to solve, and where to. Pointers lead to device memory.
struct column_task {
  model_view model;         ///< object_costs: of measured disparity q on disparity f at [q * object_cost_pitch(range)
                            ///< + f]; those of row q = range are of missing pixels
  const ground_row* ground; ///< of road r at r * rows
  const row_priors* priors;
  const std::int32_t *horizons, *road_of_frame;
  const float* disparity;
  std::int64_t image_columns, stixel_columns;
  std::int64_t first, end; ///< columns first .. end - 1 are solved, of all frames' one after the other
  row_reduction reduction;
  cost* object_sums; ///< room for one table a team
  std::int64_t table_size;
  char* arena; ///< room for the arrays of one column a team, if they do not fit shared memory
  std::int64_t arena_size;
  stixel* found; ///< of column s at s * rows
  std::int64_t* counts;
  double* costs; ///< null: not asked for
  double nats_per_unit;
  int triangle_memories;                   ///< as in team_size
  int padded_rows;                         ///< as of column_arrays
  int triangles_at, arrays_at, team_bytes; ///< of a team's shared memory: up to these, and all
};

/// What a top row must know about a base row: a base_step without its last number, with disparities divided by
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
  float count; ///< of valid rows, divided by the unit of disparities and times most_range
};

/// The origin of the best object that ends in a row: 8 * its base row + the class below, which is only known when the
/// column is solved; and whether ground above that row would stand on ground.
using packed_origin = std::int32_t;
constexpr packed_origin ground_on_ground = 4;
__device__ inline packed_origin packed(int base, stixel_class below) { return 8 * base + static_cast<int>(below); }
__device__ inline int base_of(packed_origin origin) { return origin / 8; }
__device__ inline stixel_class class_of(packed_origin origin) { return static_cast<stixel_class>(origin % 4); }

/// The arrays of the column that a team works on, by row. Below the horizon there is no sky and above it no ground, so
/// one array has what concerns the class that is neither object.
struct column_arrays {
  base_record* records;
  cost* below_low; ///< the last number of each record
  row_sums* sums;
  cost* other_sums; ///< of what the rows below cost as ground or sky
  cost* opens;      ///< what the best ground or sky stixel that ends in a row costs less those sums up to the row
  packed_origin* object_origins;
  std::int32_t* looked_up; ///< where the costs of a row's disparity begin; used before and in the place of opens

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
    memory += sizeof(row_sums); // so that sums[1], and those of every other row, can be read with the next
    take(sums);
    memory += sizeof(row_sums);
    take(below_low), take(other_sums), take(opens), take(object_origins);
    looked_up = opens;
  }
};

/// Disparities f whose object costs are read at once, and their number in the model's table: 0 .. range, and some more.
constexpr int object_costs_together = 4;
__host__ __device__ constexpr int object_cost_pitch(int range) {
  return (range / object_costs_together + 1) * object_costs_together;
}

/// Entries of a column's table of object costs: padded_rows for each disparity, and one that is read behind the last of
/// them, rounded up.
constexpr std::int64_t table_size(int range, std::int64_t padded_rows) {
  return object_cost_pitch(range) * padded_rows + 4;
}

/// The warps of a block that work on one column together. Where several warps could go on, a multiprocessor prefers the
/// lower ones. So two teams take turns at the warps of their block, four by four, which is one for each of its
/// schedulers: the first tiles of both, for which all others wait, come first. Tiles of the same number are of
/// different schedulers, as both teams are about as far.
struct column_team {
  int teams, number; ///< of the block, and this one's
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

  /// A barrier of all its threads.
  __device__ void sync() const {
    if (teams == 1)
      __syncthreads();
    else
      asm volatile("bar.sync %0, %1;" ::"r"(1 + number), "n"(most_warps * 32) : "memory");
  }
};

/// The bits of this number and of those that follow it are consecutive numbers, which are most_range times further
/// apart than those numbers.
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

  /// Where the entry of row v in the table's row of disparity 0 is, less what entries() adds for that disparity.
  __device__ const char* entries_of(int v) const {
    constexpr std::uint64_t bits_of_0 = 0x46000000; // of table_rows_begin
    const char* at = reinterpret_cast<const char*>(object_sums + v) - bits_of_0 * pitch_bytes;
    asm("" : "+l"(at)); // else it would be added where it is used
    return at;
  }

  /// The entry of a row and those of the rows above it in the table's row of a disparity, given shifted_row() of it.
  __device__ const cost* entries(const char* of_row, float shifted) const {
    const char* at; // in one instruction, where of a product in C++ the upper half would be added in another one
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
