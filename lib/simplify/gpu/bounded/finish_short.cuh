// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/gpu/copy_to_warp.cuh"
#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "core/gpu/wide.cuh"
#include "simplify/gpu/bounded/short_queue.cuh"
#include "simplify/gpu/bounded/split_in_groups.cuh"
#include "simplify/gpu/bounded/split_long.cuh"
#include "simplify/gpu/bounded/tile_window.cuh"

/// The short segments: split to the end in shared memory, by warps that each take those which begin in a tile of
/// points, window by window, or one from a queue.
namespace thrustline::gpu {

/// Whether a point and what the outcome needs beside it are few bytes.
template <class P, class Outcome>
inline constexpr bool small_points = sizeof(P) + Outcome::shared_bytes <= 8;

/// Points of a window, a multiple of 32: many keep the warp's lanes busy, few leave shared memory for more warps.
template <class P, class Outcome>
inline constexpr int window_points = small_points<P, Outcome> ? 896 : 768;
/// Points that a window has room for besides those of one short segment, at least.
inline constexpr int least_spare = 128;

/// Points of a tile, a multiple of 32, at most, and tiles for each warp, if there are points for so many: large tiles
/// fill their windows better, many spread the work well over the warps.
inline constexpr int most_tile = 2048, tiles_a_warp = 16;

/// Warps of a block that finishes tiles, at most, and blocks of a multiprocessor, at least.
inline constexpr int finish_warps = 3;
template <class P, class Outcome>
inline constexpr int finish_blocks = small_points<P, Outcome>                    ? 8
                                     : sizeof(typename P::real) == sizeof(float) ? 6
                                                                                 : 4;

/// For 32 bits a byte each: a 1 for one that is set, else a 0. `bytes` is aligned to 16.
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

/// Shared memory of one warp: the points, their padding, what waits to be split, what the outcome needs, and a barrier
/// for copies.
template <class P, class Outcome>
struct finish_memory {
  using notes_type = group_notes<Outcome>;

  int longest;
  std::size_t words, marks, barrier, bytes;

  /// For `longest` points.
  explicit finish_memory(int longest)
      : longest(longest), words((longest + group_padding) * sizeof(P)),
        marks(words + (notes_type::words(longest) * sizeof(unsigned) + 7) / 8 * 8),
        barrier((marks + longest * Outcome::shared_bytes + 7) / 8 * 8), bytes((barrier + 8 + 15) / 16 * 16) {}

  /// What the warp whose memory it is keeps beside the points.
  __device__ notes_type notes(unsigned char* memory) const {
    return {reinterpret_cast<unsigned*>(memory + words), Outcome::in(memory + marks)};
  }
};

/// Splits the short segments between the marked ends. `levels`: of these, by their places. `wait` waits until the
/// points are there. Returns the cuts and the given points.
template <class Outcome, class P, class Levels, class Metric, class Tolerance, class Notes, class Wait>
__device__ warp_bits split_between_marks(const P* points, warp_bits const& marked, Levels const& levels,
                                         slice_boxes<P> const& boxes, Metric const& metric, Tolerance const& tolerance,
                                         Notes& notes, Wait wait) {
  const int lane = marked.lane;
  notes.cuts[lane] = 0;
  // All but the last of a word's marks have the next one in the same word.
  unsigned rest = marked.mine;
  int first = 32 * lane + __ffs(rest) - 1;
  const int first_level = rest ? levels(first) : 0; // most lanes have no other
  int level = first_level;
  while (__any_sync(full_warp, rest & (rest - 1))) {
    rest &= rest - 1;
    const int last = rest ? 32 * lane + __ffs(rest) - 1 : first, steps = last - first;
    const int next_level = steps > 0 ? levels(last) : level;
    notes.waiting.put(steps > 1, segment_stack::packed(first, steps, max(level, next_level)), lane);
    first = last;
    level = next_level;
  }
  const unsigned behind = __ballot_sync(full_warp, marked.mine != 0) & (0xfffffffeu << lane);
  const int next_word = behind ? __ffs(behind) - 1 : lane;
  const int last = 32 * next_word + __ffs(__shfl_sync(full_warp, marked.mine, next_word)) - 1;
  const int steps = behind && marked.mine ? last - first : 0;
  level = max(level, __shfl_sync(full_warp, first_level, next_word));
  notes.waiting.put(steps > 1 && steps <= group_steps, segment_stack::packed(first, steps, level), lane);

  wait();
  warp_bits kept = marked;
  if constexpr (Outcome::short_steps > group_steps)
    for (unsigned some = __ballot_sync(full_warp, steps > group_steps && steps <= Outcome::short_steps); some != 0;
         some &= some - 1) {
      const int begin = __shfl_sync(full_warp, first, __ffs(some) - 1);
      const int end = __shfl_sync(full_warp, last, __ffs(some) - 1);
      const int common = __shfl_sync(full_warp, level, __ffs(some) - 1);
      split_depth_first<group_steps>(points, begin, end, common, boxes, metric, tolerance, kept, notes);
    }
  split_in_groups(points, metric, tolerance, notes, lane);
  kept.mine |= notes.cuts[lane];
  return kept;
}

/// Copies points into shared memory, where the absent ones become such that no metric gives them a vote.
template <class Real, int D, class Metric>
__device__ void copy_points(const point<Real, D>* points, int first, int last,
                            flow::skipping<Metric, Real, D> const& metric, int lane, wide_point<Real, D>* copy) {
  constexpr int batch = 4; // loads that wait for memory together
  for (int at = first + lane; at <= last; at += 32 * batch) {
    point<Real, D> some[batch];
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (at + 32 * k <= last)
        some[k] = points[at + 32 * k];
#pragma unroll
    for (int k = 0; k < batch; ++k)
      if (const int i = at + 32 * k; i <= last)
        store_wide<point<Real, D>>(&copy[i],
                                   metric.skip && !metric.valid(some[k]) ? flow::absent_point<Real, D>() : some[k]);
  }
  __syncwarp();
}

/// Marks the cuts of all short segments for the caller, a warp a tile; the ends of the segments have their marks.
/// Counts the points with marks, old and new. The warps take the tiles one by one, as some have much more work than
/// others. `copied_whole`: so many points from the first on may be copied in pieces of 16 bytes, as they are. `boxes`:
/// each of 32 points.
///
/// Queued: a warp takes a segment at a time from `shorts`, while split_long still puts them there, and counts the cuts
/// alone. Its blocks begin once all of split_long's have, or where there is no such launch once these are done, and so
/// never keep them from a multiprocessor; what came before split_long is done, and in memory, when its blocks begin.
template <class Outcome, bool Queued, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * finish_warps, finish_blocks<point<Real, D>, Outcome>)
    finish_short(const point<Real, D>* points, std::int64_t count, std::int64_t copied_whole, const box<Real, D>* boxes,
                 int tile_points, finish_memory<point<Real, D>, Outcome> size, flow::skipping<Metric, Real, D> metric,
                 Tolerance tolerance, segment_ends ends, short_queue shorts, typename Outcome::mark* marks,
                 call_state* state) {
  static_assert(window_points<point<Real, D>, Outcome> <= fused_points - 32, "the zeros are enough for a window");
  static_assert(!Queued || !Outcome::reads_marks, "an entry of the queue tells all of its segment");
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  unsigned char* const mine = memory + warp * size.bytes;
  auto* const copy = reinterpret_cast<wide_point<Real, D>*>(mine);
  group_notes<Outcome> notes = size.notes(mine);
  copy_to_warp copying(reinterpret_cast<std::uint64_t*>(mine + size.barrier), lane);
  let_next_begin();
  if (!Queued)
    wait_for_turn();

  const bool whole_words = reinterpret_cast<std::uintptr_t>(marks) % sizeof(uint4) == 0;
  int kept_points = 0; // seen by the lane: they are fewer than 2^31
  const std::int64_t words_end = (count + 31) / 32 * 32, tiles = (count + tile_points - 1) / tile_points;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  std::int64_t tile = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + warp, next_tile = 0;
  leveled_segment<Index> taken{};
  const auto take = [&] {
    const bool more = uniform(lane == 0 && shorts.take(taken));
    taken = {{__shfl_sync(full_warp, taken.ends.first, 0), __shfl_sync(full_warp, taken.ends.last, 0)},
             __shfl_sync(full_warp, taken.level, 0)};
    return more;
  };
  for (; Queued ? take() : tile < tiles; tile = Queued ? 0 : __shfl_sync(full_warp, next_tile, 0)) {
    if (!Queued && lane == 0) // long before it is needed
      next_tile = warps + static_cast<std::int64_t>(atomicAdd(&state->tiles, 1ull));
    const std::int64_t end = Queued ? taken.ends.first + 1 : min((tile + 1) * tile_points, words_end);
    for (std::int64_t next = Queued ? taken.ends.first : tile * tile_points; next < end;) {
      const std::int64_t begin = next / 32 * 32;
      const auto window = [&] {
        if constexpr (Queued)
          return tile_window(static_cast<int>(taken.ends.first - begin), static_cast<int>(taken.ends.last - begin),
                             lane);
        else
          return tile_window(ends.bits + begin / 32, static_cast<int>(next - begin),
                             static_cast<int>(min(end - begin, static_cast<std::int64_t>(size.longest))), size.longest,
                             Outcome::short_steps, lane);
      }();
      next = begin + window.next;
      kept_points += window.marks_of_lane;
      const int first = window.first, last = window.last;
      if (first < 0)
        continue;
      const auto level_of = [&](int i) -> int {
        if constexpr (Queued)
          return static_cast<int>(min(taken.level, highest_mark));
        else
          return ends.levels[begin + i];
      };

      const bool has_slice = 32 * lane + 31 >= first && 32 * lane <= last;
      const slice_boxes<wide_point<Real, D>> slices(
          has_slice ? load_wide(boxes + begin / 32 + lane) : empty_box<Real, D>(), lane);
      constexpr int piece = 4; // so many points have a multiple of 16 bytes
      const int from = first / piece * piece, to = (last / piece + 1) * piece;
      if (uniform(begin + to <= copied_whole)) {
        copying.begin(points + begin + from, copy + from, (to - from) * static_cast<int>(sizeof(point<Real, D>)), lane);
      } else {
        copying.begin_none(lane);
        copy_points(points + begin, first, last, metric, lane, copy);
        if constexpr (Queued) // else only at the end of the points, behind which no warp takes another tile
          copying.copies_may_follow();
      }
      for (unsigned rest = window.marked.mine; rest != 0; rest &= rest - 1) {
        const int i = 32 * lane + __ffs(rest) - 1;
        notes.outcome.read(i, marks + begin + i);
      }
      const warp_bits kept = split_between_marks<Outcome>(
          copy, window.marked, level_of, slices, metric.metric,
          tolerance_from<Tolerance, Index>{tolerance, static_cast<Index>(begin)}, notes, [&] { copying.wait(); });
      unsigned added = kept.mine & ~window.marked.mine;
      kept_points += __popc(added);
      if constexpr (std::is_same_v<typename Outcome::mark, std::uint8_t>) {
        // All marks between the window's first and last are its own, and 1 or 0.
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
  }
  if (Queued)
    wait_for_turn(); // the next kernel counts on split_long as well
  const int deepest = warp_max(notes.deepest);
  if (lane == 0 && deepest > 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
  const int all_kept = warp_sum(kept_points);
  if (lane == 0 && all_kept > 0)
    atomicAdd(&state->kept, static_cast<unsigned long long>(all_kept));
}

/// Launches finish_short on all points, or on the segments that split_long puts into `shorts`.
template <class Outcome, bool Queued, class Index, class Real, int D, class Metric, class Tolerance>
void finish_all(cudaStream_t stream, const point<Real, D>* points, Index count, box_tree<Real, D> const& boxes,
                flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance, segment_ends const& ends,
                short_queue const& shorts, typename Outcome::mark* marks, call_state* state) {
  using memory = finish_memory<point<Real, D>, Outcome>;
  constexpr int most_points = window_points<point<Real, D>, Outcome>, most_spare = most_points - Outcome::short_steps;
  const auto finish = finish_short<Outcome, Queued, Index, Real, D, Metric, Tolerance>;
  const int available = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int most_bytes = static_cast<int>(memory(most_points).bytes);
  const int warps = std::clamp(available / most_bytes, 1, finish_warps);
  allow_shared(finish, warps * most_bytes);

  // A tile for each of the warps, if that makes it large enough: then one window has all that begins in it.
  const std::int64_t resident = std::int64_t(warps) * blocks_that_fit(finish, 32 * warps, warps * most_bytes);
  const auto tile_of = [&](std::int64_t tiles, int least, int most) {
    return static_cast<int>(std::clamp<std::int64_t>((count / tiles / 32 + 1) * 32, least, most));
  };
  const int spare = tile_of(resident, least_spare, most_spare);
  const int tile = tile_of(tiles_a_warp * resident, spare, most_tile);
  const memory size((Queued ? 32 : spare) + Outcome::short_steps);
  const int bytes = warps * static_cast<int>(size.bytes);
  const std::int64_t tiles = (std::int64_t(count) + tile - 1) / tile;
  const std::int64_t blocks = std::min((tiles + warps - 1) / warps, blocks_that_fit(finish, 32 * warps, bytes));
  const bool aligned = reinterpret_cast<std::uintptr_t>(points) % 16 == 0;
  const std::int64_t copied_whole = aligned && !metric.skip ? std::int64_t(count) : 0;
  launch_in_turn({stream, Queued ? shared_percent_beside : cudaSharedmemCarveoutDefault}, finish, blocks, 32 * warps,
                 bytes, points, count, copied_whole, boxes.boxes[1], tile, size, metric, tolerance, ends, shorts, marks,
                 state);
}

} // namespace thrustline::gpu
