// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda/barrier>
#include <cuda_runtime_api.h>

#include <thrustline/algorithms/stixels/column.hpp>
#include <thrustline/algorithms/stixels/reduce_columns.hpp>

/// What the blocks that solve columns read and write, and the memory that each of them works in.
namespace thrustline::cuda {

using namespace stixel_world;

constexpr int tile_rows = 32, chunk_rows = 8, most_warps = 12;

using chunk_barrier = ::cuda::barrier<::cuda::thread_scope_block>;

/// What a top row must know about a base row.
struct alignas(16) base_record {
  base_step step;
  std::int32_t unused[3];
};

struct alignas(8) reciprocal {
  float count, inverse;
};

/// Columns to solve, and where to. Pointers lead to device memory.
struct column_task {
  model_view model;         ///< object_costs: of measured disparity q on disparity f at [q * range + f]; those of row
                            ///< q = range are of missing pixels
  std::int32_t logarithms;  ///< entries of its table
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

/// The arrays of the column that a block works on.
struct column_arrays {
  base_record* records;
  open_stixels* open;
  reciprocal* reciprocals;
  std::int32_t *disparity_sums, *valid_sums;
  cost *ground_sums, *sky_sums;
  std::int32_t *looked_up, *object_bases;

  static constexpr std::int64_t bytes(std::int64_t rows) {
    const std::int64_t padded = (rows + tile_rows) / tile_rows * tile_rows; // rows + 1 or more
    return padded * static_cast<std::int64_t>(sizeof(base_record) + sizeof(open_stixels) + sizeof(reciprocal) +
                                              6 * sizeof(std::int32_t));
  }

  __device__ column_arrays(char* memory, std::int64_t rows) {
    const std::int64_t padded = (rows + tile_rows) / tile_rows * tile_rows;
    const auto take = [&](auto*& array) {
      array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(memory);
      memory += padded * sizeof(*array);
    };
    take(records), take(open), take(reciprocals);
    take(disparity_sums), take(valid_sums), take(ground_sums), take(sky_sums), take(looked_up), take(object_bases);
  }
};

/// What a block shares beside the arrays of its column.
struct block_memory {
  std::int32_t least, most; ///< measured disparities
  best_costs last;          ///< of the top row
  cost partial_sums[40 * 32];
};

__host__ __device__ constexpr std::int64_t rounded_up(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }

__host__ __device__ constexpr std::int64_t barrier_bytes(std::int64_t rows) {
  const std::int64_t chunks = (rows + tile_rows - 1) / tile_rows * (tile_rows / chunk_rows);
  return rounded_up(chunks * static_cast<std::int64_t>(sizeof(chunk_barrier)));
}

__host__ __device__ constexpr std::int64_t prior_table_bytes(std::int64_t logarithms, std::int64_t range) {
  return rounded_up(logarithms * static_cast<std::int64_t>(sizeof(cost)) +
                    (range + 1) * static_cast<std::int64_t>(sizeof(float)));
}

/// Entries from one row of the table of object costs to the next, and rows.
__host__ __device__ constexpr std::int64_t table_pitch(std::int64_t rows) {
  return rows / chunk_rows * chunk_rows + chunk_rows;
}
constexpr std::int64_t table_rows(std::int64_t range) { return (range + 32) / 32 * 32; }

} // namespace thrustline::cuda
