// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "cuda/chunk_barrier.cuh"
#include <thrustline/algorithms/stixels/column.hpp>
#include <thrustline/algorithms/stixels/reduce_columns.hpp>

/// What the blocks that solve columns read and write, and the memory that each of them works in.
namespace thrustline::cuda {

using namespace stixel_world;

constexpr int tile_rows = 32, chunk_rows = 8;
constexpr int most_warps = 12, few_warps = 7; ///< of a block, for one column sooner and for many columns sooner

/// Columns to solve, and where to. Pointers lead to device memory.
struct column_task {
  model_view model;         ///< object_costs: of measured disparity q on disparity f at [q * range + f]; those of row
                            ///< q = range are of missing pixels
  const ground_row* ground; ///< of road r at r * rows
  const row_priors* priors;
  const std::int32_t *horizons, *road_of_frame;
  const float* disparity;
  std::int64_t image_columns, stixel_columns, series;
  row_reduction reduction;
  cost* object_sums; ///< room for one table a block
  std::int64_t table_size;
  char* arena; ///< room for the arrays of one column a block, if they do not fit shared memory
  std::int64_t arena_size;
  stixel* found; ///< of column s at s * rows
  std::int64_t* counts;
  double* costs; ///< null: not asked for
  double nats_per_unit;
};

/// What a top row must know about a base row.
struct alignas(16) base_record {
  base_step step;
  std::int32_t unused[3];
};

/// Sums over the rows below a row.
struct alignas(16) row_sums {
  std::int32_t disparity, valid;
  float count; ///< valid / the unit of disparities
  cost ground;
};

/// An origin: 4 * its base row + the class below. Of objects only the base row, until the column is solved.
using packed_origin = std::int32_t;
__device__ inline packed_origin packed(int base, stixel_class below) { return 4 * base + static_cast<int>(below); }

/// The arrays of the column that a block works on, by row.
struct column_arrays {
  base_record* records;
  row_sums* sums;
  cost* sky_sums;
  float* inverses; ///< of a count of valid rows, times the unit of disparities
  packed_origin *ground_origins, *object_origins, *sky_origins; ///< of the best stixels that end in a row
  std::int32_t* looked_up; ///< where the costs of a row's disparity begin; used before and in the place of origins

  __host__ __device__ static constexpr std::int64_t padded(std::int64_t rows) {
    return (rows + tile_rows) / tile_rows * tile_rows;
  }

  static constexpr std::int64_t bytes(std::int64_t rows) {
    return padded(rows) * static_cast<std::int64_t>(sizeof(base_record) + sizeof(row_sums) + 5 * sizeof(std::int32_t));
  }

  __device__ column_arrays(char* memory, std::int64_t rows) {
    const auto take = [&](auto*& array) {
      array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(memory);
      memory += padded(rows) * sizeof(*array); // rows + 1 or more
    };
    take(records), take(sums), take(sky_sums), take(inverses);
    take(ground_origins), take(object_origins), take(sky_origins);
    looked_up = ground_origins;
  }
};

/// Entries from one row of the table of object costs to the next, and rows.
__host__ __device__ constexpr std::int64_t table_pitch(std::int64_t rows) {
  return rows / chunk_rows * chunk_rows + chunk_rows;
}
constexpr std::int64_t table_rows(std::int64_t range) { return (range + 32) / 32 * 32; }

/// The column that a block works on.
struct block_column {
  column_task const& task;
  column_arrays a;
  cost* object_sums; ///< this block's table of object costs
  int rows, tiles, pitch;
  road_view road{};
  int first_disparity = 0; ///< of the table's first row

  /// `at`: a place in the table's first row. In one multiplication of 32-bit numbers.
  __device__ cost in_row(unsigned row, const cost* at) const {
    const auto* const bytes = reinterpret_cast<const char*>(at);
    return *reinterpret_cast<const cost*>(bytes + std::uint64_t(row) * (unsigned(pitch) * unsigned(sizeof(cost))));
  }

  __device__ block_column(column_task const& given, column_arrays const& arrays)
      : task(given), a(arrays), object_sums(given.object_sums + blockIdx.x * given.table_size), rows(given.model.rows),
        tiles((rows + tile_rows - 1) / tile_rows), pitch(static_cast<int>(table_pitch(rows))) {
    asm("" : "+l"(object_sums)); // else its address is computed again at each use
    __builtin_assume(__isGlobal(object_sums));
  }
};

} // namespace thrustline::cuda
