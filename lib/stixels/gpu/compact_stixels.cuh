// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <thrust/scan.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "core/gpu/warp.cuh"
#include <thrustline/detail/check_cuda.hpp>
#include <thrustline/stixel_parameters.hpp>

namespace thrustline::gpu {

/// The stixels that were found: column s has counts[s] of them, from found[s * rows] on. All in device memory.
struct stixels_of_columns {
  const std::int64_t* counts;
  const stixel* found;
  std::int64_t series, rows;
};

/// Where they go, column after column. In device memory; stixels: null, or an array of `capacity`.
struct compact_output {
  std::int64_t* offsets; ///< series + 1
  stixel* stixels;
  std::int64_t capacity;
};

constexpr int compacting_warps = 8; ///< warps of a block, each of which copies a column

/// Copies the stixels of column s, by a warp.
__device__ inline void copy_column(stixels_of_columns const& from, compact_output const& to, std::int64_t s,
                                   std::int64_t offset) {
  const std::int64_t count = from.counts[s];
  for (std::int64_t i = threadIdx.x % 32; to.stixels && i < count && offset + i < to.capacity; i += 32)
    to.stixels[offset + i] = from.found[s * from.rows + i];
}

/// Writes offsets and stixels of few columns: every block sums up all counts before its own. Launched in turn.
__global__ void compact_few_stixels(stixels_of_columns from, compact_output to) {
  __shared__ std::int64_t sums[compacting_warps];
  wait_for_turn();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::int64_t first = std::int64_t(blockIdx.x) * compacting_warps;
  std::int64_t sum = 0; // stixels of all columns before this block's
  for (std::int64_t s = threadIdx.x; s < first; s += blockDim.x)
    sum += from.counts[s];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(full_warp, sum, distance);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads();
  const std::int64_t s = first + warp;
  if (s >= from.series)
    return;
  std::int64_t offset = 0;
  for (int w = 0; w < compacting_warps; ++w)
    offset += sums[w];
  for (std::int64_t before = first; before < s; ++before)
    offset += from.counts[before];
  if (lane == 0) {
    to.offsets[s] = offset;
    if (s == from.series - 1)
      to.offsets[from.series] = offset + from.counts[s];
  }
  copy_column(from, to, s, offset);
}

/// Writes the stixels where the offsets are known.
__global__ void copy_stixels(stixels_of_columns from, compact_output to) {
  const std::int64_t s = std::int64_t(blockIdx.x) * compacting_warps + threadIdx.x / 32;
  if (s < from.series)
    copy_column(from, to, s, to.offsets[s]);
}

inline std::int64_t compacting_blocks(stixels_of_columns const& from) {
  return (from.series + compacting_warps - 1) / compacting_warps;
}

/// Launches copy_stixels.
inline void copy_by_offsets(cudaStream_t stream, stixels_of_columns const& from, compact_output const& to) {
  copy_stixels<<<static_cast<unsigned>(compacting_blocks(from)), compacting_warps * 32, 0, stream>>>(from, to);
  detail::check_cuda(cudaGetLastError(), "copy_stixels");
}

/// Writes the offsets of all columns, and their stixels.
template <class Policy>
void compact_stixels(Policy const& policy, stixels_of_columns const& from, compact_output const& to) {
  constexpr std::int64_t few = 8192; // columns: to sum up their counts takes less time than another kernel
  const cudaStream_t stream = stream_of(policy);
  if (from.series <= few)
    return launch_in_turn(stream, compact_few_stixels, compacting_blocks(from), compacting_warps * 32, 0, from, to);
  detail::check_cuda(cudaMemsetAsync(to.offsets, 0, sizeof(std::int64_t), stream), "cudaMemsetAsync");
  thrust::inclusive_scan(policy, from.counts, from.counts + from.series, to.offsets + 1);
  copy_by_offsets(stream, from, to);
}

} // namespace thrustline::gpu
