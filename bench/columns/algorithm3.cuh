// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Algorithm 3 of Cebrian & Moure (2020) as printed: a block a column, a thread a point, a strided maximum and barriers
/// for every level. The baseline that engine `fused` is measured against, not a part of the library.
///
/// It differs from our engines on three points, so its masks may differ too:
/// - the distance is |slope * idx + data[first] - data[i]|, contracted and rounded as the compiler likes;
/// - a point is cut where its distance is >= the tolerance, not >;
/// - among equal distances the strided maximum favours the point that comes first in its own order of steps.
/// Read literally, lines 14 and 22 leave two gaps, closed here as the text around them asks: a thread that has become a
/// cut takes part no more, and a segment's maximum is read at its last point inside, as its end is a cut of its own.
namespace thrustline::bench {

/// data, cuts: columns of `rows` values one after the other; rows <= 1024 threads, 12 bytes of shared memory a row.
__global__ void parallel_segmentation(const float* data, std::uint8_t* cuts, float tolerance, int rows) {
  extern __shared__ float column[];
  float* const max_cost = column + rows;
  int* const arg_max = reinterpret_cast<int*>(max_cost + rows);
  __shared__ bool converged;

  data += static_cast<std::int64_t>(blockIdx.x) * rows;
  cuts += static_cast<std::int64_t>(blockIdx.x) * rows;
  const int i = threadIdx.x;
  int first = 0, last = rows - 1;
  bool cut = i == first || i == last;
  column[i] = data[i];
  __syncthreads();

  for (bool done = false; !done;) {
    if (i == 0)
      converged = true;
    const int idx = i - first;
    const float slope = (column[last] - column[first]) / static_cast<float>(last - first);
    const float cost = fabsf(slope * static_cast<float>(idx) + column[first] - column[i]);
    max_cost[i] = cut || cost < tolerance ? 0 : cost;
    arg_max[i] = i;
    __syncthreads();

    for (int stride = rows / 2; stride >= 1; stride /= 2) {
      float other_cost = 0;
      int other = 0;
      const bool greater = idx > stride && max_cost[i] <= max_cost[i - stride];
      if (greater) {
        other_cost = max_cost[i - stride];
        other = arg_max[i - stride];
      }
      __syncthreads();
      if (greater) {
        max_cost[i] = other_cost;
        arg_max[i] = other;
      }
      __syncthreads();
    }

    const int inside = last > first ? last - 1 : last;
    const bool split = max_cost[inside] > 0;
    const int at = arg_max[inside];
    __syncthreads();
    if (split && !cut) {
      if (at == i) {
        converged = false;
        cut = true;
        first = last = i;
      } else if (at < i) {
        first = at;
      } else {
        last = at;
      }
    }
    __syncthreads();
    done = converged;
    __syncthreads();
  }
  cuts[i] = cut;
}

} // namespace thrustline::bench
