// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/fused_batch.cuh"
#include "flow/column_outputs.hpp"

/// Engine `fused` on the columns of images: one kernel, a warp a column, a block for eight neighbours.
namespace thrustline::cuda {

inline constexpr int columns_per_block = 8;

/// Shared memory of one column. A pitch of 4 modulo 32 values spreads the eight columns of a row over all banks.
inline int column_pitch(std::int64_t rows) { return static_cast<int>((rows + 31) / 32 * 32) + fused_padding + 4; }

/// Reads the block's columns into shared memory. Where neighbouring columns are neighbours in memory, eight lanes read
/// a row of them; else each warp reads its own.
template <class Value>
__device__ void read_columns(flow::column_view<Value> const& view, std::int64_t begin, int pitch,
                             column_real<Value>* values) {
  const int rows = static_cast<int>(view.rows);
  if (view.row_stride == 1) {
    const int warp = threadIdx.x / 32;
    if (begin + warp < view.series) {
      const Value* const column = view.column(begin + warp);
#pragma unroll 8
      for (int row = threadIdx.x % 32; row < rows; row += 32)
        values[warp * pitch + row] = view.decode(column[row]);
    }
  } else {
    const int c = threadIdx.x % columns_per_block;
    if (begin + c < view.series) {
      const Value* const column = view.column(begin + c);
#pragma unroll 8
      for (int row = threadIdx.x / columns_per_block; row < rows; row += 32)
        values[c * pitch + row] = view.decode(column[row * view.row_stride]);
    }
  }
}

/// The first valid point of a column, or `rows`; backwards the last one, or -1.
template <class Real>
__device__ int first_valid(const Real* values, int rows, int lane) {
  for (int i = 0; i < rows; i += 32)
    if (const unsigned valid = __ballot_sync(full_warp, i + lane < rows && !isnan(values[i + lane])))
      return i + __ffs(valid) - 1;
  return rows;
}

template <class Real>
__device__ int last_valid(const Real* values, int rows, int lane) {
  for (int i = (rows - 1) / 32 * 32; i >= 0; i -= 32)
    if (const unsigned valid = __ballot_sync(full_warp, i + lane < rows && !isnan(values[i + lane])))
      return i + 31 - __clz(valid);
  return -1;
}

/// Splits every column; writes the bits of its kept points and the number of its segments.
template <class Value, class Metric>
__global__ void __launch_bounds__(32 * columns_per_block)
    split_columns(flow::column_view<Value> view, int pitch, int per_series,
                  flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words,
                  std::int64_t* counts) {
  using real = column_real<Value>;
  extern __shared__ __align__(16) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * columns_per_block, s = begin + warp;
  read_columns(view, begin, pitch, reinterpret_cast<real*>(memory));
  __syncthreads();
  if (s >= view.series)
    return;

  const real* const values = reinterpret_cast<const real*>(memory) + warp * pitch;
  const int rows = static_cast<int>(view.rows);
  const int first = first_valid(values, rows, lane);
  warp_bits kept(lane);
  if (first < rows) {
    const int last = last_valid(values, rows, lane);
    level_notes<false> notes{};
    kept =
        split_series(reinterpret_cast<const point<real, 1>*>(values), first, last, metric, tolerance(s), lane, notes);
  }
  if (lane < per_series)
    words[s * per_series + lane] = kept.mine;
  const int points = warp_sum(__popc(kept.mine));
  if (lane == 0)
    counts[s] = points > 1 ? points - 1 : 0;
}

/// Writes the segments of every column of up to 1024 rows, a warp a column.
template <class Value>
__global__ void __launch_bounds__(128)
    list_segments(flow::column_view<Value> view, const std::uint32_t* words, int per_series,
                  const std::int64_t* offsets, column_segment<column_real<Value>>* segments, std::int64_t capacity) {
  constexpr int none = INT_MAX;
  const std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * 4 + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (s >= view.series)
    return;
  unsigned word = lane < per_series ? words[s * per_series + lane] : 0;

  int before = __popc(word);                            // kept points of the lanes up to this one
  int next = word ? 32 * lane + __ffs(word) - 1 : none; // the first kept point of this lane or a later one
  for (int k = 1; k < 32; k *= 2) {
    const int below = __shfl_up_sync(full_warp, before, k), above = __shfl_down_sync(full_warp, next, k);
    before += lane >= k ? below : 0;
    next = lane + k < 32 ? min(next, above) : next;
  }
  before -= __popc(word);
  next = __shfl_down_sync(full_warp, next, 1);
  next = lane < 31 ? next : none;

  const Value* const column = view.column(s);
  std::int64_t to = offsets[s] + before;
  for (; word != 0 && to < capacity; ++to) {
    const int first = 32 * lane + __ffs(word) - 1;
    word &= word - 1;
    const int last = word ? 32 * lane + __ffs(word) - 1 : next;
    if (last != none)
      segments[to] = {first, last, view.decode(column[first * view.row_stride]),
                      view.decode(column[last * view.row_stride])};
  }
}

template <class Value, class Metric>
void launch_split_columns(cudaStream_t stream, flow::column_view<Value> const& view, int per_series,
                          flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words,
                          std::int64_t* counts) {
  const int pitch = column_pitch(view.rows);
  const auto bytes = columns_per_block * pitch * sizeof(column_real<Value>);
  const auto kernel = split_columns<Value, Metric>;
  detail::check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
             "cudaFuncSetAttribute");
  const auto blocks = static_cast<unsigned>((view.series + columns_per_block - 1) / columns_per_block);
  kernel<<<blocks, 32 * columns_per_block, bytes, stream>>>(view, pitch, per_series, tolerance, metric, words, counts);
  detail::check_cuda(cudaGetLastError(), "split_columns");
}

} // namespace thrustline::cuda
