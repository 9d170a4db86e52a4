// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_candidates.cuh"

namespace thrustline::cuda {

/// Lists the stixels of a solved column s, from the best class of the top row downwards. All threads call it: one goes
/// from stixel to stixel, which lie in the place of c.a.records then; all that is slow is done for many at once.
__device__ inline void list_stixels(block_column const& c, std::int64_t s, best_costs const& last, int& shared_count) {
  for (int top = threadIdx.x; top < c.rows; top += blockDim.x) {
    const int base = c.a.object_origins[top];
    stixel_class below{};
    if (base > 0)
      below =
          class_below({load_step(c.a.records + base), mean_between(c.a.sums[base], c.a.sums[top + 1], c.a.inverses)},
                      base, c.road.horizon);
    c.a.object_origins[top] = packed(base, below);
  }
  __syncthreads();
  struct alignas(16) piece {
    std::int32_t base, top;
    stixel_class kind;
    std::int32_t unused;
  };
  auto* const pieces = reinterpret_cast<piece*>(c.a.records);
  if (threadIdx.x == 0) {
    stixel_class kind = best_class_of(last);
    if (c.task.costs)
      c.task.costs[s] = (kind == stixel_class::ground   ? last.ground
                         : kind == stixel_class::object ? last.object
                                                        : last.sky) *
                        c.task.nats_per_unit;
    int count = 0;
    for (int top = c.rows - 1; top >= 0;) {
      const packed_origin origin = kind == stixel_class::ground   ? c.a.ground_origins[top]
                                   : kind == stixel_class::object ? c.a.object_origins[top]
                                                                  : c.a.sky_origins[top];
      pieces[count++] = {origin / 4, top, kind, 0};
      kind = static_cast<stixel_class>(origin % 4);
      top = origin / 4 - 1;
    }
    shared_count = count;
    c.task.counts[s] = count;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < shared_count; i += blockDim.x) {
    const piece one = pieces[i];
    c.task.found[s * c.rows + i] = {c.rows - 1 - one.top, c.rows - 1 - one.base, one.kind,
                                    mean_between(c.a.sums[one.base], c.a.sums[one.top + 1], c.a.inverses)};
  }
}

} // namespace thrustline::cuda
