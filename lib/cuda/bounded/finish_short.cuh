// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cuda/bounded/split_in_groups.cuh"
#include "cuda/bounded/split_long.cuh"
#include "cuda/device_attribute.hpp"
#include "cuda/wide.cuh"

/// The short segments: split to the end in shared memory, by warps that each take those which begin in a tile of
/// points.
namespace thrustline::cuda {

/// Points of a tile, a multiple of 32: many spread the work of a tile well over the lanes, few the work of all over the
/// warps.
inline constexpr int least_tile = 128, most_tile = 512;

/// Warps of a block that finishes tiles, at most.
inline constexpr int finish_warps = 3;

/// Stores a 1 for each of 32 bits that is set, else a 0. `bytes` is aligned to 16.
__device__ inline void store_bits_as_bytes(unsigned bits, std::uint8_t* bytes) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    unsigned words[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
      words[k] = (bits >> (16 * half + 4 * k) & 0xfu) * 0x00204081u & 0x01010101u;
    reinterpret_cast<uint4*>(bytes)[half] = make_uint4(words[0], words[1], words[2], words[3]);
  }
}

/// The tolerance of the segment that begins at point `begin` + first.
template <class Tolerance, class Index>
struct tolerance_from {
  Tolerance tolerance;
  Index begin;
  __device__ auto operator()(int first) const { return tolerance(begin + first); }
};

/// Shared memory of one warp: the points, their padding, what waits to be split, and what the outcome needs.
template <class P, class Outcome>
struct finish_memory {
  using notes_type = group_notes<Outcome>;

  int longest;
  std::size_t words, marks, bytes;

  /// For `longest` points.
  explicit finish_memory(int longest)
      : longest(longest), words((longest + fused_padding) * sizeof(P)),
        marks(words + (notes_type::words(longest) * sizeof(unsigned) + 7) / 8 * 8),
        bytes((marks + longest * Outcome::shared_bytes + 15) / 16 * 16) {}

  /// What the warp whose memory it is keeps beside the points.
  __device__ notes_type notes(unsigned char* memory) const {
    return {reinterpret_cast<unsigned*>(memory + words), longest, Outcome::in(memory + marks)};
  }
};

/// Splits the short segments between the marked ends. `levels`: their level marks; `first_level`: that of the lane's
/// first one, as most lanes have no other. Returns the cuts and the given points.
template <class Outcome, class P, class Metric, class Tolerance, class Notes>
__device__ warp_bits split_between_marks(const P* points, warp_bits const& marked, const level_mark* levels,
                                         int first_level, slice_boxes<P> const& boxes, Metric const& metric,
                                         Tolerance const& tolerance, Notes& notes) {
  const int lane = marked.lane;
  notes.cuts[lane] = 0;
  // All but the last of a word's marks have the next one in the same word.
  unsigned rest = marked.mine;
  int first = 32 * lane + __ffs(rest) - 1, level = first_level;
  while (__any_sync(full_warp, rest & (rest - 1))) {
    rest &= rest - 1;
    const int last = rest ? 32 * lane + __ffs(rest) - 1 : first, steps = last - first;
    const int next_level = steps > 0 ? levels[last] : level;
    notes.in_window.put(steps > 1, segment_stack::packed(first, steps, max(level, next_level)), lane);
    first = last;
    level = next_level;
  }
  const unsigned behind = __ballot_sync(full_warp, marked.mine != 0) & (0xfffffffeu << lane);
  const int next_word = behind ? __ffs(behind) - 1 : lane;
  const int last = 32 * next_word + __ffs(__shfl_sync(full_warp, marked.mine, next_word)) - 1;
  const int steps = behind && marked.mine ? last - first : 0;
  const bool open = steps > 1 && steps <= round_steps;
  level = max(level, __shfl_sync(full_warp, first_level, next_word));
  const unsigned segment = segment_stack::packed(first, steps, level);
  notes.in_window.put(open && steps <= window_steps, segment, lane);
  notes.larger.put(open && steps > window_steps, segment, lane);

  warp_bits kept = marked;
  for (unsigned some = __ballot_sync(full_warp, steps > round_steps && steps <= Outcome::short_steps); some != 0;
       some &= some - 1) {
    const int begin = __shfl_sync(full_warp, first, __ffs(some) - 1);
    const int end = __shfl_sync(full_warp, last, __ffs(some) - 1);
    const int common = __shfl_sync(full_warp, level, __ffs(some) - 1);
    split_depth_first<round_steps>(points, begin, end, common, boxes, metric, tolerance, kept, notes);
  }
  split_in_groups(points, metric, tolerance, notes, lane);
  kept.mine |= notes.cuts[lane];
  return kept;
}

/// Copies points into shared memory, where the absent ones become such that no metric gives them a vote; their marks
/// too if the outcome wants them.
template <class Real, int D, class Metric, class Outcome>
__device__ void copy_points(const point<Real, D>* points, int first, int last, const typename Outcome::mark* marks,
                            flow::skipping<Metric, Real, D> const& metric, int lane, wide_point<Real, D>* copy,
                            Outcome const& outcome) {
  constexpr int batch = 4; // loads that wait for memory together
  for (int at = first + lane; at <= last; at += 32 * batch) {
    point<Real, D> some[batch];
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (at + 32 * k <= last)
        some[k] = points[at + 32 * k];
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (const int i = at + 32 * k; i <= last) {
        store_wide<point<Real, D>>(&copy[i],
                                   metric.skip && !metric.valid(some[k]) ? flow::absent_point<Real, D>() : some[k]);
        outcome.read(i, marks + i);
      }
  }
  __syncwarp();
}

/// Asks for values that the warp will read soon.
template <class T>
__device__ void prefetch(const T* from, int count, int lane) {
  constexpr int line = 128;
  for (int byte = line * lane; byte < count * static_cast<int>(sizeof(T)); byte += 32 * line)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(reinterpret_cast<const char*>(from) + byte));
}

/// Marks the cuts of all short segments for the caller, a warp a tile; the ends of the segments have their marks.
/// Counts the points with marks, old and new. The warps take the tiles one by one, as some have much more work than
/// others. `boxes`: each of 32 points.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * finish_warps, sizeof(Real) == sizeof(float) ? 6 : 4)
    finish_short(const point<Real, D>* points, std::int64_t count, const box<Real, D>* boxes, int tile_points,
                 finish_memory<point<Real, D>, Outcome> size, flow::skipping<Metric, Real, D> metric,
                 Tolerance tolerance, segment_ends ends, typename Outcome::mark* marks, call_state* state) {
  static_assert(most_tile + Outcome::short_steps <= fused_points, "a tile and all that begins in it is fused");
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  unsigned char* const mine = memory + warp * size.bytes;
  auto* const copy = reinterpret_cast<wide_point<Real, D>*>(mine);
  group_notes<Outcome> notes = size.notes(mine);

  const bool whole_words = reinterpret_cast<std::uintptr_t>(marks) % sizeof(uint4) == 0;
  int kept_points = 0; // seen by the lane: they are fewer than 2^31
  const std::int64_t tiles = (count + tile_points - 1) / tile_points;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  std::int64_t tile = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + warp, next = 0;
  for (; tile < tiles; tile = __shfl_sync(full_warp, next, 0)) {
    if (lane == 0) // long before it is needed
      next = warps + static_cast<std::int64_t>(atomicAdd(&state->tiles, 1ull));
    const std::int64_t begin = tile * tile_points;
    warp_bits marked(lane);
    marked.mine = 32 * lane < size.longest ? ends.bits[begin / 32 + lane] : 0;

    kept_points += lane < tile_points / 32 ? __popc(marked.mine) : 0;
    // From the tile's first mark to the first one behind the tile, if a short segment may end there.
    const unsigned inside = __ballot_sync(full_warp, lane < tile_points / 32 && marked.mine != 0);
    const unsigned behind = __ballot_sync(full_warp, lane >= tile_points / 32 && marked.mine != 0);
    if (inside == 0)
      continue;
    const int head = __ffs(inside) - 1;
    const int first = 32 * head + __ffs(__shfl_sync(full_warp, marked.mine, head)) - 1;
    const int tail = behind ? __ffs(behind) - 1 : 31 - __clz(inside);
    const unsigned tail_bits = __shfl_sync(full_warp, marked.mine, tail);
    const int last = 32 * tail + (behind ? __ffs(tail_bits) - 1 : 31 - __clz(tail_bits));
    if (lane > tail)
      marked.mine = 0;
    else if (lane == tail)
      marked.mine &= 0xffffffffu >> (31 - last % 32);

    // Asked for before the points, so that they wait for memory together.
    const int first_level = marked.mine != 0 ? ends.levels[begin + 32 * lane + __ffs(marked.mine) - 1] : 0;
    const bool has_slice = 32 * lane + 31 >= first && 32 * lane <= last;
    const slice_boxes<wide_point<Real, D>> slices(
        has_slice ? load_wide(boxes + begin / 32 + lane) : empty_box<Real, D>(), lane);
    copy_points(points + begin, first, last, marks + begin, metric, lane, copy, notes.outcome);
    if (const std::int64_t ahead = __shfl_sync(full_warp, next, 0) * tile_points; ahead + tile_points <= count) {
      prefetch(points + ahead, tile_points, lane);
      prefetch(ends.bits + ahead / 32, size.longest / 32, lane);
    }
    const warp_bits kept =
        split_between_marks<Outcome>(copy, marked, ends.levels + begin, first_level, slices, metric.metric,
                                     tolerance_from<Tolerance, Index>{tolerance, static_cast<Index>(begin)}, notes);
    unsigned added = kept.mine & ~marked.mine;
    kept_points += __popc(added);
    if constexpr (std::is_same_v<typename Outcome::mark, std::uint8_t>) {
      // All marks between the tile's first and last are its own, and 1 or 0.
      std::uint8_t* const of_word = marks + begin + 32 * lane;
      if (added != 0 && 32 * lane > first && 32 * lane + 31 < last && whole_words) {
        store_bits_as_bytes(kept.mine, of_word);
        added = 0;
      }
    }
    for (unsigned words = __ballot_sync(full_warp, added != 0); words != 0; words &= words - 1) {
      const int i = 32 * (__ffs(words) - 1) + lane;
      if (__shfl_sync(full_warp, added, i / 32) >> lane & 1)
        marks[begin + i] = notes.outcome.of(i);
    }
    __syncwarp();
  }
  const int deepest = warp_max(notes.deepest);
  if (lane == 0 && deepest > 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
  const int all_kept = warp_sum(kept_points);
  if (lane == 0 && all_kept > 0)
    atomicAdd(&state->kept, static_cast<unsigned long long>(all_kept));
}

/// Launches finish_short on all points.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
void finish_all(cudaStream_t stream, const point<Real, D>* points, Index count, box_tree<Real, D> const& boxes,
                flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance, segment_ends const& ends,
                typename Outcome::mark* marks, call_state* state) {
  using memory = finish_memory<point<Real, D>, Outcome>;
  const auto finish = finish_short<Outcome, Index, Real, D, Metric, Tolerance>;
  const int available = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int most_bytes = static_cast<int>(memory(most_tile + Outcome::short_steps).bytes);
  const int warps = std::clamp(available / most_bytes, 1, finish_warps);
  detail::check_cuda(cudaFuncSetAttribute(finish, cudaFuncAttributeMaxDynamicSharedMemorySize, warps * most_bytes),
                     "cudaFuncSetAttribute");

  // A tile for each of the warps, if that makes it large enough.
  const std::int64_t resident = std::int64_t(warps) * blocks_that_fit(finish, 32 * warps, warps * most_bytes);
  const int tile = static_cast<int>(std::clamp<std::int64_t>((count / resident / 32 + 1) * 32, least_tile, most_tile));
  const memory size(tile + Outcome::short_steps);
  const int bytes = warps * static_cast<int>(size.bytes);
  const std::int64_t tiles = (std::int64_t(count) + tile - 1) / tile;
  const std::int64_t blocks = std::min((tiles + warps - 1) / warps, blocks_that_fit(finish, 32 * warps, bytes));
  finish<<<static_cast<unsigned>(blocks), 32 * warps, bytes, stream>>>(points, count, boxes.boxes[1], tile, size,
                                                                       metric, tolerance, ends, marks, state);
  detail::check_cuda(cudaGetLastError(), "finish_short");
}

} // namespace thrustline::cuda
