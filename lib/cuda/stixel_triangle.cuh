// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/stixel_candidates.cuh"

/// The base and top rows of one tile, which follow each other: row after row, the best stixels that end in a row are
/// known, and then what the next base row costs. This chain is what a column's time depends on, so all that does not
/// depend on it is computed ahead (prepare_triangle), and its lanes tell each other the rest by shuffles.
namespace thrustline::cuda {

/// Where the stixels of a tile with base row i and top rows l lie, 1 <= i <= l < 32: in 16 rows of 32, of which each
/// has those of base row i <= 16, and where that has none, of 32 - i.
struct triangle_place {
  static constexpr int size = tile_rows * tile_rows / 2;
  int first, step; ///< of top row 0, and from there to that of base row i + 1, but from 16 to 17

  __device__ explicit triangle_place(int i)
      : first(i <= 16 ? (16 - i) * tile_rows : (i - 16) * tile_rows - i), step(i <= 16 ? -tile_rows : tile_rows - 1) {}
};

/// An object stixel, and what follows if it is the best that ends in its top row.
struct alignas(16) triangle_stixel {
  float disparity, step; ///< step: how much nearer or farther an object of another depth must be
  cost data;
  cost on_other; ///< data and prior on ground or sky
};
struct alignas(8) object_logarithms {
  cost above, below; ///< as in object_order
};

/// What all lanes must know of the step from a top row to the base row above it: prices of objects, and of ground or
/// sky, less the sums up to the base row, and these.
struct alignas(16) step_prices {
  cost nearer, farther, other, other_sum;
};

/// What an object on ground or sky costs: as in row_priors.
struct other_priors {
  float high, low;
  cost above_high, between, below_low;
};

/// In shared memory.
struct triangle_memory {
  triangle_stixel stixels[triangle_place::size];
  object_logarithms logarithms[triangle_place::size];
  step_prices prices[tile_rows];
  other_priors priors[tile_rows];
};

/// The best object stixel that ends in a row, and what a stixel on it depends on.
struct known_object {
  best_object best;
  float disparity, high, low; ///< high, low: as in object_order
  cost nearer, farther;       ///< what all cost, with the logarithms that a nearer and a farther one have

  /// Becomes another one with the next base row, which the caller must count, if its cost is less than `limit`.
  __device__ bool take_less(cost total, cost limit, triangle_stixel const& stixel,
                            object_logarithms const& logarithms) {
    const bool is_less = total < limit;
    const float above = __fadd_rn(stixel.disparity, stixel.step), below = __fadd_rn(stixel.disparity, -stixel.step);
    const cost on_nearer_side = total + logarithms.above, on_farther_side = total + logarithms.below;
    best.total = is_less ? total : best.total;
    disparity = is_less ? stixel.disparity : disparity;
    high = is_less ? above : high, low = is_less ? below : low;
    nearer = is_less ? on_nearer_side : nearer, farther = is_less ? on_farther_side : farther;
    return is_less;
  }

  /// That of a lane, without its base row.
  __device__ known_object of_lane(int l) const {
    return {{__shfl_sync(full_warp, best.total, l), 0},
            __shfl_sync(full_warp, disparity, l),
            __shfl_sync(full_warp, high, l),
            __shfl_sync(full_warp, low, l),
            __shfl_sync(full_warp, nearer, l),
            __shfl_sync(full_warp, farther, l)};
  }
};

__device__ inline known_object known(best_object const& best, float disparity, prior_tables const& tables) {
  const float step = step_of(disparity, tables);
  const object_order order = order_of(disparity, step, tables);
  return {best, disparity, order.high, order.low, best.total + order.log_above, best.total + order.log_below};
}

/// Writes memory.prices and priors.
__device__ inline void prepare_steps(block_column const& c, int tile, triangle_memory& memory) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows;
  const int v = min(first + lane + 1, c.rows); // the base row above this lane's row
  const row_priors priors = c.road.priors[min(v, c.rows - 1)];
  const cost other_sum = c.a.other_sums[v];
  memory.prices[lane] = {priors.nearer_object, priors.farther_object,
                         (v - 1 < c.road.horizon ? priors.ground : priors.sky) - other_sum, other_sum};
  memory.priors[lane] = {priors.other_high, priors.other_low, priors.above_high, priors.between, priors.below_low};
}

/// The stixels of a triangle are prepared in rounds of 32: base row j with the top rows above it, and base row 32 - j
/// with those above that. In the last one the other half is the same again. Several rounds go step by step, so that
/// their loads wait together.
constexpr int rounds_together = 4, round_groups = tile_rows / 2 / rounds_together;

/// After prepare_steps(), as all groups.
template <stixel_mode Mode>
__device__ void prepare_rounds(block_column const& c, int tile, int group, triangle_memory& memory) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows, round = 1 + group * rounds_together;
  object_candidate one[rounds_together];
  float step[rounds_together];
  object_order order[rounds_together];
  cost prior[rounds_together];
#pragma unroll
  for (int k = 0; k < rounds_together; ++k) {
    const int j = round + k, i = lane >= j ? j : tile_rows - j, l = lane >= j ? lane : lane + tile_rows - j;
    const int top = min(first + l, c.rows - 1), base = min(first + i, top);
    one[k] = candidate<Mode>(c, base, top);
    other_priors const& terms = memory.priors[i - 1];
    const cost not_above = one[k].disparity < terms.low ? terms.below_low : terms.between;
    prior[k] = one[k].disparity > terms.high ? terms.above_high : not_above;
  }
#pragma unroll
  for (int k = 0; k < rounds_together; ++k)
    step[k] = step_of(one[k].disparity, c.task.model.prior);
#pragma unroll
  for (int k = 0; k < rounds_together; ++k)
    order[k] = order_of(one[k].disparity, step[k], c.task.model.prior);
#pragma unroll
  for (int k = 0; k < rounds_together; ++k) {
    const int at = triangle_place(round + k).first + lane;
    const cost on_other = prior[k] < largest_finite ? prior[k] + one[k].data : infinite;
    memory.stixels[at] = {one[k].disparity, step[k], one[k].data, on_other};
    memory.logarithms[at] = {order[k].log_above, order[k].log_below};
  }
}

/// By one warp.
template <stixel_mode Mode>
__device__ void prepare_triangle(block_column const& c, int tile, triangle_memory& memory) {
  prepare_steps(c, tile, memory);
  __syncwarp();
  for (int group = 0; group < round_groups; ++group)
    prepare_rounds<Mode>(c, tile, group, memory);
  __syncwarp();
}

/// What the rows of a tile know of each other while they are solved. The ground stixel, or above the horizon the sky
/// stixel, that would be best in a row costs the sums up to the row and these, as open_stixels has them.
struct triangle_state {
  known_object object; ///< of the lane's row
  cost open;           ///< after the last base row
  cost open_here;      ///< after the base rows up to the lane's row
};

/// Goes through the rows of a chunk, each of which is known then, and tries the base row above it with the lanes above.
__device__ inline void solve_chunk(int chunk, int lane, int first, int rows_below_horizon, float tolerance,
                                   triangle_memory const& memory, triangle_state& state) {
  const triangle_place place(chunk + 1);
  int at = place.first + lane; // for lanes below the base row of no meaning
  unsigned better = 0;         // steps after which the lane's object is another one
#pragma unroll 2               // the instructions of a longer loop would take more time to fetch than it saves
  for (int k = 0; k < chunk_rows; ++k, at += place.step) {
    const int r = chunk + k; // beyond the top rows, nothing of what follows is used
    const step_prices prices = memory.prices[r];
    const triangle_stixel stixel = memory.stixels[at];
    const object_logarithms logarithms = memory.logarithms[at];

    known_object& object = state.object;
    const known_object solved = object.of_lane(r);
    const cost total = solved.best.total;
    const bool is_above = lane > r;
    const cost limit = is_above ? object.best.total : INT32_MIN;

    if (r == rows_below_horizon) { // there is no sky yet
      state.open = infinite;
      state.open_here = is_above || lane == r ? infinite : state.open_here;
    }
    const cost other = min(state.open + prices.other_sum, infinite - 1); // plus an infinite cost still below 2^31
    // Ground on the better of ground and object, sky on an object that is not as far as the sky.
    const cost under_ground = min(other, total), under_sky = solved.disparity >= tolerance ? total : infinite;
    const cost opened = (r < rows_below_horizon ? under_ground : under_sky) + prices.other;
    state.open = min(state.open, opened);
    if (is_above)
      state.open_here = min(state.open_here, opened);

    const cost farther_or_none =
        stixel.disparity < solved.low ? solved.farther + (prices.farther + stixel.data) : infinite;
    const cost on_object =
        stixel.disparity > solved.high ? solved.nearer + (prices.nearer + stixel.data) : farther_or_none;
    if (object.take_less(min(on_object, other + stixel.on_other), limit, stixel, logarithms))
      better |= 1u << k;
  }
  if (better != 0)
    state.object.best.base = first + chunk + 32 - __clz(static_cast<int>(better));
}

/// As make_base_step(), of a row's best object and its ground or sky stixel, with what was prepared. `other` is below
/// infinite, so that the sum of two is below 2^31.
__device__ inline base_step step_above(known_object const& object, cost other, step_prices const& prices,
                                       other_priors const& priors) {
  const auto on_other = [&](cost prior) { return min(other + prior, infinite); };
  return {object.high,
          object.low,
          object.nearer + prices.nearer,
          object.farther + prices.farther,
          priors.high,
          priors.low,
          on_other(priors.above_high),
          on_other(priors.between),
          on_other(priors.below_low)};
}

/// Solves the rows of a tile. `object`: of the lane's row, after all base rows up to the tile's first; `open_before`:
/// as of the row below the tile; `open_after` is written: as of its last row. `last` is written with the top row.
__device__ inline void solve_triangle(block_column const& c, int tile, triangle_memory const& memory,
                                      chunk_barrier* barriers, known_object const& object, cost open_before,
                                      cost& open_after, best_costs& last) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows, t = first + lane;
  const int rows_here = min(tile_rows, c.rows - first), rows_below_horizon = c.road.horizon - first;
  const bool below_horizon = lane < rows_below_horizon;
  const float tolerance = c.task.model.prior.ground_tolerance;
  const step_prices prices = memory.prices[lane];
  const other_priors priors = memory.priors[lane];
  triangle_state state{object, open_before, open_before};
  for (int chunk = 0; chunk < rows_here; chunk += chunk_rows) {
    solve_chunk(chunk, lane, first, rows_below_horizon, tolerance, memory, state);
    if (lane / chunk_rows == chunk / chunk_rows && lane < rows_here) {
      best_object const& best = state.object.best;
      const cost end = state.open_here + prices.other_sum, other = end < largest_finite ? end : infinite - 1;
      c.a.opens[t] = state.open_here;
      c.a.object_origins[t] = packed(best.base, {}) | (below_horizon && other < best.total ? ground_on_ground : 0);
      if (t + 1 < c.rows)
        store_step(c.a, t + 1, step_above(state.object, other, prices, priors));
      else
        last = {below_horizon ? other : infinite, best.total, below_horizon ? infinite : other, state.object.disparity};
    }
    if (chunk + chunk_rows == tile_rows && lane == 0)
      open_after = state.open;
    barriers[(first + chunk) / chunk_rows].tell();
  }
}

} // namespace thrustline::cuda
