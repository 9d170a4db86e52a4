// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/gpu/copy_to_warp.cuh"
#include "core/gpu/lane_batches.cuh"
#include "core/gpu/warp_bits.cuh"
#include "core/gpu/wide.cuh"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/split_in_groups.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include "simplify/gpu/bounded/tile_window.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/shared_series.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"

/// What a warp of finish_short does with a window of points: it copies them into shared memory, splits the short
/// segments there to the end, and marks the cuts.
namespace thrustline::gpu {

/// Stores each of 32 bits as a byte, 1 or 0. `bytes` is aligned to 16.
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

/// The tolerance of the segment that begins at a point of a window; the window begins at point `begin` of the call.
template <class Tolerance, class Index>
struct tolerance_from {
  Tolerance tolerance;
  Index begin;
  __device__ auto operator()(int first) const { return tolerance(begin + first); }
};

/// Layout of a warp's shared memory: the points, their padding, the segments that wait, what the outcome needs, and a
/// barrier for copies.
template <class P, class Outcome>
struct finish_memory {
  using notes_type = group_notes<Outcome>;

  std::size_t words, marks, barrier; ///< where these begin
  std::size_t bytes;                 ///< bytes of all together

  explicit finish_memory(int points)
      : words((points + group_padding) * sizeof(P)),
        marks(words + (notes_type::words(points) * sizeof(unsigned) + 7) / 8 * 8),
        barrier((marks + points * Outcome::shared_bytes + 7) / 8 * 8), bytes((barrier + 8 + 15) / 16 * 16) {}

  /// The notes of the warp that has this memory.
  __device__ notes_type notes(unsigned char* memory) const {
    return {reinterpret_cast<unsigned*>(memory + words), Outcome::in(memory + marks)};
  }
};

/// Splits the short segments between marked ends. levels(i) is the level of the end i. wait() waits until the points
/// are there. Returns the cuts and the given ends.
template <class Series, class P, class Levels, class Notes, class Wait>
__device__ warp_bits split_between_marks(Series const& series, warp_bits const& marked, Levels const& levels,
                                         slice_boxes<P> const& boxes, Notes& notes, Wait const& wait) {
  using Outcome = typename Notes::outcome_type;
  const int lane = marked.lane;
  notes.cuts[lane] = 0;
  // The segments between marks of one word; then those that begin at the last mark of a word.
  unsigned rest = marked.mine;
  int first = 32 * lane + __ffs(rest) - 1;
  const int first_level = rest ? levels(first) : 0; // most lanes have at most this mark
  int level = first_level;
  while (__any_sync(full_warp, rest & (rest - 1))) {
    rest &= rest - 1;
    const int last = rest ? 32 * lane + __ffs(rest) - 1 : first, steps = last - first;
    const int next_level = steps > 0 ? levels(last) : level;
    notes.waiting.put(steps > 1, segment_stack::packed({first, last, max(level, next_level)}), lane);
    first = last;
    level = next_level;
  }
  const unsigned behind = __ballot_sync(full_warp, marked.mine != 0) & (0xfffffffeu << lane);
  const int next_word = behind ? __ffs(behind) - 1 : lane;
  const int last = 32 * next_word + __ffs(__shfl_sync(full_warp, marked.mine, next_word)) - 1;
  const int steps = behind && marked.mine ? last - first : 0;
  level = max(level, __shfl_sync(full_warp, first_level, next_word));
  notes.waiting.put(steps > 1 && steps <= group_steps, segment_stack::packed({first, last, level}), lane);

  wait();
  warp_bits kept = marked;
  if constexpr (Outcome::short_steps > group_steps)
    for (unsigned some = __ballot_sync(full_warp, steps > group_steps && steps <= Outcome::short_steps); some != 0;
         some &= some - 1) {
      const int begin = __shfl_sync(full_warp, first, __ffs(some) - 1);
      const int end = __shfl_sync(full_warp, last, __ffs(some) - 1);
      const int common = __shfl_sync(full_warp, level, __ffs(some) - 1);
      split_depth_first<group_steps>(series, {begin, end, common}, boxes, kept, notes);
    }
  split_in_groups(series, notes, lane);
  kept.mine |= notes.cuts[lane];
  return kept;
}

/// Copies points into shared memory. Absent ones become NaN, whose rank is never greatest.
template <class Real, int D, class Metric>
__device__ void copy_points(const point<Real, D>* points, int first, int last,
                            flow::skipping<Metric, Real, D> const& metric, int lane, wide_point<Real, D>* copy) {
  for_lane_batches<4>(
      first, last + 1, lane, [&](int i) { return points[i]; },
      [&](int i, point<Real, D> const& p) {
        store_wide<point<Real, D>>(&copy[i], metric.skip && !metric.valid(p) ? flow::absent_point<Real, D>() : p);
      });
  __syncwarp();
}

/// Finishes the windows that a warp takes.
template <class Problem>
class window_finisher {
  using Outcome = typename Problem::outcome;
  using Index = typename Problem::index;
  using point_type = typename Problem::point_type;
  using shared_point = wide_point<typename Problem::real, Problem::dimensions>;

public:
  /// memory: the warp's shared memory; copied_whole: points before this index may be copied in pieces of 16 bytes
  __device__ window_finisher(Problem const& problem, finish_memory<point_type, Outcome> const& layout,
                             unsigned char* memory, std::int64_t copied_whole, int lane)
      : problem_(problem), copied_whole_(copied_whole), lane_(lane), copy_(reinterpret_cast<shared_point*>(memory)),
        notes_(layout.notes(memory)), copying_(reinterpret_cast<std::uint64_t*>(memory + layout.barrier), lane) {}

  /// Splits the short segments of a window, which begins at point `begin`, and marks their cuts for the caller.
  /// CopiesFollow: see queued_segments.
  template <bool CopiesFollow, class Levels>
  __device__ void finish(std::int64_t begin, tile_window const& window, Levels const& level_of) {
    kept_points_ += window.marks_of_lane;
    if (window.first < 0)
      return;
    const slice_boxes<shared_point> boxes = boxes_of(begin, window);
    copy<CopiesFollow>(begin, window);
    for (unsigned rest = window.marked.mine; rest != 0; rest &= rest - 1) {
      const int i = 32 * lane_ + __ffs(rest) - 1;
      notes_.outcome.read(i, problem_.marks + begin + i);
    }
    using tolerance_type = std::decay_t<decltype(problem_.tolerance)>;
    const shared_series series(copy_, problem_.metric.metric,
                               tolerance_from<tolerance_type, Index>{problem_.tolerance, static_cast<Index>(begin)});
    const warp_bits kept =
        split_between_marks(series, window.marked, level_of, boxes, notes_, [&] { copying_.wait(); });
    mark(begin, window, kept);
    __syncwarp();
  }

  /// Adds what this warp has counted to the state of the call.
  __device__ void report() const {
    const int deepest = warp_max(notes_.deepest);
    if (lane_ == 0 && deepest > 0)
      atomicMax(&problem_.state->levels, static_cast<unsigned long long>(deepest));
    const int all_kept = warp_sum(kept_points_);
    if (lane_ == 0 && all_kept > 0)
      atomicAdd(&problem_.state->kept, static_cast<unsigned long long>(all_kept));
  }

private:
  __device__ slice_boxes<shared_point> boxes_of(std::int64_t begin, tile_window const& window) const {
    const bool has_slice = 32 * lane_ + 31 >= window.first && 32 * lane_ <= window.last;
    return {has_slice ? load_wide(problem_.boxes->boxes[1] + begin / 32 + lane_)
                      : empty_box<typename Problem::real, Problem::dimensions>(),
            lane_};
  }

  /// Begins to copy the points of a window into shared memory.
  template <bool CopiesFollow>
  __device__ void copy(std::int64_t begin, tile_window const& window) {
    constexpr int piece = 4; // points: their bytes are a multiple of 16
    const int from = window.first / piece * piece, to = (window.last / piece + 1) * piece;
    if (uniform(begin + to <= copied_whole_)) {
      copying_.begin(problem_.points + begin + from, copy_ + from, (to - from) * static_cast<int>(sizeof(point_type)),
                     lane_);
    } else {
      copying_.begin_none(lane_);
      copy_points(problem_.points + begin, window.first, window.last, problem_.metric, lane_, copy_);
      if constexpr (CopiesFollow)
        copying_.copies_may_follow();
    }
  }

  /// Marks the kept points that had no mark yet, and counts them.
  __device__ void mark(std::int64_t begin, tile_window const& window, warp_bits const& kept) {
    unsigned added = kept.mine & ~window.marked.mine;
    kept_points_ += __popc(added);
    if constexpr (std::is_same_v<typename Outcome::mark, std::uint8_t>) {
      // All marks between the window's first and last point are made here, and are 1 or 0.
      std::uint8_t* const of_word = problem_.marks + begin + 32 * lane_;
      const bool whole_words = reinterpret_cast<std::uintptr_t>(problem_.marks) % sizeof(uint4) == 0;
      if (added != 0 && 32 * lane_ > window.first && 32 * lane_ + 31 < window.last && whole_words) {
        store_bits_as_bytes(kept.mine, of_word);
        added = 0;
      }
    }
    for (unsigned words = __ballot_sync(full_warp, added != 0); words != 0; words &= words - 1) {
      const int i = 32 * (__ffs(words) - 1) + lane_;
      if (__shfl_sync(full_warp, added, i / 32) >> lane_ & 1)
        problem_.marks[begin + i] = notes_.outcome.of(i);
    }
  }

  Problem const& problem_;
  std::int64_t copied_whole_;
  int lane_;
  shared_point* copy_;
  group_notes<Outcome> notes_;
  copy_to_warp copying_;
  int kept_points_ = 0; ///< seen by this lane: fewer than 2^31
};

} // namespace thrustline::gpu
