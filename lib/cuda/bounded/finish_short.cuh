// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/bounded/split_long.cuh"
#include "cuda/fused_batch.cuh"

/// The short segments: split to the end in shared memory, by warps that each take those which begin in a tile of
/// points.
namespace thrustline::cuda {

inline constexpr int tile_points = 512;

/// A tile with all that begins in it: it fits the fused machinery.
template <class Outcome>
inline constexpr int reach_points = tile_points + Outcome::short_steps;

/// One bit for each of 32 bytes: whether it is not 0. `bytes` is aligned to 16.
__device__ inline unsigned nonzero_bytes(const std::uint8_t* bytes) {
  unsigned bits = 0;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const uint4 v = reinterpret_cast<const uint4*>(bytes)[half];
    const unsigned words[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const unsigned ones = __vcmpgtu4(words[k], 0) & 0x01010101u;        // a byte's bit at 0, 8, 16, 24
      bits |= ((ones * 0x01020408u) >> 24 & 0xfu) << (16 * half + 4 * k); // ... side by side: at 24, 25, 26, 27
    }
  }
  return bits;
}

/// The tolerance of the segment that begins at point `begin` + first.
template <class Tolerance, class Index>
struct tolerance_from {
  Tolerance tolerance;
  Index begin;
  __device__ auto operator()(int first) const { return tolerance(begin + first); }
};

/// Splits the short segments between the level marks, from `first` to `last`. Returns the cuts and the given points.
template <class Outcome, class P, class Metric, class Tolerance, class Notes>
__device__ warp_bits split_between_marks(const P* points, int first, int last, warp_bits const& marked,
                                         const level_mark* marks, Metric const& metric, Tolerance const& tolerance,
                                         Notes& notes) {
  const auto level = [&](int first, int last) {
    return max(static_cast<int>(marks[first]), static_cast<int>(marks[last]));
  };
  const int lane = marked.lane;
  const unsigned next_word = __shfl_down_sync(full_warp, marked.mine, 1);
  const warp_bits in_window = marked.followed_within_window();
  for (unsigned rest = in_window.mine; rest != 0; rest &= rest - 1) {
    const int bit = __ffs(rest) - 1, begin = 32 * lane + bit;
    const int steps = __ffs(__funnelshift_r(marked.mine, next_word, bit) >> 1);
    notes.level_of_first[begin] = static_cast<std::uint16_t>(level(begin, begin + steps));
  }

  // What needs more than a window can begin at the last mark of a word only.
  warp_bits kept = marked;
  const int highest = 31 - __clz(marked.mine);
  const bool beyond = marked.mine != 0 && !(in_window.mine >> highest & 1);
  for (unsigned words = __ballot_sync(full_warp, beyond); words != 0; words &= words - 1) {
    const int begin = 32 * (__ffs(words) - 1) + __shfl_sync(full_warp, highest, __ffs(words) - 1);
    if (begin >= last)
      break;
    const int end = marked.next_after(begin);
    if (end - begin > window_steps && end - begin <= Outcome::short_steps)
      split_depth_first<window_steps>(points, begin, end, level(begin, end), metric, tolerance, kept, notes);
  }
  split_short_segments(points, first, last, kept, metric, tolerance, notes);
  return kept;
}

/// Marks the cuts of all short segments for the caller, a warp a tile; the ends of the segments have their marks.
/// `level_marks` has 1024 zeros behind the last point.
template <class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(128)
    finish_short(const point<Real, D>* points, std::int64_t count, fused_memory<point<Real, D>, Outcome> size,
                 flow::skipping<Metric, Real, D> metric, Tolerance tolerance, const level_mark* level_marks,
                 typename Outcome::mark* marks, unsigned long long* levels) {
  static_assert(reach_points<Outcome> <= fused_points);
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  unsigned char* const mine = memory + warp * size.bytes;
  auto* const copy = reinterpret_cast<point<Real, D>*>(mine);
  warp_notes<true, Outcome> notes = size.notes(mine);

  const std::int64_t tiles = (count + tile_points - 1) / tile_points;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  for (std::int64_t tile = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + warp; tile < tiles;
       tile += warps) {
    const std::int64_t begin = tile * tile_points;
    warp_bits marked(lane);
    marked.mine = 32 * lane < reach_points<Outcome> ? nonzero_bytes(level_marks + begin + 32 * lane) : 0;

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

    for (int i = first + lane; i <= last; i += 32) {
      const point<Real, D> p = points[begin + i];
      copy[i] = metric.skip && !metric.valid(p) ? flow::absent_point<Real, D>() : p;
      notes.outcome.read(i, marks + begin + i);
    }
    __syncwarp();
    const warp_bits kept =
        split_between_marks<Outcome>(copy, first, last, marked, level_marks + begin, metric.metric,
                                     tolerance_from<Tolerance, Index>{tolerance, static_cast<Index>(begin)}, notes);
    const unsigned added = kept.mine & ~marked.mine;
    for (int k = first / 32; k <= last / 32; ++k)
      if (__shfl_sync(full_warp, added, k) >> lane & 1)
        marks[begin + 32 * k + lane] = notes.outcome.of(32 * k + lane);
    __syncwarp();
  }
  const int deepest = warp_max(notes.deepest);
  if (lane == 0 && deepest > 0)
    atomicMax(levels, static_cast<unsigned long long>(deepest));
}

} // namespace thrustline::cuda
