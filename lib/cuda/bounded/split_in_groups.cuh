// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/fused_series.cuh"
#include "cuda/outcomes.cuh"
#include "cuda/warp.cuh"

/// Many short segments in shared memory, split by one warp at once: the fewer wait, the more lanes search each.
namespace thrustline::cuda {

/// A stack of open segments in shared memory, of up to `round_steps` steps each, that a warp fills and empties
/// together.
class segment_stack {
public:
  segment_stack() = default;
  __device__ explicit segment_stack(unsigned* entries) : entries_(entries) {}

  static __device__ unsigned packed(int first, int steps, int level) {
    static_assert(fused_points <= 1 << 10 && round_steps < 1 << 8, "a level has the other 14 bits");
    return first | steps << 10 | static_cast<unsigned>(level) << 18;
  }

  __device__ int size() const { return size_; }

  /// By all lanes; of those that have one.
  __device__ void put(bool has, unsigned segment, int lane) {
    const unsigned having = __ballot_sync(full_warp, has);
    if (has)
      entries_[size_ + __popc(having & ((1u << lane) - 1))] = segment;
    size_ += __popc(having);
  }

  /// By all lanes, the same.
  __device__ void put_one(unsigned segment, int lane) {
    if (lane == 0)
      entries_[size_] = segment;
    ++size_;
  }

  /// Takes `count` of them away. They are read behind that, until the next put().
  __device__ const unsigned* take(int count) { return entries_ + (size_ -= count); }

private:
  unsigned* entries_;
  int size_ = 0;
};

/// What a warp keeps beside the points while it splits short segments: those that wait, the larger ones apart, as
/// segments that are split at once should be of one size; and the bits of cuts in shared memory.
template <class Outcome>
struct group_notes {
  static constexpr bool counting = true, collects = true;
  static constexpr int rounds_of_values = 4, few_boxes = 4;
  using outcome_type = Outcome;

  segment_stack in_window, larger;
  unsigned* cuts; ///< 32 words
  Outcome outcome = {};
  int deepest = 0;

  /// Words of shared memory for `points` points: segments do not overlap and have 2 steps or more.
  static __host__ __device__ constexpr int words(int points) { return points / 2 + points / (window_steps + 1) + 32; }

  __device__ group_notes(unsigned* memory, int points, Outcome outcome)
      : in_window(memory + 32), larger(memory + 32 + points / 2), cuts(memory), outcome(outcome) {}

  __device__ void seen(int level) { deepest = max(deepest, level); }

  /// By all lanes, the same: split_depth_first() has come to a segment that it leaves.
  __device__ void leave(int first, int last, int level, int lane) {
    const int steps = last - first;
    if (steps > window_steps)
      larger.put_one(segment_stack::packed(first, steps, level), lane);
    else if (steps > 1)
      in_window.put_one(segment_stack::packed(first, steps, level), lane);
  }

  __device__ void leave_at_end(int first, int last, int level, int lane) { leave(first, last, level, lane); }
};

/// Splits the segments that wait to the end: up to 32 of them at once, a group of lanes each.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_in_groups(const P* points, Metric const& metric, Tolerance const& tolerance, Notes& notes,
                                int lane) {
  __syncwarp();
  while (notes.larger.size() + notes.in_window.size() > 0) {
    const bool large = notes.larger.size() > 0;
    // A power of two of groups; a quarter of them may have none.
    const int waiting = min(large ? notes.larger.size() : notes.in_window.size(), 32);
    const int log_groups = min(31 - __clz(waiting + waiting / 3), 5), some = min(waiting, 1 << log_groups);
    const unsigned* const taken = large ? notes.larger.take(some) : notes.in_window.take(some);
    const int log_lanes = 5 - log_groups, lanes = 1 << log_lanes, lane_of_group = lane & (lanes - 1);
    const int group = lane >> log_lanes;
    const unsigned segment = taken[min(group, some - 1)];
    const int first = segment & 1023, steps = segment >> 10 & 255, level = segment >> 18;
    const P* const from = points + first;
    const auto chord = metric(from[0], from[steps], steps);
    using rank = rank_of<P, decltype(chord)>;
    rank best(-1);
    int farthest = 0;
    for (int k = 1 + lane_of_group; k < steps; k += 2 * lanes) {
      const int next = k + lanes;
      const rank a = chord.rank(from[k], static_cast<rank>(k)), b = chord.rank(from[next], static_cast<rank>(next));
      farthest = a > best ? k : farthest;
      best = a > best ? a : best;
      const bool farther = (b > best) & (next < steps);
      farthest = farther ? next : farthest;
      best = farther ? b : best;
    }
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
      const rank other = __shfl_xor_sync(full_warp, best, distance);
      const int at = __shfl_xor_sync(full_warp, farthest, distance);
      const bool farther = (other > best) | ((other == best) & (at < farthest));
      farthest = farther ? at : farthest;
      best = farther ? other : best;
    }

    const int cut = first + farthest;
    const bool cuts = lane_of_group == 0 && group < some && best >= rank(0) &&
                      notes.outcome.cuts(chord, best, from[farthest], {first, cut, first + steps}, tolerance(first));
    notes.seen(level);
    __syncwarp(); // all have read their segments
    if (cuts)
      atomicOr(notes.cuts + cut / 32, 1u << cut % 32);
    const int left = farthest, right = steps - farthest;
    const unsigned left_half = segment_stack::packed(first, left, level + 1),
                   right_half = segment_stack::packed(cut, right, level + 1);
    if (large) {
      notes.larger.put(cuts && left > window_steps, left_half, lane);
      notes.larger.put(cuts && right > window_steps, right_half, lane);
    }
    notes.in_window.put(cuts && left > 1 && left <= window_steps, left_half, lane);
    notes.in_window.put(cuts && right > 1 && right <= window_steps, right_half, lane);
    __syncwarp();
  }
}

} // namespace thrustline::cuda
