// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/stixel_task.cuh"
#include "cuda/warp.cuh"

/// The recurrence on a device: a block a column, a lane a top row, without a barrier a row.
///
/// Rows go in tiles of 32, one a warp. A top row takes its candidates from all base rows below it, in rising order. As
/// soon as the best stixels that end in a row are known, its lane writes what the next base row costs (base_record),
/// and every 8 rows its warp tells the warps above, by a barrier of their own, so that these wait for nothing else.
/// Within a tile the rows follow each other; the tiles above work on what is ready meanwhile. What this chain of rows
/// need not wait for, the means and data terms of candidates, is computed 8 base rows ahead.
namespace thrustline::cuda {

template <stixel_mode Mode>
class column_block {
public:
  /// `tables`: shared memory for prior_table_bytes().
  __device__ column_block(column_task const& task, column_arrays const& arrays, block_memory& shared,
                          chunk_barrier* barriers, char* tables)
      : task_(task), model_(task.model), prior_(task.model.prior), a_(arrays), shared_(shared), barriers_(barriers),
        rows_(task.model.rows), tiles_((rows_ + tile_rows - 1) / tile_rows), lane_(threadIdx.x % 32),
        warp_(threadIdx.x / 32), warps_(blockDim.x / 32), unit_(task.model.disparities.unit()),
        pitch_(static_cast<int>(table_pitch(rows_))), object_sums_(task.object_sums + blockIdx.x * task.table_size) {
    auto* const logarithms = reinterpret_cast<cost*>(tables);
    auto* const steps = reinterpret_cast<float*>(logarithms + task.logarithms);
    for (int i = threadIdx.x; i < task.logarithms; i += blockDim.x)
      logarithms[i] = model_.prior.log.values[i];
    for (int i = threadIdx.x; i <= model_.range; i += blockDim.x)
      steps[i] = model_.prior.disparity_step[i];
    prior_.log.values = logarithms;
    prior_.disparity_step = steps;
    for (int count = threadIdx.x; count <= rows_; count += blockDim.x)
      a_.reciprocals[count] = {static_cast<float>(count), count > 0 ? __frcp_rn(static_cast<float>(count)) : 0.f};
    for (int chunk = threadIdx.x; chunk < tiles_ * (tile_rows / chunk_rows); chunk += blockDim.x)
      init(&barriers_[chunk], 32);
  }

  /// Solves column s. All threads call it; `phase` changes from one column to the next.
  __device__ void solve(std::int64_t s, bool phase) {
    const std::int64_t frame = s / task_.stixel_columns;
    const int road = task_.road_of_frame[frame];
    road_ = {task_.horizons[road], task_.ground + std::int64_t(road) * rows_,
             task_.priors + std::int64_t(road) * rows_};
    if (threadIdx.x == 0) {
      shared_.least = INT32_MAX;
      shared_.most = 0;
    }
    __syncthreads();
    read(frame, s % task_.stixel_columns);
    __syncthreads();
    sum_rows();
    sum_object_costs();
    for (int tile = warp_; tile < tiles_; tile += warps_)
      solve_tile(tile, phase);
    __syncthreads();
    if (threadIdx.x == 0)
      list_stixels(s);
  }

private:
  /// As mean_disparity(): the quotient by way of the reciprocal, corrected once. Its error before the last rounding is
  /// below 2^-45 of it, and no quotient of a float by a whole number below 2^18 lies as near to the middle of two
  /// floats, so it is the correctly rounded one.
  __device__ float mean(std::int32_t sum, std::int32_t valid) const {
    const reciprocal by = a_.reciprocals[valid];
    const float dividend = __int2float_rn(sum), first = __fmul_rn(dividend, by.inverse);
    const float rest = __fmaf_rn(-first, by.count, dividend);
    return __fmul_rn(__fmaf_rn(rest, by.inverse, first), unit_);
  }

  __device__ float mean_of_rows(int base, int top) const {
    return mean(a_.disparity_sums[top + 1] - a_.disparity_sums[base], a_.valid_sums[top + 1] - a_.valid_sums[base]);
  }

  /// What each row adds to the sums, and the range of the disparities.
  __device__ void read(std::int64_t frame, std::int64_t column) {
    std::int32_t least = INT32_MAX, most = 0;
    for (int v = threadIdx.x; v < rows_; v += blockDim.x) {
      const float* const pixels =
          task_.disparity + (frame * rows_ + rows_ - 1 - v) * task_.image_columns + column * task_.reduction.width;
      const std::int32_t measured = task_.reduction(pixels);
      const row_values row(model_, road_, v, measured);
      a_.disparity_sums[v + 1] = row.disparity;
      a_.valid_sums[v + 1] = row.valid;
      a_.ground_sums[v + 1] = row.ground;
      a_.sky_sums[v + 1] = row.sky;
      a_.looked_up[v] = model_.range;
      if (measured != missing) {
        a_.looked_up[v] = measured_row(measured, model_);
        least = min(least, measured);
        most = max(most, measured);
      }
    }
    if (most > 0 || least < INT32_MAX) {
      atomicMin(&shared_.least, least);
      atomicMax(&shared_.most, most);
    }
  }

  /// Prefix sums of the four arrays, tile by tile.
  __device__ void sum_rows() {
    std::int32_t* const arrays[] = {a_.disparity_sums, a_.valid_sums, a_.ground_sums, a_.sky_sums};
    for (int tile = warp_; tile < tiles_; tile += warps_)
#pragma unroll
      for (std::int32_t* const sums : arrays) {
        const int i = tile * tile_rows + lane_ + 1;
        std::int32_t sum = i <= rows_ ? sums[i] : 0;
        for (int distance = 1; distance < 32; distance *= 2) {
          const std::int32_t other = __shfl_up_sync(full_warp, sum, distance);
          sum += lane_ >= distance ? other : 0;
        }
        if (i <= rows_)
          sums[i] = sum;
      }
    __syncthreads();
    // One warp an array carries the sums of the tiles on; then all tiles but the first are raised.
    for (int k = warp_; k < 4; k += warps_) {
      std::int32_t* const sums = arrays[k];
      std::int32_t before = 0;
      if (lane_ == 0)
        sums[0] = 0;
      for (int first = 0; first < tiles_; first += 32) {
        const int end = min((first + lane_ + 1) * tile_rows, rows_);
        std::int32_t total = first + lane_ < tiles_ ? sums[end] : 0;
        for (int distance = 1; distance < 32; distance *= 2) {
          const std::int32_t other = __shfl_up_sync(full_warp, total, distance);
          total += lane_ >= distance ? other : 0;
        }
        __syncwarp();
        if (first + lane_ < tiles_)
          sums[end] = before + total;
        before += __shfl_sync(full_warp, total, 31);
      }
    }
    __syncthreads();
    for (int tile = warp_ + 1; tile < tiles_; tile += warps_) {
      const int i = tile * tile_rows + lane_ + 1;
      if (i < min((tile + 1) * tile_rows, rows_))
#pragma unroll
        for (std::int32_t* const sums : arrays)
          sums[i] += sums[tile * tile_rows];
    }
    __syncthreads();
  }

  /// Prefix sums of the costs on objects of the disparities that a mean of this column can have, one row of the table a
  /// disparity. A rounded mean may lie one step outside the measured disparities.
  __device__ void sum_object_costs() {
    const int bits = model_.disparities.bits;
    const int last = min((shared_.most >> bits) + 1, model_.range);
    first_disparity_ = max(min(shared_.least >> bits, last) - 1, 0);
    const int groups = (last - first_disparity_ + 32) / 32, parts = max(warps_ / groups, 1);
    const int part_chunks = (rows_ / chunk_rows + parts) / parts; // of the entries 0 .. rows
    for (int unit = warp_; unit < groups * parts; unit += warps_) {
      const int group = unit % groups, begin = unit / groups * part_chunks * chunk_rows;
      const cost* const pixel = costs_of_group(group);
      const int end = min(begin + part_chunks * chunk_rows, rows_);
      cost sum = 0;
#pragma unroll 8
      for (int v = begin; v < end; ++v)
        sum += pixel[a_.looked_up[v] * model_.range];
      shared_.partial_sums[unit * 32 + lane_] = sum;
    }
    __syncthreads();
    cost* const turned = reinterpret_cast<cost*>(a_.records) + warp_ * chunk_rows * 33; // not yet in use
    for (int unit = warp_; unit < groups * parts; unit += warps_) {
      const int group = unit % groups, part = unit / groups, begin = part * part_chunks * chunk_rows;
      const cost* const pixel = costs_of_group(group);
      cost sum = 0;
      for (int before = 0; before < part; ++before)
        sum += shared_.partial_sums[(before * groups + group) * 32 + lane_];
      for (int chunk = begin; chunk < begin + part_chunks * chunk_rows && chunk <= rows_; chunk += chunk_rows) {
#pragma unroll
        for (int i = 0; i < chunk_rows; ++i) {
          turned[i * 33 + lane_] = sum;
          sum += chunk + i < rows_ ? pixel[a_.looked_up[chunk + i] * model_.range] : 0;
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < chunk_rows; ++i) {
          const int f = 4 * i + lane_ / chunk_rows, row = lane_ % chunk_rows;
          object_sums_[(group * 32 + f) * pitch_ + chunk + row] = turned[row * 33 + f];
        }
        __syncwarp();
      }
    }
    __syncthreads();
  }

  __device__ const cost* costs_of_group(int group) const {
    return model_.object_costs + min(first_disparity_ + group * 32 + lane_, model_.range - 1);
  }

  /// The best object stixel that ends in this lane's row, as far as base rows were tried.
  struct lane_best {
    cost total;
    int base;
    float disparity;
  };

  __device__ const cost* sums_of(float disparity) const {
    return object_sums_ + max(table_row(disparity, Mode) - first_disparity_, 0) * pitch_;
  }

  /// Mean disparities and data terms of the object stixels with top row t and the chunk of base rows after `row`.
  struct chunk_candidates {
    float disparity[chunk_rows];
    cost data[chunk_rows];
  };

  __device__ chunk_candidates candidates(int row, int t, std::int32_t disparity_sum, std::int32_t valid_sum) const {
    chunk_candidates all;
#pragma unroll
    for (int i = 0; i < chunk_rows; ++i) {
      const int v = min(row + 1 + i, t); // beyond t there is nothing to try
      all.disparity[i] = mean(disparity_sum - a_.disparity_sums[v], valid_sum - a_.valid_sums[v]);
      const cost* const sums = sums_of(all.disparity[i]);
      all.data[i] = sums[t + 1] - sums[v];
    }
    return all;
  }

  /// Tries base row v.
  __device__ bool try_base(int v, float disparity, cost data, lane_best& best) const {
    const cost total = object_entry(load(a_.records + v).step, disparity).least() + data;
    const bool better = total < best.total;
    if (better)
      best = {total, v, disparity};
    return better;
  }

  __device__ static base_record load(const base_record* record) {
    union {
      int4 words[3];
      base_record whole;
    } copy;
    static_assert(sizeof copy.words == sizeof copy.whole);
#pragma unroll
    for (int i = 0; i < 3; ++i)
      copy.words[i] = reinterpret_cast<const int4*>(record)[i];
    return copy.whole;
  }

  __device__ void solve_tile(int tile, bool phase) {
    const int first = tile * tile_rows, t = min(first + lane_, rows_ - 1); // lanes beyond the top repeat its row
    const std::int32_t disparity_sum = a_.disparity_sums[t + 1], valid_sum = a_.valid_sums[t + 1];
    const row_priors priors = road_.priors[min(t + 1, rows_ - 1)];
    lane_best best{0, 0, mean(disparity_sum, valid_sum)};
    best.total = first_object(model_.first, t, road_.horizon) + sums_of(best.disparity)[t + 1];

    for (int row = 0; row < first; row += chunk_rows) {
      const chunk_candidates chunk = candidates(row, t, disparity_sum, valid_sum);
      barriers_[row / chunk_rows].wait_parity(phase);
#pragma unroll
      for (int i = 0; i < chunk_rows; ++i)
        try_base(row + 1 + i, chunk.disparity[i], chunk.data[i], best);
    }
    object_order order(best.disparity, prior_);
    for (int row = first; row < first + tile_rows; row += chunk_rows) {
      const chunk_candidates chunk = candidates(row, t, disparity_sum, valid_sum);
#pragma unroll
      for (int i = 0; i < chunk_rows; ++i) {
        if (first + lane_ == row + i && row + i < rows_)
          finish_row(t, best, order, priors);
        __syncwarp();
        // Most base rows are of no use to any lane, and then no logarithm is looked up.
        if (first + lane_ > row + i && row + i + 1 < rows_ &&
            try_base(row + i + 1, chunk.disparity[i], chunk.data[i], best))
          order = object_order(best.disparity, prior_);
      }
      static_cast<void>(barriers_[row / chunk_rows].arrive());
    }
  }

  /// All stixels that end in row t are known: what the next base row costs.
  __device__ void finish_row(int t, lane_best const& object, object_order const& order, row_priors const& priors) {
    open_stixels open = t == 0 ? open_stixels(model_.first) : a_.open[t];
    const cost ground_sum = a_.ground_sums[t + 1], sky_sum = a_.sky_sums[t + 1];
    const best_costs best{open.best_ground(t, road_.horizon, ground_sum), object.total, open.best_sky(sky_sum),
                          object.disparity};
    a_.object_bases[t] = object.base;
    if (t == 0)
      a_.open[0] = open;
    if (t == rows_ - 1) {
      shared_.last = best;
      return;
    }
    a_.records[t + 1].step = make_base_step(best, order, priors, t < road_.horizon);
    open.go_on(t + 1, best, priors, prior_, ground_sum, sky_sum);
    a_.open[t + 1] = open;
  }

  /// From the best class of the top row downwards.
  __device__ void list_stixels(std::int64_t s) const {
    stixel_class kind = best_class_of(shared_.last);
    if (task_.costs)
      task_.costs[s] = (kind == stixel_class::ground   ? shared_.last.ground
                        : kind == stixel_class::object ? shared_.last.object
                                                       : shared_.last.sky) *
                       task_.nats_per_unit;
    stixel* const found = task_.found + s * rows_;
    std::int64_t count = 0;
    for (int top = rows_ - 1; top >= 0;) {
      const origin from = origin_of(kind, top);
      found[count++] = {rows_ - 1 - top, rows_ - 1 - from.base, kind, mean_of_rows(from.base, top)};
      kind = from.below;
      top = from.base - 1;
    }
    task_.counts[s] = count;
  }

  __device__ origin origin_of(stixel_class kind, int top) const {
    if (kind == stixel_class::ground)
      return a_.open[top].ground_origin;
    if (kind == stixel_class::sky)
      return {a_.open[top].sky_base, stixel_class::object};
    const int base = a_.object_bases[top];
    if (base == 0)
      return {0, {}};
    return {base, class_below({a_.records[base].step, mean_of_rows(base, top)}, base, road_.horizon)};
  }

  column_task const& task_;
  model_view const& model_;
  prior_tables prior_; ///< in shared memory
  column_arrays a_;
  block_memory& shared_;
  chunk_barrier* barriers_;
  const int rows_, tiles_, lane_, warp_, warps_;
  const float unit_;
  const int pitch_;
  cost* const object_sums_;
  road_view road_{};
  int first_disparity_ = 0;
};

/// Solves columns blockIdx.x, + gridDim.x, ... Dynamic shared memory: barrier_bytes(), prior_table_bytes(), and
/// column_arrays::bytes() if they fit.
template <stixel_mode Mode, bool InShared>
__global__ void __launch_bounds__(most_warps * 32, 2) solve_stixel_columns(__grid_constant__ const column_task task) {
  extern __shared__ __align__(16) char shared_bytes[];
  __shared__ block_memory shared;
  char* const tables = shared_bytes + barrier_bytes(task.model.rows);
  char* const memory = InShared ? tables + prior_table_bytes(task.logarithms, task.model.range)
                                : task.arena + blockIdx.x * task.arena_size;
  column_block<Mode> block(task, column_arrays(memory, task.model.rows), shared,
                           reinterpret_cast<chunk_barrier*>(shared_bytes), tables);
  bool phase = false;
  for (std::int64_t s = blockIdx.x; s < task.series; s += gridDim.x, phase = !phase)
    block.solve(s, phase);
}

} // namespace thrustline::cuda
