// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_candidates.cuh"

/// The base and top rows of one tile, which follow each other: row after row, the best stixels that end in a row are
/// known, and then what the next base row costs. This chain is what a column's time depends on, so all that does not
/// depend on it is computed ahead (prepare_triangle), and its lanes tell each other the rest by shuffles.
namespace thrustline::cuda {

/// Base row i and top row l of a tile, 1 <= i <= l < 32.
__device__ inline int triangle_index(int i, int l) { return (i - 1) * (2 * tile_rows - i) / 2 + l - i; }
constexpr int triangle_size = tile_rows * (tile_rows - 1) / 2;

/// An object stixel, and what follows if it is the best that ends in its top row.
struct alignas(16) triangle_stixel {
  float disparity, high, low; ///< high, low: object_order
  cost data;
};
struct alignas(16) triangle_costs {
  cost log_above, log_below; ///< object_order
  cost on_other;             ///< data and prior on ground or sky
  std::int32_t unused;
};

/// What is known of the step from a top row to the base row above it.
struct alignas(16) step_terms {
  float other_high, other_low; ///< this and the next as in row_priors, but ..
  cost above_high, between, below_low, nearer, farther;
  cost ground, sky; ///< .. less the sums of the class, or unlikely
  cost ground_sum, sky_sum;
  std::int32_t unused;

  /// Those of objects.
  __device__ row_priors priors() const {
    return {infinite, infinite, nearer, farther, other_high, other_low, above_high, between, below_low};
  }
};

/// In shared memory.
struct triangle_memory {
  triangle_stixel stixels[triangle_size];
  triangle_costs costs[triangle_size];
  step_terms steps[tile_rows];
};

/// More than any cost less sums, and infinite.
constexpr cost unlikely = infinite + largest_finite;

template <stixel_mode Mode>
__device__ void prepare_triangle(block_column const& c, int tile, triangle_memory& memory) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows;
  {
    const int v = min(first + lane + 1, c.rows);
    const row_priors priors = c.road.priors[min(v, c.rows - 1)];
    const cost ground_sum = c.a.sums[v].ground, sky_sum = c.a.sky_sums[v];
    memory.steps[lane] = {priors.other_high,
                          priors.other_low,
                          priors.above_high,
                          priors.between,
                          priors.below_low,
                          priors.nearer_object,
                          priors.farther_object,
                          priors.ground < largest_finite ? priors.ground - ground_sum : unlikely,
                          priors.sky < largest_finite ? priors.sky - sky_sum : unlikely,
                          ground_sum,
                          sky_sum,
                          0};
  }
  __syncwarp();
  // Rounds of 32 stixels: base row j with the top rows above it, and base row 32 - j with those above that.
#pragma unroll 4
  for (int j = 1; j <= tile_rows / 2; ++j) {
    const int i = lane >= j ? j : tile_rows - j, l = lane >= j ? lane : lane + tile_rows - j;
    if (j == tile_rows / 2 && lane < j)
      continue; // both are the same
    const int top = min(first + l, c.rows - 1), base = min(first + i, top);
    const object_candidate one = candidate<Mode>(c, base, c.a.sums[base], top, c.a.sums[top + 1]);
    const object_order order(one.disparity, c.task.model.prior);
    step_terms const& step = memory.steps[i - 1];
    const cost prior = one.disparity > step.other_high  ? step.above_high
                       : one.disparity < step.other_low ? step.below_low
                                                        : step.between;
    const int at = triangle_index(i, l);
    memory.stixels[at] = {one.disparity, order.high, order.low, one.data};
    memory.costs[at] = {order.log_above, order.log_below, prior < largest_finite ? prior + one.data : infinite, 0};
  }
  __syncwarp();
}

/// The ground and the sky stixel that would be best in a row, as open_stixels has them.
struct open_ends {
  cost ground, sky;
  packed_origin ground_origin, sky_origin;
};

/// Solves the rows of a tile. `best`: of the lane's row, after all base rows up to the tile's first, and its order;
/// `open`: as of that row, and after it as of the row above the tile. `last` is written with the top row.
__device__ inline void solve_triangle(block_column const& c, int tile, triangle_memory const& memory,
                                      chunk_barrier* barriers, best_object best, object_order order,
                                      open_ends& shared_open, best_costs& last) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows, horizon = c.road.horizon;
  const int rows_here = min(tile_rows, c.rows - first);
  const float tolerance = c.task.model.prior.ground_tolerance;
  open_ends open = shared_open;

  int at = lane - 1; // triangle_index() of the next base row and this lane; for lanes below it of no meaning
  for (int chunk = 0; chunk < rows_here; chunk += chunk_rows) {
    cost ground_here = 0, sky_here = 0; // of this lane's row
    packed_origin ground_origin_here = 0, sky_origin_here = 0;
#pragma unroll
    for (int k = 0; k < chunk_rows; ++k) {
      const int r = chunk + k, t = first + r; // row t is known; beyond the top rows, nothing of what follows is used
      step_terms const& step = memory.steps[r];
      const triangle_stixel stixel = memory.stixels[max(at, 0)];
      const triangle_costs costs = memory.costs[max(at, 0)];
      at += tile_rows - 2 - r;

      const cost object = __shfl_sync(full_warp, best.total, r);
      const float disparity = __shfl_sync(full_warp, best.disparity, r);
      const float high = __shfl_sync(full_warp, order.high, r), low = __shfl_sync(full_warp, order.low, r);
      const cost nearer = __shfl_sync(full_warp, best.total + order.log_above, r) + step.nearer;
      const cost farther = __shfl_sync(full_warp, best.total + order.log_below, r) + step.farther;

      const cost ground = t < horizon ? open.ground + step.ground_sum : infinite, sky = open.sky + step.sky_sum;
      if (lane == r) {
        ground_here = ground, sky_here = sky;
        ground_origin_here = open.ground_origin, sky_origin_here = open.sky_origin;
      }
      const cost on_ground = min(ground, object) + step.ground, on_sky = object + step.sky;
      if (on_ground < open.ground) {
        open.ground = on_ground;
        open.ground_origin = packed(t + 1, ground < object ? stixel_class::ground : stixel_class::object);
      }
      if (on_sky < open.sky && disparity >= tolerance) {
        open.sky = on_sky;
        open.sky_origin = packed(t + 1, stixel_class::object);
      }

      const cost other = min(t < horizon ? ground : sky, infinite - 1); // plus an infinite one still below 2^31
      const cost farther_or_none = stixel.disparity < low ? farther : infinite;
      const cost on_object = stixel.disparity > high ? nearer : farther_or_none;
      const cost total = min(on_object + stixel.data, other + costs.on_other);
      if (total < best.total && lane > r) {
        best = {total, t + 1, stixel.disparity};
        order.high = stixel.high, order.low = stixel.low;
        order.log_above = costs.log_above, order.log_below = costs.log_below;
      }
    }
    if (lane / chunk_rows == chunk / chunk_rows && lane < rows_here) {
      const int t = first + lane;
      const best_costs known{ground_here, best.total, sky_here < largest_finite ? sky_here : infinite, best.disparity};
      c.a.object_origins[t] = best.base;
      c.a.ground_origins[t] = ground_origin_here;
      c.a.sky_origins[t] = sky_origin_here;
      if (t + 1 < c.rows)
        c.a.records[t + 1].step = make_base_step(known, order, memory.steps[lane].priors(), t < horizon);
      else
        last = known;
    }
    if (chunk + chunk_rows == tile_rows && lane == 0)
      shared_open = open;
    barriers[(first + chunk) / chunk_rows].tell(lane);
  }
}

} // namespace thrustline::cuda
