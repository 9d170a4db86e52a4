// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/outcomes.cuh"
#include "simplify/gpu/fused/shared_series.cuh"

/// Many short segments in shared memory, split by one warp at the same time: longer ones get more lanes.
namespace thrustline::gpu {

/// The most steps of a segment that is split in groups; boxes are faster for longer ones. Measured.
inline constexpr int group_steps = 256;

/// Points that must be readable behind the segments, whatever they hold: a lane reads two at once.
inline constexpr int group_padding = 32;

/// A stack of open segments in shared memory, of up to `group_steps` steps each. All lanes of a warp use it together.
class segment_stack {
public:
  segment_stack() = default;
  __device__ explicit segment_stack(unsigned* entries) : entries_(entries) {}

  static __device__ unsigned packed(open_segment const& s) {
    static_assert(fused_points <= 1 << 10 && group_steps <= 1 << 9, "a level has the other 13 bits");
    return static_cast<unsigned>(s.first) | static_cast<unsigned>(s.last - s.first - 1) << 10 |
           static_cast<unsigned>(s.level) << 19;
  }
  static __device__ int first(unsigned segment) { return segment & 1023; }
  static __device__ int steps(unsigned segment) { return 1 + (segment >> 10 & 511); }
  static __device__ int level(unsigned segment) { return segment >> 19; }

  __device__ int size() const { return size_; }

  /// Pushes the segments of the lanes that have one. Called by all lanes.
  __device__ void put(bool has, unsigned segment, int lane) {
    const unsigned having = __ballot_sync(full_warp, has);
    if (has)
      entries_[size_ + __popc(having & ((1u << lane) - 1))] = segment;
    size_ += __popc(having);
  }

  /// Pushes one segment. Called by all lanes with the same segment.
  __device__ void put_one(unsigned segment, int lane) {
    if (lane == 0)
      entries_[size_] = segment;
    ++size_;
  }

  /// The k-th entry from the top; below the lowest one segments without inner points.
  __device__ unsigned peek(int k) const { return k < size_ ? entries_[size_ - 1 - k] : 0; }
  __device__ void drop(int count) { size_ -= count; }

private:
  unsigned* entries_;
  int size_ = 0;
};

/// What a warp notes in shared memory while it splits short segments: those that wait, and the bits of cuts. See
/// warp_notes.
template <class Outcome>
struct group_notes {
  static constexpr bool counting = true, collects = true;
  static constexpr int rounds_of_values = 4, few_boxes = 4;
  using outcome_type = Outcome;

  segment_stack waiting;
  unsigned* cuts; ///< 32 words
  Outcome outcome = {};
  int deepest = 0;

  /// Words of shared memory for `points` points: waiting segments do not overlap, and have 2 steps or more.
  static __host__ __device__ constexpr int words(int points) { return points / 2 + 32; }

  __device__ group_notes(unsigned* memory, Outcome outcome) : waiting(memory + 32), cuts(memory), outcome(outcome) {}

  __device__ void seen(int level) { deepest = max(deepest, level); }

  /// Keeps a segment that split_depth_first() leaves. Called by all lanes with the same segment.
  __device__ void leave(open_segment const& s, int lane) {
    if (s.last - s.first > 1)
      waiting.put_one(segment_stack::packed(s), lane);
  }

  __device__ void leave_at_end(open_segment const& s, int lane) { leave(s, lane); }
};

/// The lanes of a warp, divided into groups: one for each of the segments on top of a stack, as long as there are
/// lanes. All lanes get about as many points.
struct lane_groups {
  unsigned segment; ///< the segment of this lane's group
  int lanes;        ///< lanes of the group
  int lane;         ///< number of this lane in the group
  int until;        ///< the lane of the warp behind the group

  /// Takes the segments off the stack, which is not empty.
  __device__ lane_groups(segment_stack& waiting, int lane_of_warp) {
    const unsigned proposed = waiting.peek(lane_of_warp);
    const int inside = segment_stack::steps(proposed) - 1;
    // A lane takes its points in pairs. The number of pairs is such that these segments want about 26 lanes together:
    // as each wants whole lanes, aiming at more would leave segments over.
    constexpr int about = 26;
    const int pairs = (warp_sum(inside) + 2 * about - 1) / (2 * about);
    const float lanes_a_point = __fdividef(0.5f, static_cast<float>(pairs));
    const int wanted = static_cast<int>(static_cast<float>(inside) * lanes_a_point + 0.999f); // rounded up
    const int end = warp_inclusive_sum(wanted, lane_of_warp), begin = end - wanted;
    const bool has_group = wanted > 0 && end <= 32;
    const auto begins = static_cast<unsigned>(warp_sum(has_group ? static_cast<int>(1u << begin) : 0));
    const unsigned behind = 0xfffffffeu << lane_of_warp, from_here = begins & behind, up_to_here = begins & ~behind;
    segment = __shfl_sync(full_warp, proposed, __popc(up_to_here) - 1);
    lane = lane_of_warp - (31 - __clz(up_to_here));
    until = from_here ? __ffs(from_here) - 1 : 32;
    lanes = until - (lane_of_warp - lane);
    waiting.drop(__popc(begins));
  }
};

/// Splits the waiting segments to the end: up to 32 of them at once, a group of lanes each.
template <class Series, class Notes>
__device__ void split_in_groups(Series const& series, Notes& notes, int lane) {
  __syncwarp();
  while (notes.waiting.size() > 0) {
    const lane_groups group(notes.waiting, lane);
    const int first = segment_stack::first(group.segment), steps = segment_stack::steps(group.segment);
    const int level = segment_stack::level(group.segment);
    const auto* const from = series.points + first;
    const auto chord = series.metric(from[0], from[steps], steps);
    using rank = typename Series::rank;
    rank best(-1);
    int farthest = 0;
    for (int k = 1 + group.lane; k < steps; k += 2 * group.lanes) {
      const int next = k + group.lanes;
      const rank a = chord.rank(from[k], static_cast<rank>(k)), b = chord.rank(from[next], static_cast<rank>(next));
      farthest = a > best ? k : farthest;
      best = a > best ? a : best;
      const bool farther = (b > best) & (next < steps);
      farthest = farther ? next : farthest;
      best = farther ? b : best;
    }
    // The first lane of a group gathers what all its lanes have found.
    for (int distance = 1, most = warp_max(group.lanes); distance < most; distance *= 2) {
      const rank other = __shfl_down_sync(full_warp, best, distance);
      const int at = __shfl_down_sync(full_warp, farthest, distance);
      const bool farther = (lane + distance < group.until) & ((other > best) | ((other == best) & (at < farthest)));
      farthest = farther ? at : farthest;
      best = farther ? other : best;
    }

    const int cut = first + farthest;
    const bool cuts =
        group.lane == 0 && best >= rank(0) &&
        notes.outcome.cuts(chord, best, from[farthest], {first, cut, first + steps}, series.tolerance(first));
    notes.seen(level);
    __syncwarp(); // all have read their segments
    if (cuts)
      atomicOr(notes.cuts + cut / 32, 1u << cut % 32);
    const int left = farthest, right = steps - farthest;
    notes.waiting.put(cuts && left > 1, segment_stack::packed({first, cut, level + 1}), lane);
    notes.waiting.put(cuts && right > 1, segment_stack::packed({cut, first + steps, level + 1}), lane);
    __syncwarp();
  }
}

} // namespace thrustline::gpu
