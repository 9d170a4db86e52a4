// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "columns/gpu/column_boxes.cuh"
#include "columns/gpu/column_results.cuh"
#include "columns/gpu/quick_divisor.hpp"
#include "columns/gpu/read_columns.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/split_together.cuh"

/// Engine `fused` on the columns of images: one kernel, a warp a column.
namespace thrustline::gpu {

/// Order in which a warp searches the segments of its column.
enum class searching {
  one_by_one, ///< where many warps share a multiprocessor
  together    ///< the short ones, several at once, where few do; see split_together.cuh
};

/// Most columns per multiprocessor that count as few. Measured: one frame of 1242 columns on 132 multiprocessors gains,
/// two lose if they are noisy.
inline constexpr int few_columns = 16;

/// Blocks per multiprocessor that shared memory allows: registers should not allow fewer.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <reading How, searching What, class Value>
inline constexpr int resident_blocks =
    What == searching::together ? 1 : (sizeof(Value) <= sizeof(float) ? 48 : 24) / read_shape<How, Value>::columns;
#else
template <reading How, searching What, class Value>
inline constexpr int resident_blocks = 1;
#endif

/// Values from one column to the next in shared memory.
template <reading How, searching What, class Value>
inline constexpr int column_pitch = read_shape<How, Value>::pitch +
                                    (What == searching::together ? together_padding - fused_padding : 0);

/// Splits a column in shared memory. series: its values with metric and tolerance. `scratch`: shared memory,
/// scratch_words of it.
template <searching What, class Series, class Real>
__device__ warp_bits split_column(Series const& series, const Real* values, int rows, column_boxes<Real> const& boxes,
                                  unsigned* scratch, int lane) {
  warp_bits kept(lane);
  const int first = first_valid(values, rows, lane);
  if (first >= rows)
    return kept;
  const int last = last_valid(values, rows, lane);
  kept.set(first);
  kept.set(last);
  if constexpr (What == searching::together) {
    split_together(series, first, last, boxes, scratch, kept);
  } else {
    warp_notes<false> notes{scratch, nullptr};
    if (last - first > window_steps)
      split_depth_first<window_steps>(series, {first, last, 1}, boxes, kept, notes);
    split_short_segments(series, first, last, kept, notes);
  }
  return kept;
}

/// Splits every column. Blocks of columns that are read row by row do not reach from one frame into the next.
template <reading How, searching What, class Value, class Metric>
__global__ void __launch_bounds__(32 * read_shape<How, Value>::columns, resident_blocks<How, What, Value>)
    split_columns(flow::column_view<Value> view, quick_divisor blocks_of_frame,
                  flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, column_results results) {
  using real = column_real<Value>;
  using shape = read_shape<How, Value>;
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  real* const values = reinterpret_cast<real*>(memory) + warp * column_pitch<How, What, Value>;
  std::conditional_t<shape::along, std::uint32_t, std::int64_t> s; // there are fewer than 2^31 blocks
  if constexpr (shape::along) {
    s = shape::columns * blockIdx.x + warp;
    if (s >= view.series)
      return;
    if (How == reading::copies || view.simple)
      read_column<How, true>(view, s, values, lane);
    else
      read_column<How, false>(view, s, values, lane);
  } else {
    const unsigned frame = blocks_of_frame.quotient(blockIdx.x);
    const std::int64_t begin = std::int64_t(shape::columns) * (blockIdx.x - frame * blocks_of_frame.divisor());
    if (view.simple)
      read_rows<How, true>(view, frame, begin, reinterpret_cast<real*>(memory));
    else
      read_rows<How, false>(view, frame, begin, reinterpret_cast<real*>(memory));
    if (begin + warp >= view.columns)
      return;
    s = frame * view.columns + begin + warp;
  }
  const auto boxes = boxes_of_column(view, values, lane);
  __syncwarp(); // they may have made values absent
  const shared_series series(reinterpret_cast<const point<real, 1>*>(values), metric,
                             detail::same_tolerance<real>{tolerance(s)});
  // The padding behind the column is the scratch.
  results.write(s, split_column<What>(series, values, static_cast<int>(view.rows), boxes,
                                      reinterpret_cast<unsigned*>(values + fused_points), lane));
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
void launch_split_columns(cudaStream_t stream, flow::column_view<Value> const& view,
                          flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric,
                          column_results const& results) {
  const auto launch = [&](auto how, auto what) {
    using shape = read_shape<decltype(how)::value, Value>;
    constexpr reading reads = decltype(how)::value;
    constexpr searching searches = decltype(what)::value;
    const auto kernel = split_columns<reads, searches, Value, Metric>;
    constexpr int values = shape::columns * column_pitch<reads, searches, Value>;
    constexpr int bytes = values * static_cast<int>(sizeof(column_real<Value>));
    allow_shared(kernel, bytes);
    const auto blocks_of = [](std::int64_t columns) { return (columns + shape::columns - 1) / shape::columns; };
    const std::int64_t of_frame = blocks_of(view.columns);
    const std::int64_t blocks = shape::along ? blocks_of(view.series) : of_frame * (view.series / view.columns);
    kernel<<<static_cast<unsigned>(blocks), 32 * shape::columns, bytes, stream>>>(
        view, quick_divisor(static_cast<unsigned>(of_frame)), tolerance, metric, results);
    detail::check_cuda(cudaGetLastError(), "split_columns");
  };
  const auto launch_reading = [&](auto how) {
    if constexpr (std::is_same_v<Metric, vertical_distance> && read_shape<decltype(how)::value, Value>::along)
      if (view.series <= few_columns * device_attribute(cudaDevAttrMultiProcessorCount))
        return launch(how, std::integral_constant<searching, searching::together>{});
    launch(how, std::integral_constant<searching, searching::one_by_one>{});
  };
  const reading how = best_reading<Metric>(view);
  if (how == reading::pixels)
    launch_reading(std::integral_constant<reading, reading::pixels>{});
  else if (how == reading::columns)
    launch_reading(std::integral_constant<reading, reading::columns>{});
  if constexpr (std::is_same_v<Metric, vertical_distance>) {
    if (how == reading::packs_of_pixels)
      launch_reading(std::integral_constant<reading, reading::packs_of_pixels>{});
    else if (how == reading::pairs_of_columns)
      launch_reading(std::integral_constant<reading, reading::pairs_of_columns>{});
    if constexpr (std::is_floating_point_v<Value>)
      if (how == reading::copies)
        launch_reading(std::integral_constant<reading, reading::copies>{});
  }
}

} // namespace thrustline::gpu
