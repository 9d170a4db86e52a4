// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include "simplify/gpu/outcomes.cuh"

/// The split of a series by a warp that shares its multiprocessor with few others, so that most of the time it waits
/// for its own results. It searches several short segments at once: none depends on another, and while one waits the
/// next goes on. Of long ones it examines more points than it must, instead of waiting to know which. Many warps fill
/// such gaps better, with fewer instructions.
namespace thrustline::gpu {

/// A stack of segments, of which lane k holds entry k.
class lane_stack {
public:
  __device__ explicit lane_stack(int lane) : lane_(lane) {}

  /// May be more than the 32 that it holds: of those pushed beyond, only the number is known.
  __device__ int size() const { return size_; }

  /// By all lanes, the same.
  __device__ void push(bool has, int first, int last) {
    entries_ = has && lane_ == size_ ? first | last << 10 : entries_;
    size_ += has;
  }

  __device__ void pop(int count) { size_ -= count; }

  /// As if more had been pushed than it holds.
  __device__ void overflow() { size_ = 33; }

  /// The lane's own entry.
  __device__ int mine() const { return entries_; }

  /// Entry k; first and last are the 10 bits each from bit 0 and from bit 10 on.
  __device__ int operator[](int k) const { return __shfl_sync(full_warp, entries_, k); }

private:
  int lane_, size_ = 0;
  int entries_ = 1 << 10; ///< none yet: any segment with a chord
};

/// Points that must be readable behind a series in shared memory, whatever they hold: a search of long segments reads
/// up to four rounds of points too many.
inline constexpr int together_padding = 128;

/// The short segments that split_depth_first() leaves.
struct waiting_notes {
  static constexpr bool counting = false, collects = true;
  static constexpr int rounds_of_values = 16, few_boxes = 8;
  using outcome_type = keep_outcome;
  lane_stack in_window, larger; ///< of up to `window_steps` steps, and of up to `round_steps`
  outcome_type outcome = {};

  __device__ explicit waiting_notes(int lane) : in_window(lane), larger(lane) {}

  __device__ void seen(int) {}

  __device__ void leave(int first, int last, int, int) {
    larger.push(last - first > window_steps, first, last);
    in_window.push(last - first > 1 && last - first <= window_steps, first, last);
  }

  /// There are many of these: they are not worth a note each.
  __device__ void leave_at_end(int, int, int, int) { in_window.overflow(); }
};

/// Searches up to `Count` of the waiting segments, which have up to 32 Rounds steps, and sets the bits of their cuts.
/// Parts wait again if they have more than `Enough` steps; leave(has, first, last) gets the others. Reads up to
/// 32 Rounds points behind the last.
template <int Count, int Rounds, int Enough, class P, class Metric, class Real, class Leave>
__device__ void search_some(const P* points, lane_stack& waiting, Metric const& metric, Real tolerance, warp_bits& cuts,
                            Leave const& leave) {
  const int lane = cuts.lane;
  using chord_type = decltype(metric(points[0], points[0], 0));
  using rank = rank_of<P, chord_type>;
  static_assert(detail::rank_tells_distance<chord_type, rank>::value);
  const int top = waiting.size() - 1, count = min(top + 1, Count);
  int first[Count], last[Count]; // of fewer the lowest again
  rank ranks[Count][Rounds], greatest[Count];
#pragma unroll
  for (int j = 0; j < Count; ++j) {
    const int segment = waiting[max(top - j, 0)];
    first[j] = segment & 1023;
    last[j] = segment >> 10;
  }
  waiting.pop(count);
  // A lane that holds one of the segments finds out whether it is cut.
  const int own_first = waiting.mine() & 1023, own_last = waiting.mine() >> 10;
  const auto own = metric(points[own_first], points[own_last], own_last - own_first);

#pragma unroll
  for (int j = 0; j < Count; ++j) {
    const auto chord = metric(points[first[j]], points[last[j]], last[j] - first[j]);
    const int mine = first[j] + 1 + lane;
    rank best(-1);
#pragma unroll
    for (int k = 0; k < Rounds; ++k) {
      const rank r = chord.rank(points[mine + 32 * k], static_cast<rank>(1 + lane) + static_cast<rank>(32 * k));
      ranks[j][k] = mine + 32 * k < last[j] ? r : rank(-1);
      best = fmax(best, ranks[j][k]); // passes over NaN, the rank of an absent point
    }
    greatest[j] = best;
  }
  rank own_greatest(-1);
#pragma unroll
  for (int j = 0; j < Count; ++j) {
    greatest[j] = warp_max_rank(greatest[j]);
    own_greatest = lane == top - j ? greatest[j] : own_greatest;
  }
  const unsigned cut = __ballot_sync(full_warp, lane <= top && own.exceeds(own_greatest, tolerance));
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

/// The same of up to four, by no more instructions than so few take.
template <int Rounds, int Enough, class P, class Metric, class Real, class Leave>
__device__ void search_waiting(const P* points, lane_stack& waiting, Metric const& metric, Real tolerance,
                               warp_bits& cuts, Leave const& leave) {
  if (waiting.size() == 1)
    search_some<1, Rounds, Enough>(points, waiting, metric, tolerance, cuts, leave);
  else if (waiting.size() == 2)
    search_some<2, Rounds, Enough>(points, waiting, metric, tolerance, cuts, leave);
  else
    search_some<4, Rounds, Enough>(points, waiting, metric, tolerance, cuts, leave);
}

/// Splits the series with the ends `first` < `last` < 1024, both valid, where ranks alone tell of a cut. `points` and
/// `together_padding` points behind them are readable. `scratch`: shared memory, scratch_words of it.
template <class P, int Parts, class Metric, class Tolerance>
__device__ void split_together(const P* points, int first, int last, slice_boxes<P, Parts> const& boxes,
                               Metric const& metric, Tolerance const& tolerance, unsigned* scratch, warp_bits& kept) {
  constexpr int few = 8; // measured
  waiting_notes notes(kept.lane);
  lane_stack &larger = notes.larger, &in_window = notes.in_window;
  if (last - first > round_steps)
    split_depth_first<round_steps>(points, first, last, 1, boxes, metric, tolerance, kept, notes);
  else
    notes.leave(first, last, 1, kept.lane);
  while (larger.size() > 0) // which do not overlap: there are never more than lanes
    search_waiting<round_steps / 32, window_steps>(
        points, larger, metric, tolerance(first), kept,
        [&](bool has, int a, int b) { in_window.push(has && b - a > 1, a, b); });
  while (in_window.size() > 0 && in_window.size() <= few)
    search_waiting<1, 1>(points, in_window, metric, tolerance(first), kept, [](bool, int, int) {});
  if (in_window.size() > 0) { // too many
    warp_notes<false> rest{scratch, nullptr};
    __syncwarp();
    split_by_lanes(points, first, last, kept, kept.followed_within_window(), metric, tolerance, rest);
  }
}

} // namespace thrustline::gpu
