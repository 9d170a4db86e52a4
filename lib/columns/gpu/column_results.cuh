// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"

/// The ends of a column in shared memory, and its results.
namespace thrustline::gpu {

/// The first valid point of a column, or `rows`.
template <class Real>
__device__ int first_valid(const Real* values, int rows, int lane) {
  if (!isnan(values[0]))
    return 0;
  for (int i = 0; i < rows; i += 32)
    if (const unsigned valid = __ballot_sync(full_warp, i + lane < rows && !isnan(values[i + lane])))
      return i + __ffs(valid) - 1;
  return rows;
}

/// The last valid point of a column, or -1.
template <class Real>
__device__ int last_valid(const Real* values, int rows, int lane) {
  if (!isnan(values[rows - 1]))
    return rows - 1;
  for (int i = (rows - 1) / 32 * 32; i >= 0; i -= 32)
    if (const unsigned valid = __ballot_sync(full_warp, i + lane < rows && !isnan(values[i + lane])))
      return i + 31 - __clz(valid);
  return -1;
}

/// Results of the columns: the bits of their kept points and the numbers of their segments.
struct column_results {
  int per_series;
  std::uint32_t* words;
  std::int64_t* counts;

  __device__ void write(std::int64_t s, warp_bits const& kept) const {
    if (kept.lane < per_series)
      words[s * per_series + kept.lane] = kept.mine;
    const int points = warp_sum(__popc(kept.mine));
    if (kept.lane == 0)
      counts[s] = points > 1 ? points - 1 : 0;
  }
};

} // namespace thrustline::gpu
