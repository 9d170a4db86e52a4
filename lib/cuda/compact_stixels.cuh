// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/launch_in_turn.cuh"
#include "cuda/warp.cuh"
#include <thrustline/algorithms/stixels/parameters.hpp>

namespace thrustline::cuda {

/// Offsets of all columns, and their stixels one after the other. 8 columns a block, one a warp. Launched in turn.
__global__ void compact_stixels(const std::int64_t* counts, std::int64_t series, std::int64_t rows, const stixel* found,
                                std::int64_t* offsets, stixel* stixels, std::int64_t capacity) {
  constexpr int warps = 8;
  __shared__ std::int64_t sums[warps];
  wait_for_turn();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::int64_t first = std::int64_t(blockIdx.x) * warps;
  std::int64_t sum = 0; // of all columns before this block's
  for (std::int64_t s = threadIdx.x; s < first; s += blockDim.x)
    sum += counts[s];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(full_warp, sum, distance);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads();
  const std::int64_t s = first + warp;
  if (s >= series)
    return;
  std::int64_t offset = 0;
  for (int w = 0; w < warps; ++w)
    offset += sums[w];
  for (std::int64_t before = first; before < s; ++before)
    offset += counts[before];
  const std::int64_t count = counts[s];
  if (offsets && lane == 0) {
    offsets[s] = offset;
    if (s == series - 1)
      offsets[series] = offset + count;
  }
  for (std::int64_t i = lane; stixels && i < count && offset + i < capacity; i += 32)
    stixels[offset + i] = found[s * rows + i];
}

} // namespace thrustline::cuda
