// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/stixel_candidates.cuh"

/// Base and top rows within one tile. They depend on each other row by row: the best stixels that end in a row give the
/// costs of the next base row. This chain determines a column's time. So all that does not depend on it is computed
/// ahead (prepare_triangle), and lanes exchange the rest by shuffles.
namespace thrustline::gpu {

/// Layout of the stixels of a tile with base row i and top row l, 1 <= i <= l < 32: 16 rows of 32. Each row has the
/// stixels of a base row i <= 16 and, in the places that these leave free, those of base row 32 - i.
struct triangle_place {
  static constexpr int size = tile_rows * tile_rows / 2;
  int first, step; ///< place of top row 0, and distance to that of base row i + 1 (but not from 16 to 17)

  __device__ explicit triangle_place(int i)
      : first(i <= 16 ? (16 - i) * tile_rows : (i - 16) * tile_rows - i), step(i <= 16 ? -tile_rows : tile_rows - 1) {}
};

/// An object stixel, and the terms for stixels above it if it is the best one that ends in its top row.
struct alignas(16) triangle_stixel {
  float disparity, step; ///< step: step_of() the disparity
  cost data;
  cost on_other; ///< data and prior on ground or sky
};

/// Prices of a nearer and of a farther object above a stixel: the logarithms of object_order and the row's priors.
struct alignas(8) object_prices {
  cost nearer, farther;
};

/// Terms of the step from a top row to the base row above it, which all lanes read.
struct alignas(16) step_prices {
  cost other, other_sum; ///< price of ground or sky less the sums up to the base row, and these sums
  cost least_other;      ///< infinite above the horizon, where nothing opens on sky
  cost least_open;       ///< infinite in the last row below the horizon, where there is no sky yet
};

/// Priors of an object on ground or sky, as in row_priors.
struct other_priors {
  float high, low;
  cost above_high, between, below_low;
};

/// Shared memory of one tile's triangle.
struct triangle_memory {
  triangle_stixel stixels[triangle_place::size];
  object_prices on_top[triangle_place::size];
  step_prices steps[tile_rows];
  object_prices prices[tile_rows]; ///< prices of an object above a top row, without the logarithms
  other_priors priors[tile_rows];
};

/// The best object stixel that ends in a row, as stixels above it need it.
struct known_object {
  cost below_open;      ///< its cost, or infinite where neither ground nor sky can open on it
  float high, low;      ///< as in object_order
  cost nearer, farther; ///< its cost and the prices of a nearer and of a farther object above it

  /// The object of another lane.
  __device__ known_object of_lane(int l) const {
    return {__shfl_sync(full_warp, below_open, l), __shfl_sync(full_warp, high, l), __shfl_sync(full_warp, low, l),
            __shfl_sync(full_warp, nearer, l), __shfl_sync(full_warp, farther, l)};
  }
};

/// Disparity of an object and its order to objects above it.
struct object_shape {
  float disparity;
  object_order order;
};

/// Shape of the object from a base row to the row before `end`.
__device__ inline object_shape shape_of(team_column const& c, int base, row_sums const& end) {
  const float disparity = mean_between(c.a.sums[base], end);
  return {disparity, order_of(disparity, c.task.model.prior)};
}

/// Writes memory.steps, prices and priors.
__device__ inline void prepare_steps(team_column const& c, int tile, triangle_memory& memory) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows;
  const int row = first + lane, v = min(row + 1, c.rows); // v: the base row above this lane's row
  const row_priors priors = c.road.priors[min(v, c.rows - 1)];
  const cost other_sum = c.a.other_sums[v];
  memory.steps[lane] = {(v - 1 < c.road.horizon ? priors.ground : priors.sky) - other_sum, other_sum,
                        row < c.road.horizon ? INT32_MIN : infinite, row + 1 == c.road.horizon ? infinite : INT32_MIN};
  memory.prices[lane] = {priors.nearer_object, priors.farther_object};
  memory.priors[lane] = {priors.other_high, priors.other_low, priors.above_high, priors.between, priors.below_low};
}

/// The stixels of a triangle are prepared in rounds of 32: those of base row j, and those of base row 32 - j. In the
/// last round both are the same. Several rounds advance step by step, so that their loads overlap.
constexpr int rounds_together = 4, round_groups = tile_rows / 2 / rounds_together;

/// Writes memory.stixels and on_top of one group of rounds. After prepare_steps().
template <stixel_mode Mode>
__device__ void prepare_rounds(team_column const& c, int tile, int group, triangle_memory& memory) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows, round = 1 + group * rounds_together;
  const int last = min(tile_rows, c.rows - first) - 1;
  int here = first;
  asm volatile("" : "+r"(here)); // else it would be added to each row, or addresses be kept while candidates are tried
  const auto* const sums = reinterpret_cast<const row_sums*>(reinterpret_cast<const char*>(c.a.sums) +
                                                             here * static_cast<int>(sizeof(row_sums)));
  const char* const of_first = c.entries_of(here);
  object_candidate one[rounds_together];
  float step[rounds_together];
  object_order order[rounds_together];
  cost prior[rounds_together];
  object_prices above[rounds_together];
#pragma unroll
  for (int k = 0; k < rounds_together; ++k) {
    const int j = round + k, i = lane >= j ? j : tile_rows - j, l = lane >= j ? lane : lane + tile_rows - j;
    const int top = min(l, last), base = min(i, top);
    const float scaled = scaled_mean(sums[base], sums[top + 1]), row = shifted_row<Mode>(scaled);
    const cost* const entries = c.entries(of_first, row);
    one[k] = {__fmul_rn(scaled, most_range), (entries + 1)[top] - entries[base]};
    above[k] = memory.prices[l];
    other_priors const& terms = memory.priors[i - 1];
    const cost not_above = one[k].disparity < terms.low ? terms.below_low : terms.between;
    prior[k] = one[k].disparity > terms.high ? terms.above_high : not_above;
  }
#pragma unroll
  for (int k = 0; k < rounds_together; ++k)
    step[k] = step_of(one[k].disparity, c.task.model.prior, Mode);
#pragma unroll
  for (int k = 0; k < rounds_together; ++k)
    order[k] = order_of(one[k].disparity, step[k], c.task.model.prior);
#pragma unroll
  for (int k = 0; k < rounds_together; ++k) {
    const int at = triangle_place(round + k).first + lane;
    const cost on_other = prior[k] < largest_finite ? prior[k] + one[k].data : infinite;
    memory.stixels[at] = {one[k].disparity, step[k], one[k].data, on_other};
    memory.on_top[at] = {order[k].log_above + above[k].nearer, order[k].log_below + above[k].farther};
  }
}

/// Prepares all of a tile's triangle, by one warp.
template <stixel_mode Mode>
__device__ void prepare_triangle(team_column const& c, int tile, triangle_memory& memory) {
  prepare_steps(c, tile, memory);
  __syncwarp();
  for (int group = 0; group < round_groups; ++group)
    prepare_rounds<Mode>(c, tile, group, memory);
  __syncwarp();
}

/// State of a lane while the rows of a tile are solved. `open` and `open_here`: cost of the ground stixel, or above the
/// horizon the sky stixel, that is best in a row, less the sums up to the row, as in open_stixels.
struct triangle_state {
  best_object best; ///< best object that ends in the lane's row
  known_object object;
  cost open;      ///< after the last base row
  cost open_here; ///< after the base rows up to the lane's row
};

/// Goes through the rows of a chunk: each row's object is final when its turn comes, and the lanes above it try the
/// base row after it. tolerance: least disparity of the lane's object on which ground or sky opens.
__device__ inline void solve_chunk(int chunk, int lane, int first, float tolerance, triangle_memory const& memory,
                                   triangle_state& state) {
  const triangle_place place(chunk + 1);
  int at = place.first + lane; // lanes below the base row do not use it
  int better = -1;             // the last step that changed the lane's object
#pragma unroll 2               // fetching the instructions of a longer loop would take more time than it saves
  for (int k = 0; k < chunk_rows; ++k, at += place.step) {
    const int r = chunk + k; // beyond the top rows, no result is used
    const step_prices prices = memory.steps[r];
    const triangle_stixel stixel = memory.stixels[at];
    const object_prices on_top = memory.on_top[at];

    known_object& object = state.object;
    const known_object solved = object.of_lane(r);
    const bool is_above = lane > r;
    const cost limit = is_above ? state.best.total : INT32_MIN;
    const cost other = min(state.open + prices.other_sum, infinite - 1); // its sum with `infinite` is below 2^31
    const cost farther_or_none = stixel.disparity < solved.low ? solved.farther : infinite;
    const cost below_object = stixel.disparity > solved.high ? solved.nearer : farther_or_none;
    const cost total = min(below_object + stixel.data, other + stixel.on_other);

    // Ground on the better of ground and object, sky on an object.
    const cost below = min(max(other, prices.least_other), solved.below_open);
    state.open = max(min(below + prices.other, state.open), prices.least_open);
    if (is_above)
      state.open_here = state.open;
    if (total < limit) {
      state.best.total = total;
      better = k;
      object = {stixel.disparity >= tolerance ? total : infinite, __fadd_rn(stixel.disparity, stixel.step),
                __fadd_rn(stixel.disparity, -stixel.step), total + on_top.nearer, total + on_top.farther};
    }
  }
  if (better >= 0)
    state.best.base = first + chunk + 1 + better;
}

/// As make_base_step(), from a row's best object, the cost of its ground or sky stixel and the prepared priors. `other`
/// is below infinite, so that the sum of two is below 2^31.
__device__ inline base_step step_above(known_object const& object, cost other, other_priors const& priors) {
  const auto on_other = [&](cost prior) { return min(other + prior, infinite); };
  return {object.high,
          object.low,
          object.nearer,
          object.farther,
          priors.high,
          priors.low,
          on_other(priors.above_high),
          on_other(priors.between),
          on_other(priors.below_low)};
}

/// What a tile's rows depend on below the tile.
struct triangle_start {
  best_object best;   ///< best object that ends in the lane's row, of the base rows up to the tile's first
  object_shape shape; ///< shape of `best`
  cost open;          ///< triangle_state::open after the row below the tile
};

/// Where the solved tile's costs are written, in shared memory.
struct triangle_end {
  cost& open;       ///< triangle_state::open after the tile's last row
  best_costs& last; ///< written by the lane of the column's top row
};

/// Solves the rows of a tile.
__device__ inline void solve_triangle(team_column const& c, int tile, triangle_memory const& memory,
                                      ready_barrier* barriers, triangle_start const& start, triangle_end const& end) {
  const int lane = threadIdx.x % 32, first = tile * tile_rows, t = first + lane;
  const int rows_here = min(tile_rows, c.rows - first);
  const bool below_horizon = t < c.road.horizon;
  const float tolerance = below_horizon ? -unreachable : c.task.model.prior.ground_tolerance;
  const object_prices prices = memory.prices[lane];
  const other_priors priors = memory.priors[lane];
  const cost other_sum = memory.steps[lane].other_sum;
  best_object const& best = start.best;
  object_shape const& shape = start.shape;
  triangle_state state{best,
                       {shape.disparity >= tolerance ? best.total : infinite, shape.order.high, shape.order.low,
                        best.total + shape.order.log_above + prices.nearer,
                        best.total + shape.order.log_below + prices.farther},
                       start.open,
                       start.open};
  const auto least_other = [&] { // cost of the ground or sky stixel that ends in the lane's row
    const cost other = state.open_here + other_sum;
    return other < largest_finite ? other : infinite - 1;
  };
  for (int chunk = 0; chunk < rows_here; chunk += chunk_rows) {
    solve_chunk(chunk, lane, first, tolerance, memory, state);
    if (lane / chunk_rows == chunk / chunk_rows && lane < rows_here)
      store_step(c.a, t + 1, step_above(state.object, least_other(), priors));
    if (chunk + chunk_rows == tile_rows && lane == 0)
      end.open = state.open;
    barriers[(first + chunk) / chunk_rows].signal();
  }
  if (lane < rows_here) {
    const cost total = state.best.total, other = least_other();
    c.a.opens[t] = state.open_here;
    c.a.object_origins[t] = packed(state.best.base, {}) | (below_horizon && other < total ? ground_on_ground : 0);
    if (t == c.rows - 1)
      end.last = {below_horizon ? other : infinite, total, below_horizon ? infinite : other,
                  mean_between(c.a.sums[state.best.base], c.a.sums[t + 1])};
  }
}

} // namespace thrustline::gpu
