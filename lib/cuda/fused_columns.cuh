// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/fused_batch.cuh"
#include "flow/column_outputs.hpp"

/// Engine `fused` on the columns of images: one kernel, a warp a column, a block for eight neighbours.
namespace thrustline::cuda {

/// `Size` neighbours in memory.
template <class Value, int Size>
struct alignas(Size * sizeof(Value)) value_pack {
  static constexpr int size = Size;
  Value of[Size];
};

/// Whether every pack of `Size` neighbouring columns can be read at once.
template <int Size, class Value>
bool packs_of_columns(flow::column_view<Value> const& view) {
  return view.column_stride == 1 && view.columns % Size == 0 && view.row_stride % Size == 0 &&
         view.frame_stride % Size == 0 && reinterpret_cast<std::uintptr_t>(view.values) % (Size * sizeof(Value)) == 0;
}

/// Whether every pack of `Size` neighbouring pixels of a column can be read at once.
template <int Size, class Value>
bool packs_of_pixels(flow::column_view<Value> const& view) {
  return view.row_stride == 1 && view.rows % Size == 0 && view.column_stride % Size == 0 &&
         view.frame_stride % Size == 0 && reinterpret_cast<std::uintptr_t>(view.values) % (Size * sizeof(Value)) == 0;
}

/// How a block reads its columns.
enum class reading {
  pixels,          ///< a warp its column, pixel by pixel: any strides
  packs_of_pixels, ///< a warp its column, four pixels a lane
  columns,         ///< eight lanes a row of the eight columns
  pairs_of_columns ///< four lanes a row, two columns each
};

/// How a block of one warp a column shares the work.
template <reading How, class Value>
struct read_shape {
  static constexpr bool along = How == reading::pixels || How == reading::packs_of_pixels;
  static constexpr int columns = along ? 2 : sizeof(Value) < 4 ? 16 : 8;
  static constexpr int pack = How == reading::packs_of_pixels ? 4 : How == reading::pairs_of_columns ? 2 : 1;
  static constexpr int lanes = along ? 32 : columns / pack; ///< that share a column, or a row
  /// Values from one column to the next in shared memory: 4 modulo 32 spreads the columns of a row over all banks.
  static constexpr int pitch = fused_points + fused_padding + (along ? 0 : 4);
};

/// Blocks that shared memory lets a multiprocessor hold, so many that registers should not be what stops them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <reading How, class Value>
inline constexpr int resident_blocks = (sizeof(Value) <= sizeof(float) ? 48 : 24) / read_shape<How, Value>::columns;
#else
template <reading How, class Value>
inline constexpr int resident_blocks = 1;
#endif

/// Packs make a tenth of the time for `vertical`, what depth is split by; other metrics do without their kernels.
template <class Metric, class Value>
reading best_reading(flow::column_view<Value> const& view) {
  if constexpr (std::is_same_v<Metric, vertical_distance>) {
    if (packs_of_pixels<4>(view))
      return reading::packs_of_pixels;
    if (packs_of_columns<2>(view))
      return reading::pairs_of_columns;
  }
  return view.column_stride < view.row_stride ? reading::columns : reading::pixels;
}

/// Value k of a pack, decoded. The bits of 2^23 + value are made of a pair of 16-bit values in one instruction.
template <bool Simple, class Value, int Size>
__device__ column_real<Value> decode_of(flow::column_view<Value> const& view, value_pack<Value, Size> const& pack,
                                        int k) {
  if constexpr (Simple && sizeof(Value) == 2 && Size == 2) {
    const unsigned word = *reinterpret_cast<const unsigned*>(&pack);
    return view.decode_shifted(__byte_perm(word, view.shift, k == 0 ? 0x7610 : 0x7632));
  } else {
    return Simple ? view.decode_simple(pack.of[k]) : view.decode(pack.of[k]);
  }
}

/// Reads packs of pixels along a column: from `first` on, `step` apart. Pixels of a pack are neighbours in memory.
template <bool Simple, class Pack, class Value>
__device__ void read_along(flow::column_view<Value> const& view, std::int64_t s, int first, int step,
                           column_real<Value>* values) {
  using decoded = value_pack<column_real<Value>, Pack::size>;
  const int rows = static_cast<int>(view.rows);
  const Value* const column = view.column(s);
  const std::int64_t stride = Pack::size > 1 ? 1 : view.row_stride;
#pragma unroll 4
  for (int row = first; row < rows; row += step) {
    const Pack pack = *reinterpret_cast<const Pack*>(column + row * stride);
    decoded out;
#pragma unroll
    for (int k = 0; k < Pack::size; ++k)
      out.of[k] = decode_of<Simple>(view, pack, k);
    *reinterpret_cast<decoded*>(values + row) = out;
  }
}

/// Reads a pack that the block reads once: it takes no place in the first cache, and the rest of its line, which other
/// blocks read, comes into the second.
template <class Pack, class Value>
__device__ Pack read_once(const Value* from) {
  const auto address = __cvta_generic_to_global(from);
  if constexpr (sizeof(Pack) == sizeof(unsigned)) {
    unsigned read;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.b32 %0, [%1];" : "=r"(read) : "l"(address));
    return *reinterpret_cast<const Pack*>(&read);
  } else if constexpr (sizeof(Pack) == sizeof(uint2)) {
    uint2 read;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.b32 {%0, %1}, [%2];"
                 : "=r"(read.x), "=r"(read.y)
                 : "l"(address));
    return *reinterpret_cast<const Pack*>(&read);
  } else {
    return *reinterpret_cast<const Pack*>(from);
  }
}

/// Reads packs of neighbouring columns, four rows at a time: from `first` on, `step` apart. The columns lie `Pitch`
/// values apart. There are no more loads at a time, as each takes several lines of the cache: the reads of shared
/// memory of the multiprocessor's other blocks would wait behind them.
template <bool Simple, class Pack, int Pitch, class Value>
__device__ void read_across(flow::column_view<Value> const& view, std::int64_t s, int first, int step,
                            column_real<Value>* values) {
  using four = value_pack<column_real<Value>, 4>;
  const int rows = static_cast<int>(view.rows);
  const Value* from = view.column(s) + first * view.row_stride;
  column_real<Value>* to = values + first;
  int row = first;
#pragma unroll 1
  for (; row + four::size <= rows; row += step, to += step, from += step * view.row_stride) {
    Pack packs[four::size];
#pragma unroll
    for (int j = 0; j < four::size; ++j)
      packs[j] = read_once<Pack>(from + j * view.row_stride);
#pragma unroll
    for (int k = 0; k < Pack::size; ++k) {
      four out;
#pragma unroll
      for (int j = 0; j < four::size; ++j)
        out.of[j] = decode_of<Simple>(view, packs[j], k);
      *reinterpret_cast<four*>(to + k * Pitch) = out;
    }
  }
  for (; row < rows; ++row, ++to, from += view.row_stride) {
    const Pack pack = *reinterpret_cast<const Pack*>(from);
    for (int k = 0; k < Pack::size; ++k)
      to[k * Pitch] = decode_of<Simple>(view, pack, k);
  }
}

/// Reads the block's columns, from series `begin` on, into shared memory.
template <reading How, bool Simple, class Value>
__device__ void read_columns(flow::column_view<Value> const& view, std::int64_t begin, column_real<Value>* values) {
  using shape = read_shape<How, Value>;
  using pack = value_pack<Value, shape::pack>;
  const int t = threadIdx.x;
  int lane = t % shape::lanes, group = t / shape::lanes;
  if constexpr (shape::lanes == 8) { // of eight that write at once, four in a row and two rows' reach all banks
    lane = t % 4 + t / 16 % 2 * 4;
    group = t / 32 * 4 + t / 4 % 4;
  }
  const int c = shape::along ? group : lane * shape::pack, row = shape::along ? lane * shape::pack : 4 * group;
  if (begin + c >= view.series)
    return;
  if constexpr (shape::along)
    read_along<Simple, pack>(view, begin + c, row, shape::lanes * shape::pack, values + c * shape::pitch);
  else
    read_across<Simple, pack, shape::pitch>(view, begin + c, row, 4 * (32 * shape::columns / shape::lanes),
                                            values + c * shape::pitch);
}

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

/// Splits every column; writes the bits of its kept points and the number of its segments.
template <reading How, class Value, class Metric>
__global__ void __launch_bounds__(32 * read_shape<How, Value>::columns, resident_blocks<How, Value>)
    split_columns(flow::column_view<Value> view, int per_series,
                  flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words,
                  std::int64_t* counts) {
  using real = column_real<Value>;
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * read_shape<How, Value>::columns, s = begin + warp;
  if (view.simple)
    read_columns<How, true>(view, begin, reinterpret_cast<real*>(memory));
  else
    read_columns<How, false>(view, begin, reinterpret_cast<real*>(memory));
  if constexpr (read_shape<How, Value>::along)
    __syncwarp();
  else
    __syncthreads();
  if (s >= view.series)
    return;

  const real* const values = reinterpret_cast<const real*>(memory) + warp * read_shape<How, Value>::pitch;
  const int rows = static_cast<int>(view.rows);
  const int first = first_valid(values, rows, lane);
  warp_bits kept(lane);
  if (first < rows) {
    const int last = last_valid(values, rows, lane);
    // In the padding.
    warp_notes<false> notes{reinterpret_cast<unsigned*>(const_cast<real*>(values) + fused_points), nullptr};
    kept = split_series(reinterpret_cast<const point<real, 1>*>(values), first, last, metric,
                        detail::same_tolerance<real>{tolerance(s)}, lane, notes);
  }
  if (lane < per_series)
    words[s * per_series + lane] = kept.mine;
  const int points = warp_sum(__popc(kept.mine));
  if (lane == 0)
    counts[s] = points > 1 ? points - 1 : 0;
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
void launch_split_columns(cudaStream_t stream, flow::column_view<Value> const& view, int per_series,
                          flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words,
                          std::int64_t* counts) {
  const auto launch = [&](auto kernel, int columns, int pitch) {
    const auto bytes = columns * pitch * sizeof(column_real<Value>);
    detail::check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
    const auto blocks = static_cast<unsigned>((view.series + columns - 1) / columns);
    kernel<<<blocks, 32 * columns, bytes, stream>>>(view, per_series, tolerance, metric, words, counts);
    detail::check_cuda(cudaGetLastError(), "split_columns");
  };
  const auto launch_reading = [&](auto how) {
    using shape = read_shape<decltype(how)::value, Value>;
    launch(split_columns<decltype(how)::value, Value, Metric>, shape::columns, shape::pitch);
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
  }
}

} // namespace thrustline::cuda
