// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/fused/cut_at_ends.cuh"
#include "simplify/gpu/fused/outcomes.cuh"
#include "simplify/gpu/fused/shared_series.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include "simplify/gpu/fused/split_by_lanes.cuh"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// A series of up to 1024 points in shared memory, split to the end by one warp.
///
/// Cebrian & Moure's Algorithm 3 gives each point a thread and runs all levels with barriers. Here one warp keeps a
/// series to itself and needs none. It splits the segments depth first, all lanes searching one segment for its
/// farthest point: the long ones and, if they are few, the short ones. Many short ones it splits side by side, a lane a
/// segment.
namespace thrustline::gpu {

/// Points that must be readable behind a series in shared memory, whatever they hold: a search reads whole rounds.
inline constexpr int fused_padding = 64;

/// What a warp notes in shared memory while it splits a series. Counting: whether it needs the levels.
template <bool Counting>
struct warp_notes {
  static constexpr bool counting = Counting;
  /// Whether split_depth_first() reports the segments that it leaves.
  static constexpr bool collects = Counting;
  /// Segments of values with at most 32 times as many steps are searched point by point.
  static constexpr int rounds_of_values = 8;
  /// Boxes of a longer segment that are opened together.
  static constexpr int few_boxes = 4;
  using outcome_type = keep_outcome; ///< see outcomes.cuh

  unsigned* words;               ///< `scratch_words` of them: may be the padding behind the points
  std::uint16_t* level_of_first; ///< the level of the short segment that begins at a point
  outcome_type outcome = {};
  int deepest = 0; ///< the deepest level seen

  __device__ void seen(int level) {
    if constexpr (Counting)
      deepest = max(deepest, level);
  }

  /// Notes a segment that split_depth_first() leaves. Called by all lanes with the same segment.
  __device__ void leave(open_segment const& s, int lane) {
    if (Counting && lane == 0)
      level_of_first[s.first] = static_cast<std::uint16_t>(s.level);
  }

  /// The same for a piece that cut_at_ends() cuts off.
  __device__ void leave_at_end(open_segment const& s, int lane) { leave(s, lane); }
};

/// The most steps of a segment of points that find_cut_in_round() searches; longer ones are searched by boxes.
inline constexpr int round_steps = 128;

/// Where to cut segment s, which has at most 32 Count steps and more than 32 Least; -1: nowhere. A lane examines points
/// 32 apart.
template <int Count, int Least = Count - 2, class P, class Chord, class Real, class Outcome>
__device__ int find_cut_in_round(searched_segment<P, Chord, Real> const& s, Outcome const& outcome, int lane) {
  using rank = rank_of<P, Chord>;
  const int mine = s.first + 1 + lane;
  rank ranks[Count], best(-1);
#pragma unroll
  for (int k = 0; k < Count; ++k) {
    const rank r = s.chord.rank(s.points[mine + 32 * k], static_cast<rank>(1 + lane) + static_cast<rank>(32 * k));
    // Values skip the comparison where it is sure to hold; the code for points is as it was measured.
    const bool inside = (P::dimensions == 1 && k < Least) || mine + 32 * k < s.last;
    ranks[k] = inside ? r : rank(-1);
    best = fmax(best, ranks[k]); // ignores NaN, the rank of an absent point
  }
  const rank greatest = warp_max_rank(best);
  constexpr bool rank_decides = Outcome::by_rank && detail::rank_tells_distance<Chord, rank>::value;
  if ((!rank_decides || P::dimensions > 1) && uniform(!(greatest >= rank(0)))) // -1 is within any tolerance
    return -1;
  const auto farthest = [&] { // the first of that rank
    int index = INT_MAX;
#pragma unroll
    for (int k = Count - 1; k >= 0; --k)
      index = ranks[k] == greatest ? mine + 32 * k : index;
    return warp_min(index);
  };
  if constexpr (rank_decides) {
    return uniform(s.chord.exceeds(greatest, s.tolerance)) ? farthest() : -1;
  } else {
    const int at = farthest();
    return outcome.cuts_for_all(s.chord, greatest, s.points[at], {s.first, at, s.last}, s.tolerance, lane) ? at : -1;
  }
}

/// The same for a segment of at most 32 Most steps.
template <int Most, class P, class Chord, class Real, class Outcome>
__device__ int find_cut_in_rounds(searched_segment<P, Chord, Real> const& s, Outcome const& outcome, int lane) {
  const int steps = s.last - s.first;
  if constexpr (Most > 8) {
    if (steps > 12 * 32)
      return find_cut_in_round<16, 12>(s, outcome, lane);
    if (steps > 8 * 32)
      return find_cut_in_round<12, 8>(s, outcome, lane);
  }
  if constexpr (Most > 4) {
    if (steps > 6 * 32)
      return find_cut_in_round<8>(s, outcome, lane);
    if (steps > 4 * 32)
      return find_cut_in_round<6>(s, outcome, lane);
  }
  if (steps > 2 * 32)
    return find_cut_in_round<4>(s, outcome, lane);
  return find_cut_in_round<2>(s, outcome, lane);
}

/// The same for any segment that split_depth_first<Enough>() meets: by boxes if it is long, else point by point.
template <int Enough, class P, class Chord, class Real, int Parts, class Notes>
__device__ int find_cut(searched_segment<P, Chord, Real> const& s, slice_boxes<P, Parts> const& boxes,
                        Notes const& notes, int lane) {
  constexpr bool in_window = Enough < window_steps;
  // The most steps of a segment that is searched point by point.
  constexpr int dense_steps = P::dimensions == 1 && !in_window ? 32 * Notes::rounds_of_values : round_steps;
  static_assert(dense_steps == 4 * 32 || dense_steps == 8 * 32 || dense_steps == 16 * 32);
  if constexpr (in_window)
    return find_cut_in_round<1>(s, notes.outcome, lane);
  else if (Enough >= dense_steps || s.last - s.first > dense_steps)
    return boxes.template find_cut<Notes::few_boxes>(s, notes.outcome);
  else
    return find_cut_in_rounds<dense_steps / 32>(s, notes.outcome, lane);
}

/// The segments that wait in split_depth_first(): lane k holds entry k. As they do not overlap, there are never more
/// than lanes.
template <bool Counting>
class depth_first_stack {
  static_assert(fused_points <= 1 << 10, "an end of a waiting segment has 10 bits, its level the other 12");

public:
  __device__ void push(open_segment const& s, int lane) {
    entry_ = lane == size_ ? s.first | s.last << 10 | (Counting ? s.level << 20 : 0) : entry_;
    ++size_;
  }

  __device__ bool empty() const { return size_ == 0; }

  __device__ open_segment pop() {
    const int popped = __shfl_sync(full_warp, entry_, --size_);
    return {popped & 1023, popped >> 10 & 1023, popped >> 20};
  }

private:
  int entry_ = 0, size_ = 0;
};

/// Cuts in a row that left a short piece, after which the next cut is looked for at the ends first.
inline constexpr int cuts_in_a_row = 4;

/// Splits a segment and its halves depth first, down to segments of `Enough` steps: `window_steps`, or 1 for a segment
/// that fits a window. Sets the bits of the cuts. The boxes are those of the segment, if it has more than
/// `round_steps`.
template <int Enough, class P, class Metric, class Tolerance, int Parts, class Notes>
__device__ void split_depth_first(shared_series<P, Metric, Tolerance> const& series, open_segment s,
                                  slice_boxes<P, Parts> const& boxes, warp_bits& cuts, Notes& notes) {
  constexpr bool in_window = Enough < window_steps;
  static_assert((in_window ? window_steps : fused_points) <= 32 * (Enough + 1), "the stack has an entry a lane");
  const int lane = cuts.lane;
  depth_first_stack<Notes::counting> waiting;
  int row = 0;
  for (;;) {
    notes.seen(s.level);
    const int cut = find_cut<Enough>(series.segment(s.first, s.last), boxes, notes, lane);
    if (cut >= 0) {
      cuts.set(cut);
      ++s.level;
      const open_segment left{s.first, cut, s.level}, right{cut, s.last, s.level};
      const bool left_on = cut - s.first > Enough, right_on = s.last - cut > Enough;
      if constexpr (Notes::collects && !in_window) { // what a window leaves is finished
        if (!left_on)
          notes.leave(left, lane);
        if (!right_on)
          notes.leave(right, lane);
      }
      if (left_on && right_on) {
        waiting.push(right, lane);
        row = 0;
        s = left;
        continue;
      }
      if (left_on || right_on) {
        s = left_on ? left : right;
        if constexpr (!in_window)
          if (++row >= cuts_in_a_row && s.last - s.first > round_steps) {
            row = 0;
            cut_at_ends(series, s, boxes, cuts, notes);
          }
        continue;
      }
    }
    if (waiting.empty())
      return;
    s = waiting.pop();
  }
}

/// The same with boxes made here, if the segment is long enough for them.
template <int Enough, class P, class Metric, class Tolerance, class Notes>
__device__ void split_depth_first(shared_series<P, Metric, Tolerance> const& series, open_segment const& s,
                                  warp_bits& cuts, Notes& notes) {
  const bool by_boxes = Enough >= window_steps && s.last - s.first > round_steps;
  const slice_boxes<P> boxes(series.points, s.first, by_boxes ? s.last : -1, cuts.lane);
  split_depth_first<Enough>(series, s, boxes, cuts, notes);
}

/// Splits the segments that begin at the bits of `open`, each of which fits a window, one after the other.
template <class Series, class Notes>
__device__ void split_one_by_one(Series const& series, warp_bits& kept, warp_bits const& open, Notes& notes) {
  for (unsigned words = __ballot_sync(full_warp, open.mine != 0); words != 0; words &= words - 1) {
    const int word = __ffs(words) - 1;
    for (unsigned rest = __shfl_sync(full_warp, open.mine, word); rest != 0; rest &= rest - 1) {
      const int begin = 32 * word + __ffs(rest) - 1;
      int level = 0;
      if constexpr (Notes::counting)
        level = notes.level_of_first[begin];
      split_depth_first<1>(series, {begin, kept.next_after(begin), level}, kept, notes);
    }
  }
}

/// Splits the segments between the bits of `kept`, from `first` to `last`, that fit a window.
template <class Series, class Notes>
__device__ void split_short_segments(Series const& series, int first, int last, warp_bits& kept, Notes& notes) {
  constexpr int few = 6; // measured
  __syncwarp();
  const warp_bits open = kept.followed_within_window();
  if (warp_sum(__popc(open.mine)) > few)
    split_by_lanes(series, first, last, kept, open, notes);
  else
    split_one_by_one(series, kept, open, notes);
}

/// Splits the series with the ends `first` < `last` < 1024, both valid. `fused_padding` points behind them are
/// readable. Returns the kept points.
template <class Series, class Notes>
__device__ warp_bits split_series(Series const& series, int first, int last, int lane, Notes& notes) {
  warp_bits kept(lane);
  kept.set(first);
  kept.set(last);
  if (last - first > window_steps)
    split_depth_first<window_steps>(series, {first, last, 1}, kept, notes);
  else if constexpr (Notes::counting)
    if (lane == 0)
      notes.level_of_first[first] = 1;
  split_short_segments(series, first, last, kept, notes);
  return kept;
}

} // namespace thrustline::gpu
