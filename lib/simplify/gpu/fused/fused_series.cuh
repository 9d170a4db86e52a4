// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "core/gpu/warp.cuh"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/fused/cut_at_ends.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include "simplify/gpu/outcomes.cuh"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// A series of up to 1024 points in shared memory, split to the end by one warp.
///
/// Cebrian & Moure's Algorithm 3 gives each point a thread and runs all levels with barriers. Here one warp keeps a
/// series to itself and needs none: it splits the segments depth first, all lanes searching one segment for its
/// farthest point: the long ones and, if they are few, the short ones; many short ones it splits side by side, a lane a
/// segment.
namespace thrustline::gpu {

/// Points that must be readable behind a series in shared memory, whatever they hold: a search reads whole rounds.
inline constexpr int fused_padding = 64;

/// Words of shared memory for the bits of 1024 points and what a shift moves behind them.
inline constexpr int scratch_words = 34;

/// What a warp keeps in shared memory beside the points, and the deepest level that it has seen; `counting` false: no
/// levels. `collects`: whether split_depth_first() tells of the segments that it leaves. `rounds_of_values`: it
/// searches segments of values point by point if they have no more than 32 times as many steps. `few_boxes`: of longer
/// ones it opens so many boxes together.
template <bool Counting>
struct warp_notes {
  static constexpr bool counting = Counting, collects = Counting;
  static constexpr int rounds_of_values = 8, few_boxes = 4;
  using outcome_type = keep_outcome; ///< what becomes of a cut, see outcomes.cuh
  unsigned* words;                   ///< `scratch_words` of them: may be the padding behind the points
  std::uint16_t* level_of_first;     ///< the level of the short segment that begins at a point
  outcome_type outcome = {};
  int deepest = 0;

  __device__ void seen(int level) {
    if constexpr (Counting)
      deepest = max(deepest, level);
  }

  /// By all lanes, the same: split_depth_first() has come to a segment that it leaves.
  __device__ void leave(int first, int, int level, int lane) {
    if (Counting && lane == 0)
      level_of_first[first] = static_cast<std::uint16_t>(level);
  }

  /// The same of a piece that fits a window, as many others at that end.
  __device__ void leave_at_end(int first, int last, int level, int lane) { leave(first, last, level, lane); }
};

/// The most steps that find_cut_in_round() is given, but for values.
inline constexpr int round_steps = 128;

/// Where to cut the segment [first, last] of up to 32 Count steps, and more than 32 Least; -1: nowhere.
/// A lane examines points 32 apart.
template <int Count, int Least = Count - 2, class P, class Chord, class Real, class Outcome>
__device__ int find_cut_in_round(const P* points, int first, int last, Chord const& chord, Real tolerance,
                                 Outcome const& outcome, int lane) {
  using rank = rank_of<P, Chord>;
  const int mine = first + 1 + lane;
  rank ranks[Count], best(-1);
#pragma unroll
  for (int k = 0; k < Count; ++k) {
    const rank r = chord.rank(points[mine + 32 * k], static_cast<rank>(1 + lane) + static_cast<rank>(32 * k));
    // Where it is sure, values need not ask; the code for points is as it was measured.
    const bool inside = (P::dimensions == 1 && k < Least) || mine + 32 * k < last;
    ranks[k] = inside ? r : rank(-1);
    best = fmax(best, ranks[k]); // passes over NaN, the rank of an absent point
  }
  const rank greatest = warp_max_rank(best);
  constexpr bool told_by_rank = Outcome::by_rank && detail::rank_tells_distance<Chord, rank>::value;
  if ((!told_by_rank || P::dimensions > 1) && uniform(!(greatest >= rank(0)))) // -1 is within any tolerance
    return -1;
  const auto farthest = [&] { // the first of that rank
    int index = INT_MAX;
#pragma unroll
    for (int k = Count - 1; k >= 0; --k)
      index = ranks[k] == greatest ? mine + 32 * k : index;
    return warp_min(index);
  };
  if constexpr (told_by_rank) {
    return uniform(chord.exceeds(greatest, tolerance)) ? farthest() : -1;
  } else {
    const int at = farthest();
    return outcome.cuts_for_all(chord, greatest, points[at], {first, at, last}, tolerance, lane) ? at : -1;
  }
}

/// The same of a segment of up to 32 Most steps.
template <int Most, class P, class Chord, class Real, class Outcome>
__device__ int find_cut_in_rounds(const P* points, int first, int last, Chord const& chord, Real tolerance,
                                  Outcome const& outcome, int lane) {
  const int steps = last - first;
  if constexpr (Most > 8) {
    if (steps > 12 * 32)
      return find_cut_in_round<16, 12>(points, first, last, chord, tolerance, outcome, lane);
    if (steps > 8 * 32)
      return find_cut_in_round<12, 8>(points, first, last, chord, tolerance, outcome, lane);
  }
  if constexpr (Most > 4) {
    if (steps > 6 * 32)
      return find_cut_in_round<8>(points, first, last, chord, tolerance, outcome, lane);
    if (steps > 4 * 32)
      return find_cut_in_round<6>(points, first, last, chord, tolerance, outcome, lane);
  }
  if (steps > 2 * 32)
    return find_cut_in_round<4>(points, first, last, chord, tolerance, outcome, lane);
  return find_cut_in_round<2>(points, first, last, chord, tolerance, outcome, lane);
}

/// Cuts in a row that left a piece of the size of a window, until the next is looked for at the ends first.
inline constexpr int cuts_in_a_row = 4;

/// Depth first over a segment and its halves, as far as they have more than `Enough` steps: `window_steps`, or 1 for a
/// segment that fits a window. Sets the cuts' bits. Lane k holds entry k of the stack: as the waiting segments do not
/// overlap, there are never more than lanes. The boxes are those of the segment, if it has more than `round_steps`.
template <int Enough, class P, int Parts, class Metric, class Tolerance, class Notes>
__device__ void split_depth_first(const P* points, int first, int last, int level, slice_boxes<P, Parts> const& boxes,
                                  Metric const& metric, Tolerance const& tolerance, warp_bits& cuts, Notes& notes) {
  constexpr bool in_window = Enough < window_steps;
  // Segments of so many steps and fewer are searched point by point.
  constexpr int dense_steps = P::dimensions == 1 && !in_window ? 32 * Notes::rounds_of_values : round_steps;
  static_assert(dense_steps == 4 * 32 || dense_steps == 8 * 32 || dense_steps == 16 * 32);
  static_assert((in_window ? window_steps : fused_points) <= 32 * (Enough + 1), "the stack has an entry a lane");
  static_assert(fused_points <= 1 << 10, "an end of a waiting segment has 10 bits, its level the other 12");
  const int lane = cuts.lane;
  int waiting = 0, top = 0, row = 0;
  for (;;) {
    notes.seen(level);
    const auto chord = metric(points[first], points[last], last - first);
    int cut;
    if constexpr (in_window)
      cut = find_cut_in_round<1>(points, first, last, chord, tolerance(first), notes.outcome, lane);
    else if (Enough >= dense_steps || last - first > dense_steps)
      cut = boxes.template find_cut<Notes::few_boxes>(points, first, last, chord, tolerance(first), notes.outcome);
    else
      cut = find_cut_in_rounds<dense_steps / 32>(points, first, last, chord, tolerance(first), notes.outcome, lane);
    if (cut >= 0) {
      cuts.set(cut);
      const bool left_on = cut - first > Enough, right_on = last - cut > Enough;
      ++level;
      if constexpr (Notes::collects && !in_window) { // what a window leaves is finished: nobody asks for it
        if (!left_on)
          notes.leave(first, cut, level, lane);
        if (!right_on)
          notes.leave(cut, last, level, lane);
      }
      if (left_on && right_on) {
        waiting = lane == top ? cut | last << 10 | (Notes::counting ? level << 20 : 0) : waiting;
        ++top;
        row = 0;
        last = cut;
        continue;
      }
      if (left_on || right_on) {
        (left_on ? last : first) = cut;
        if constexpr (!in_window)
          if (++row >= cuts_in_a_row && last - first > round_steps) {
            row = 0;
            cut_at_ends(points, first, last, level, boxes, metric, tolerance, cuts, notes);
          }
        continue;
      }
    }
    if (top == 0)
      return;
    const int popped = __shfl_sync(full_warp, waiting, --top);
    first = popped & 1023;
    last = popped >> 10 & 1023;
    level = popped >> 20;
  }
}

template <int Enough, class P, class Metric, class Tolerance, class Notes>
__device__ void split_depth_first(const P* points, int first, int last, int level, Metric const& metric,
                                  Tolerance const& tolerance, warp_bits& cuts, Notes& notes) {
  const bool by_boxes = Enough >= window_steps && last - first > round_steps;
  const slice_boxes<P> boxes(points, first, by_boxes ? last : -1, cuts.lane);
  split_depth_first<Enough>(points, first, last, level, boxes, metric, tolerance, cuts, notes);
}

/// Splits the segments that begin at the bits of `open`, each of which fits a window, one after the other.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_one_by_one(const P* points, warp_bits& kept, warp_bits const& open, Metric const& metric,
                                 Tolerance const& tolerance, Notes& notes) {
  for (unsigned words = __ballot_sync(full_warp, open.mine != 0); words != 0; words &= words - 1) {
    const int word = __ffs(words) - 1;
    for (unsigned rest = __shfl_sync(full_warp, open.mine, word); rest != 0; rest &= rest - 1) {
      const int begin = 32 * word + __ffs(rest) - 1;
      int level = 0;
      if constexpr (Notes::counting)
        level = notes.level_of_first[begin];
      split_depth_first<1>(points, begin, kept.next_after(begin), level, metric, tolerance, kept, notes);
    }
  }
}

/// The same, a lane all segments that begin in its 32nd of the points from `first` to `last`, one after the other and
/// level by level.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_by_lanes(const P* points, int first, int last, warp_bits& kept, warp_bits const& open,
                               Metric const& metric, Tolerance const& tolerance, Notes& notes) {
  const int width = (last - first) / 32 + 1; // at most 32
  const int base = first + width * kept.lane;
  const unsigned before = kept.window(base), behind = kept.window(base + 32), opened = open.window(base);
  unsigned waiting = base < last ? opened & (0xffffffffu >> (32 - width)) : 0, added = 0, added_behind = 0;
  // Of the segment that is being split, bit k for its point k: the ends of its parts, those with open parts behind
  // them on this level and on the next.
  unsigned ends = 0, now = 0, next = 0;
  int begin = 0; // counted from `base`
  for (;;) {
    if (now == 0) {
      now = next;
      next = 0;
    }
    if (now == 0 && waiting != 0) {
      begin = __ffs(waiting) - 1;
      waiting &= waiting - 1;
      ends = __funnelshift_r(before, behind, begin);
      now = 1;
    }
    if (!__any_sync(full_warp, now != 0))
      break;
    if (now != 0) {
      const int left = __ffs(now) - 1, steps = __ffs(ends >> left >> 1);
      now &= now - 1;
      const int head = base + begin + left;
      const P* const from = points + head;
      const auto chord = metric(from[0], from[steps], steps);
      using rank = rank_of<P, decltype(chord)>;
      rank best(-1), step(1);
      int farthest = 0;
      for (int k = 1; k < steps; ++k, step += rank(1)) {
        const rank r = chord.rank(from[k], step);
        farthest = r > best ? k : farthest;
        best = r > best ? r : best;
      }
      const bool cut = best >= rank(0) && notes.outcome.cuts(chord, best, from[farthest],
                                                             {head, head + farthest, head + steps}, tolerance(head));
      int level = 0;
      if constexpr (Notes::counting) {
        level = notes.level_of_first[head];
        notes.seen(level);
      }
      if (cut) {
        const int at = left + farthest;
        ends |= 1u << at;
        next |= (farthest > 1 ? 1u << left : 0) | (steps - farthest > 1 ? 1u << at : 0);
        if (begin + at < 32)
          added |= 1u << (begin + at);
        else
          added_behind |= 1u << (begin + at - 32);
        if constexpr (Notes::counting)
          notes.level_of_first[head] = notes.level_of_first[head + farthest] = static_cast<std::uint16_t>(level + 1);
      }
    }
    __syncwarp();
  }

  // Lanes' bits overlap: the segments of one end among those of the next.
  for (int k = kept.lane; k < scratch_words; k += 32)
    notes.words[k] = 0;
  __syncwarp();
  if (added | added_behind) {
    unsigned* const words = notes.words + base / 32;
    atomicOr(words, added << base % 32);
    atomicOr(words + 1, __funnelshift_l(added, added_behind, base % 32));
    atomicOr(words + 2, __funnelshift_l(added_behind, 0, base % 32));
  }
  __syncwarp();
  kept.mine |= notes.words[kept.lane];
}

/// Splits the segments between the bits of `kept`, from `first` to `last`, as far as they fit a window, to the end.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_short_segments(const P* points, int first, int last, warp_bits& kept, Metric const& metric,
                                     Tolerance const& tolerance, Notes& notes) {
  constexpr int few = 6; // measured
  __syncwarp();
  const warp_bits open = kept.followed_within_window();
  if (warp_sum(__popc(open.mine)) > few)
    split_by_lanes(points, first, last, kept, open, metric, tolerance, notes);
  else
    split_one_by_one(points, kept, open, metric, tolerance, notes);
}

/// Splits the series with the ends `first` < `last` < 1024, both valid. `points` and `fused_padding` points behind them
/// are readable. Returns the kept points.
template <class P, class Metric, class Tolerance, class Notes>
__device__ warp_bits split_series(const P* points, int first, int last, Metric const& metric,
                                  Tolerance const& tolerance, int lane, Notes& notes) {
  warp_bits kept(lane);
  kept.set(first);
  kept.set(last);
  if (last - first > window_steps)
    split_depth_first<window_steps>(points, first, last, 1, metric, tolerance, kept, notes);
  else if constexpr (Notes::counting)
    if (lane == 0)
      notes.level_of_first[first] = 1;
  split_short_segments(points, first, last, kept, metric, tolerance, notes);
  return kept;
}

} // namespace thrustline::gpu
