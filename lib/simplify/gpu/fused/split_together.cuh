// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/outcomes.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"

/// The split of a series by a warp that shares its multiprocessor with few others, so that most of the time it waits
/// for its own results. It searches several short segments at once: none depends on another, and while one waits the
/// next goes on. In long segments it examines more points than it must, instead of waiting to know which ones it must.
/// Where there are many warps, they fill such gaps better, with fewer instructions.
namespace thrustline::gpu {

/// A stack of segments: lane k holds entry k.
class lane_stack {
public:
  __device__ explicit lane_stack(int lane) : lane_(lane) {}

  /// The segments pushed. They may be more than the 32 that the stack holds: the others are only counted.
  __device__ int size() const { return size_; }

  /// Called by all lanes with the same segment.
  __device__ void push(bool has, int first, int last) {
    entries_ = has && lane_ == size_ ? first | last << 10 : entries_;
    size_ += has;
  }

  __device__ void pop(int count) { size_ -= count; }

  /// Makes size() larger than what the stack holds.
  __device__ void overflow() { size_ = 33; }

  /// The entry of this lane.
  __device__ int mine() const { return entries_; }

  /// Entry k: `first` in the 10 bits from bit 0 on, `last` in those from bit 10 on.
  __device__ int operator[](int k) const { return __shfl_sync(full_warp, entries_, k); }

private:
  int lane_, size_ = 0;
  int entries_ = 1 << 10; ///< before any push: the segment [0, 1], so that there is a chord
};

/// Points that must be readable behind a series in shared memory, whatever they hold: a search of long segments reads
/// up to four rounds of points too many.
inline constexpr int together_padding = 128;

/// Collects the short segments that split_depth_first() leaves. See warp_notes.
struct waiting_notes {
  static constexpr bool counting = false, collects = true;
  static constexpr int rounds_of_values = 16, few_boxes = 8;
  using outcome_type = keep_outcome;
  lane_stack in_window; ///< segments of at most `window_steps` steps
  lane_stack larger;    ///< segments of at most `round_steps` steps
  outcome_type outcome = {};

  __device__ explicit waiting_notes(int lane) : in_window(lane), larger(lane) {}

  __device__ void seen(int) {}

  __device__ void leave(open_segment const& s, int) {
    const int steps = s.last - s.first;
    larger.push(steps > window_steps, s.first, s.last);
    in_window.push(steps > 1 && steps <= window_steps, s.first, s.last);
  }

  /// Notes no segment: there are too many of them.
  __device__ void leave_at_end(open_segment const&, int) { in_window.overflow(); }
};

/// Searches up to `Count` of the waiting segments, each of at most 32 Rounds steps, and sets the bits of their cuts.
/// Parts of more than `Enough` steps wait again; leave(has, first, last) gets the others. Reads up to 32 Rounds points
/// behind the last one.
template <int Count, int Rounds, int Enough, class Series, class Leave>
__device__ void search_some(Series const& series, lane_stack& waiting, warp_bits& cuts, Leave const& leave) {
  const int lane = cuts.lane;
  using rank = typename Series::rank;
  static_assert(detail::rank_tells_distance<typename Series::chord_type, rank>::value);
  const int top = waiting.size() - 1, count = min(top + 1, Count);
  int first[Count], last[Count]; // if fewer wait, the lowest segment fills the rest
  rank ranks[Count][Rounds], greatest[Count];
#pragma unroll
  for (int j = 0; j < Count; ++j) {
    const int segment = waiting[max(top - j, 0)];
    first[j] = segment & 1023;
    last[j] = segment >> 10;
  }
  waiting.pop(count);
  // The lane that holds a segment decides whether it is cut.
  const int own_first = waiting.mine() & 1023, own_last = waiting.mine() >> 10;
  const auto own = series.chord(own_first, own_last);

#pragma unroll
  for (int j = 0; j < Count; ++j) {
    const auto chord = series.chord(first[j], last[j]);
    const int mine = first[j] + 1 + lane;
    rank best(-1);
#pragma unroll
    for (int k = 0; k < Rounds; ++k) {
      const rank r = chord.rank(series.points[mine + 32 * k], static_cast<rank>(1 + lane) + static_cast<rank>(32 * k));
      ranks[j][k] = mine + 32 * k < last[j] ? r : rank(-1);
      best = fmax(best, ranks[j][k]); // ignores NaN, the rank of an absent point
    }
    greatest[j] = best;
  }
  rank own_greatest(-1);
#pragma unroll
  for (int j = 0; j < Count; ++j) {
    greatest[j] = warp_max_rank(greatest[j]);
    own_greatest = lane == top - j ? greatest[j] : own_greatest;
  }
  const unsigned cut = __ballot_sync(full_warp, lane <= top && own.exceeds(own_greatest, series.tolerance(own_first)));
  if (cut == 0)
    return;
  int at[Count];
#pragma unroll
  for (int j = 0; j < Count; ++j) { // the first of that rank
    int index = INT_MAX;
#pragma unroll
    for (int k = Rounds - 1; k >= 0; --k)
      index = ranks[j][k] == greatest[j] ? first[j] + 1 + lane + 32 * k : index;
    at[j] = warp_min(index);
  }
#pragma unroll
  for (int j = 0; j < Count; ++j) {
    const bool is_cut = j < count && cut >> (top - j) & 1;
    if (is_cut)
      cuts.set(at[j]);
    const bool left_on = at[j] - first[j] > Enough, right_on = last[j] - at[j] > Enough;
    waiting.push(is_cut && left_on, first[j], at[j]);
    waiting.push(is_cut && right_on, at[j], last[j]);
    leave(is_cut && !left_on, first[j], at[j]);
    leave(is_cut && !right_on, at[j], last[j]);
  }
}

/// The same for up to four segments, with no more instructions than their number needs.
template <int Rounds, int Enough, class Series, class Leave>
__device__ void search_waiting(Series const& series, lane_stack& waiting, warp_bits& cuts, Leave const& leave) {
  if (waiting.size() == 1)
    search_some<1, Rounds, Enough>(series, waiting, cuts, leave);
  else if (waiting.size() == 2)
    search_some<2, Rounds, Enough>(series, waiting, cuts, leave);
  else
    search_some<4, Rounds, Enough>(series, waiting, cuts, leave);
}

/// Splits the series with the ends `first` < `last` < 1024, both valid, where ranks alone decide on cuts.
/// `together_padding` points behind them are readable. `scratch`: shared memory, scratch_words of it.
template <class Series, class Boxes>
__device__ void split_together(Series const& series, int first, int last, Boxes const& boxes, unsigned* scratch,
                               warp_bits& kept) {
  constexpr int few = 8; // measured
  waiting_notes notes(kept.lane);
  lane_stack &larger = notes.larger, &in_window = notes.in_window;
  if (last - first > round_steps)
    split_depth_first<round_steps>(series, {first, last, 1}, boxes, kept, notes);
  else
    notes.leave({first, last, 1}, kept.lane);
  while (larger.size() > 0) // segments that do not overlap: never more than lanes
    search_waiting<round_steps / 32, window_steps>(
        series, larger, kept, [&](bool has, int a, int b) { in_window.push(has && b - a > 1, a, b); });
  while (in_window.size() > 0 && in_window.size() <= few)
    search_waiting<1, 1>(series, in_window, kept, [](bool, int, int) {});
  if (in_window.size() > 0) { // too many
    warp_notes<false> rest{scratch, nullptr};
    __syncwarp();
    split_by_lanes(series, first, last, kept, kept.followed_within_window(), rest);
  }
}

} // namespace thrustline::gpu
