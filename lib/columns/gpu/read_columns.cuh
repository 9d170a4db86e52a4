// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "columns/flow/column_view.hpp"
#include "core/gpu/copy_to_warp.cuh"
#include "core/gpu/device_attribute.hpp"
#include "core/gpu/warp.cuh"
#include "simplify/gpu/fused/fused_series.cuh"

/// Reads the columns of images into shared memory and decodes their pixels, by blocks of threads.
namespace thrustline::gpu {

/// `Size` neighbours in memory.
template <class Value, int Size>
struct alignas(Size * sizeof(Value)) value_pack {
  static constexpr int size = Size;
  Value of[Size];
};

/// Whether every pack of `Size` neighbouring columns can be read at once.
template <int Size, class Value>
bool packs_of_columns(flow::column_view<Value> const& view) {
  return view.column_stride == 1 && view.columns % Size == 0 && view.row_stride % Size == 0 &&
         view.frame_stride % Size == 0 && reinterpret_cast<std::uintptr_t>(view.values) % (Size * sizeof(Value)) == 0;
}

/// Whether every pack of `Size` neighbouring pixels of a column can be read at once.
template <int Size, class Value>
bool packs_of_pixels(flow::column_view<Value> const& view) {
  return view.row_stride == 1 && view.rows % Size == 0 && view.column_stride % Size == 0 &&
         view.frame_stride % Size == 0 && reinterpret_cast<std::uintptr_t>(view.values) % (Size * sizeof(Value)) == 0;
}

/// The way in which a block reads its columns.
enum class reading {
  pixels,          ///< each warp reads its column pixel by pixel; any strides
  packs_of_pixels, ///< each warp reads its column, four pixels a lane
  copies,          ///< the copy engine copies each warp's column as it is; for `simple` floating-point views
  columns,         ///< the block reads its columns row by row, a lane a column
  pairs_of_columns ///< the same with two columns a lane
};

/// Division of the work in a block of one warp per column.
template <reading How, class Value>
struct read_shape {
  static constexpr bool along = How == reading::pixels || How == reading::packs_of_pixels || How == reading::copies;
  static constexpr int columns = along ? 2 : sizeof(Value) < 4 ? 16 : 8;
  static constexpr int pack = How == reading::packs_of_pixels ? 4 : How == reading::pairs_of_columns ? 2 : 1;
  static constexpr int lanes = along ? 32 : columns / pack; ///< lanes that share a column or a row
  /// Values from one column to the next in shared memory: 4 modulo 32 spreads the columns of a row over all banks.
  static constexpr int pitch = fused_points + fused_padding + (along ? 0 : 4);
  /// Least shared memory of a block.
  static constexpr int bytes = columns * pitch * static_cast<int>(sizeof(column_real<Value>));
};

/// The fastest way of reading. Packs save a tenth of the time for `vertical`, the metric for depth; other metrics have
/// no kernels for them. Where a block has too little shared memory for reading row by row (64 KB on compute capability
/// 7.5), each warp reads its own column.
template <class Metric, class Value>
reading best_reading(flow::column_view<Value> const& view) {
  using by_rows = read_shape<reading::columns, Value>;
  static_assert(by_rows::bytes == read_shape<reading::pairs_of_columns, Value>::bytes);
  const bool fits = by_rows::bytes <= device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if constexpr (std::is_same_v<Metric, vertical_distance>) {
    if (packs_of_pixels<4>(view))
      return std::is_floating_point_v<Value> && view.simple && device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9
                 ? reading::copies
                 : reading::packs_of_pixels;
    if (fits && packs_of_columns<2>(view))
      return reading::pairs_of_columns;
  }
  return fits && view.column_stride < view.row_stride ? reading::columns : reading::pixels;
}

/// Value k of a pack, decoded, or as read_simple() gives it. The bits of 2^23 + value are made of a pair of 16-bit
/// values in one instruction.
template <bool Simple, class Value, int Size>
__device__ column_real<Value> decode_of(flow::column_view<Value> const& view, value_pack<Value, Size> const& pack,
                                        int k) {
  if constexpr (Simple && sizeof(Value) == 2 && Size == 2) {
    const unsigned word = *reinterpret_cast<const unsigned*>(&pack);
    return view.read_shifted(__byte_perm(word, view.shift, k == 0 ? 0x7610 : 0x7632));
  } else {
    return Simple ? view.read_simple(pack.of[k]) : view.decode(pack.of[k]);
  }
}

/// Reads packs of pixels along a column: from `first` on, `step` apart. Pixels of a pack are neighbours in memory.
template <bool Simple, class Pack, class Value>
__device__ void read_along(flow::column_view<Value> const& view, std::int64_t s, int first, int step,
                           column_real<Value>* values) {
  using decoded = value_pack<column_real<Value>, Pack::size>;
  const int rows = static_cast<int>(view.rows);
  const Value* const column = view.column(s);
  const std::int64_t stride = Pack::size > 1 ? 1 : view.row_stride;
#pragma unroll 4
  for (int row = first; row < rows; row += step) {
    const Pack pack = *reinterpret_cast<const Pack*>(column + row * stride);
    decoded out;
#pragma unroll
    for (int k = 0; k < Pack::size; ++k)
      out.of[k] = decode_of<Simple>(view, pack, k);
    *reinterpret_cast<decoded*>(values + row) = out;
  }
}

/// Copies a whole column, which the copy engine does by itself while all lanes wait.
template <class Value>
__device__ void copy_column(const Value* column, int rows, Value* values, int lane) {
  auto* const barrier = reinterpret_cast<std::uint64_t*>(values + fused_points + scratch_words); // in the padding
  copy_to_warp copying(barrier, lane);
  copying.begin(column, values, rows * static_cast<int>(sizeof(Value)), lane);
  copying.wait();
}

/// Reads a pack that the block reads only once. It takes no place in the first-level cache; the rest of its line, which
/// other blocks read, goes to the second-level cache.
template <class Pack, class Value>
__device__ Pack read_once(const Value* from) {
  const auto address = __cvta_generic_to_global(from);
  if constexpr (sizeof(Pack) == sizeof(unsigned)) {
    unsigned read;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.b32 %0, [%1];" : "=r"(read) : "l"(address));
    return *reinterpret_cast<const Pack*>(&read);
  } else if constexpr (sizeof(Pack) == sizeof(uint2)) {
    uint2 read;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.b32 {%0, %1}, [%2];"
                 : "=r"(read.x), "=r"(read.y)
                 : "l"(address));
    return *reinterpret_cast<const Pack*>(&read);
  } else {
    return *reinterpret_cast<const Pack*>(from);
  }
}

/// Reads packs of neighbouring columns, four rows at a time: from `first` on, `step` apart. The columns lie `Pitch`
/// values apart. There are no more loads at a time, as each takes several lines of the cache: the reads of shared
/// memory of the multiprocessor's other blocks would wait behind them.
template <bool Simple, class Pack, int Pitch, class Value>
__device__ void read_across(flow::column_view<Value> const& view, const Value* column, int first, int step,
                            column_real<Value>* values) {
  using four = value_pack<column_real<Value>, 4>;
  const int rows = static_cast<int>(view.rows);
  const Value* from = column + first * view.row_stride;
  column_real<Value>* to = values + first;
  int row = first;
#pragma unroll 1
  for (; row + four::size <= rows; row += step, to += step, from += (step - four::size) * view.row_stride) {
    Pack packs[four::size];
#pragma unroll
    for (int j = 0; j < four::size; ++j, from += view.row_stride)
      packs[j] = read_once<Pack>(from);
#pragma unroll
    for (int k = 0; k < Pack::size; ++k) {
      four out;
#pragma unroll
      for (int j = 0; j < four::size; ++j)
        out.of[j] = decode_of<Simple>(view, packs[j], k);
      *reinterpret_cast<four*>(to + k * Pitch) = out;
    }
  }
  for (; row < rows; ++row) {
    const Pack pack = *reinterpret_cast<const Pack*>(column + row * view.row_stride);
    for (int k = 0; k < Pack::size; ++k)
      values[row + k * Pitch] = decode_of<Simple>(view, pack, k);
  }
}

/// Reads column `s` into shared memory, a warp by itself; columns count over all frames.
template <reading How, bool Simple, class Value>
__device__ void read_column(flow::column_view<Value> const& view, std::int64_t s, column_real<Value>* values,
                            int lane) {
  constexpr int pack = read_shape<How, Value>::pack;
  if constexpr (How == reading::copies)
    copy_column(view.column(s), static_cast<int>(view.rows), values, lane);
  else
    read_along<Simple, value_pack<Value, pack>>(view, s, lane * pack, 32 * pack, values);
  __syncwarp();
}

/// Reads the block's columns, from `begin` on, into shared memory, row by row.
template <reading How, bool Simple, class Value>
__device__ void read_rows(flow::column_view<Value> const& view, unsigned frame, std::int64_t begin,
                          column_real<Value>* values) {
  using shape = read_shape<How, Value>;
  using pack = value_pack<Value, shape::pack>;
  const unsigned t = threadIdx.x;
  int lane = t % shape::lanes, group = t / shape::lanes;
  if constexpr (shape::lanes == 8) { // eight lanes write at once: four in each of two rows reach all banks
    lane = t % 4 + t / 16 % 2 * 4;
    group = t / 32 * 4 + t / 4 % 4;
  }
  const int c = lane * shape::pack;
  if (begin + c < view.columns)
    read_across<Simple, pack, shape::pitch>(view, view.column(frame, begin + c), 4 * group,
                                            4 * (32 * shape::columns / shape::lanes), values + c * shape::pitch);
  __syncthreads();
}

} // namespace thrustline::gpu
