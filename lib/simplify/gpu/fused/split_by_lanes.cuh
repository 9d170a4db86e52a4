// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"
#include "simplify/gpu/fused/outcomes.cuh"
#include "simplify/gpu/fused/shared_series.cuh"

/// Many short segments of a series in shared memory, split side by side: a lane a segment.
namespace thrustline::gpu {

/// Words of shared memory for the bits of 1024 points, and for what a shift moves behind them.
inline constexpr int scratch_words = 34;

/// What one lane splits: the segments that begin in its 32nd of a series, each of which fits a window, one after the
/// other and level by level.
class segments_of_lane {
public:
  /// The part of `width` points, at most 32, from `base` on. kept: the ends of segments; open: where those that are to
  /// be split begin.
  __device__ segments_of_lane(int base, int last, int width, warp_bits const& kept, warp_bits const& open)
      : base_(base), kept_(kept.window(base)), kept_behind_(kept.window(base + 32)) {
    const unsigned opened = open.window(base);
    waiting_ = base < last ? opened & (0xffffffffu >> (32 - width)) : 0;
  }

  /// Goes on to the next level or segment, where there is no open part on this level. False: all is done.
  __device__ bool advance() {
    if (now_ == 0) {
      now_ = next_;
      next_ = 0;
    }
    if (now_ == 0 && waiting_ != 0) {
      begin_ = __ffs(waiting_) - 1;
      waiting_ &= waiting_ - 1;
      ends_ = __funnelshift_r(kept_, kept_behind_, begin_);
      now_ = 1;
    }
    return now_ != 0;
  }

  /// Searches one open part of this level, and cuts it where it must be.
  template <class Series, class Notes>
  __device__ void split_one(Series const& series, Notes& notes) {
    using rank = typename Series::rank;
    const int left = __ffs(now_) - 1, steps = __ffs(ends_ >> left >> 1);
    now_ &= now_ - 1;
    const int head = base_ + begin_ + left;
    const auto* const from = series.points + head;
    const auto chord = series.metric(from[0], from[steps], steps);
    rank best(-1), step(1);
    int farthest = 0;
    for (int k = 1; k < steps; ++k, step += rank(1)) {
      const rank r = chord.rank(from[k], step);
      farthest = r > best ? k : farthest;
      best = r > best ? r : best;
    }
    const bool cut =
        best >= rank(0) &&
        notes.outcome.cuts(chord, best, from[farthest], {head, head + farthest, head + steps}, series.tolerance(head));
    int level = 0;
    if constexpr (Notes::counting) {
      level = notes.level_of_first[head];
      notes.seen(level);
    }
    if (!cut)
      return;
    note_cut(left, farthest, steps);
    if constexpr (Notes::counting)
      notes.level_of_first[head] = notes.level_of_first[head + farthest] = static_cast<std::uint16_t>(level + 1);
  }

  /// Adds the bits of the cuts to those of all points. Lanes' bits overlap: the segments of one end among those of the
  /// next.
  __device__ void add_to(unsigned* words) const {
    if ((added_ | added_behind_) == 0)
      return;
    words += base_ / 32;
    atomicOr(words, added_ << base_ % 32);
    atomicOr(words + 1, __funnelshift_l(added_, added_behind_, base_ % 32));
    atomicOr(words + 2, __funnelshift_l(added_behind_, 0, base_ % 32));
  }

private:
  /// Notes a cut `farthest` steps behind `left`, the begin of a part of `steps` steps.
  __device__ void note_cut(int left, int farthest, int steps) {
    const int at = left + farthest;
    ends_ |= 1u << at;
    next_ |= (farthest > 1 ? 1u << left : 0) | (steps - farthest > 1 ? 1u << at : 0);
    if (begin_ + at < 32)
      added_ |= 1u << (begin_ + at);
    else
      added_behind_ |= 1u << (begin_ + at - 32);
  }

  int base_;
  // Bits that count from base_.
  unsigned kept_, kept_behind_;           ///< the ends of segments
  unsigned waiting_;                      ///< begins of segments to be split
  unsigned added_ = 0, added_behind_ = 0; ///< cuts
  // The segment being split, and bits that count from its begin.
  int begin_ = 0;               ///< counted from base_
  unsigned ends_ = 0;           ///< the ends of its parts
  unsigned now_ = 0, next_ = 0; ///< begins of the open parts of this level and of the next
};

/// Splits the segments that begin at the bits of `open`, each of which fits a window, from `first` to `last`: each lane
/// those that begin in its 32nd of the points.
template <class Series, class Notes>
__device__ void split_by_lanes(Series const& series, int first, int last, warp_bits& kept, warp_bits const& open,
                               Notes& notes) {
  const int width = (last - first) / 32 + 1; // at most 32
  segments_of_lane mine(first + width * kept.lane, last, width, kept, open);
  for (;;) {
    const bool has_more = mine.advance();
    if (!__any_sync(full_warp, has_more))
      break;
    if (has_more)
      mine.split_one(series, notes);
    __syncwarp();
  }

  for (int k = kept.lane; k < scratch_words; k += 32)
    notes.words[k] = 0;
  __syncwarp();
  mine.add_to(notes.words);
  __syncwarp();
  kept.mine |= notes.words[kept.lane];
}

} // namespace thrustline::gpu
