// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include "core/gpu/warp_bits.cuh"
#include "simplify/gpu/fused/shared_series.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include <thrustline/geometry/interval.hpp>
#include <thrustline/geometry/metrics.hpp>

/// Cuts near the ends of a segment, found without a search of all its points.
///
/// Noise with few distinct values makes hundreds of such cuts in a row, each of a point or a few.
namespace thrustline::gpu {

/// The most steps of a segment that fits a window: its points have a bit each in one word.
inline constexpr int window_steps = 31;

/// Points at each end of a segment among which cut_at_ends() looks for its cut.
inline constexpr int end_steps = 16;

/// Cuts the short piece off s, the left one or the right one, and goes on with the other.
template <class Notes>
__device__ void cut_off(open_segment& s, int cut, bool left, warp_bits& cuts, Notes& notes) {
  cuts.set(cut);
  ++s.level;
  if constexpr (Notes::collects)
    notes.leave_at_end({left ? s.first : cut, left ? cut : s.last, s.level}, cuts.lane);
  (left ? s.first : s.last) = cut;
}

/// cut_at_ends() for any metric. Half of the lanes examine the points behind the first, the others those before the
/// last; the highest lane has the first of all. One box bounds all points between.
template <class Series, class Boxes, class Notes>
__device__ void cut_at_ends_by_box(Series const& series, open_segment& s, Boxes const& boxes, warp_bits& cuts,
                                   Notes& notes) {
  using rank = typename Series::rank;
  constexpr int before = end_steps + 1;           // the points between begin so far behind the first
  constexpr int least = window_steps + end_steps; // more steps leave more than a window
  static_assert(2 * end_steps == 32 && 2 * before <= least);
  const int lane = cuts.lane;
  const bool at_first = lane >= end_steps;
  const auto between = boxes.around(s.first, s.last);
  while (s.last - s.first > least) {
    const int first = s.first, last = s.last;
    const auto chord = series.chord(first, last);
    const int step = (at_first ? 32 : last - first - 1) - lane;
    const rank mine = fmax(chord.rank(series.points[first + step], static_cast<rank>(step)), rank(-1)); // ignores NaN
    const rank greatest = warp_max_rank(mine);
    const rank bound =
        chord.rank(between, interval<rank>{rank(before), static_cast<rank>(last - first) - rank(before)}).high;
    const int farthest = 31 - __clz(__ballot_sync(full_warp, mine == greatest));
    const bool left = farthest >= end_steps;
    const bool first_of_all = (bound < greatest) | (left & (bound == greatest)); // among equally far points
    const int cut = first + __shfl_sync(full_warp, step, farthest);
    if constexpr (Notes::outcome_type::by_rank &&
                  detail::rank_tells_distance<typename Series::chord_type, rank>::value) {
      if (uniform(!(first_of_all & chord.surely_exceeds(greatest, series.tolerance(first)))))
        return;
    } else {
      if (uniform(!first_of_all) || !notes.outcome.cuts_for_all(chord, greatest, series.points[cut], {first, cut, last},
                                                                series.tolerance(first), lane))
        return;
    }
    cut_off(s, cut, left, cuts, notes);
  }
}

/// Whether the ranks in a box are bounded by those of its corners at its first and last step: they are linear in both
/// before the magnitude is taken, and each operation is monotone.
template <class P, class Metric>
inline constexpr bool corners_bound = P::dimensions == 1 && std::is_same_v<Metric, vertical_distance>;

/// cut_at_ends() where the corners of a box bound its ranks: four lanes in the middle examine the corners as if they
/// were points, so no bound is worked out.
template <class Series, class Boxes, class Notes>
__device__ void cut_at_ends_by_corners(Series const& series, open_segment& s, Boxes const& boxes, warp_bits& cuts,
                                       Notes& notes) {
  using rank = typename Series::rank;
  constexpr int side = end_steps - 2;        // lanes at each end
  constexpr int least = window_steps + side; // more steps leave more than a window
  const int lane = cuts.lane;
  const bool at_first = lane >= end_steps, corner = lane >= side && lane < 32 - side;
  // Steps from the segment's first point, or from its last, to what the lane examines.
  const int offset = at_first ? min(32 - lane, side + 1) : -min(1 + lane, side + 1), whole = at_first ? 0 : 1;
  const auto between = boxes.around(s.first, s.last);
  auto p = series.points[s.first];
  if (corner) {
    p[0] = lane % 2 == 0 ? between.low[0] : between.high[0];
    if (isnan(p[0])) // no bound
      p[0] = HUGE_VAL;
  }
  while (s.last - s.first > least) {
    const int first = s.first, last = s.last, steps = last - first, step = whole * steps + offset;
    const auto chord = series.chord(first, last);
    if (!corner)
      p = series.points[first + step];
    const rank at = rank(whole) * static_cast<rank>(steps) + rank(offset); // exact, and no conversion
    const rank mine = fmax(chord.rank(p, at), rank(-1));                   // ignores NaN
    const rank greatest = warp_max_rank(mine);
    const unsigned those = __ballot_sync(full_warp, mine == greatest); // the highest lane has the first of equal points
    const int farthest = 31 - __clz(those);
    const bool in_box = those - (1u << side) < (1u << (32 - side)) - (1u << side), left = farthest >= end_steps;
    const int cut = first + __shfl_sync(full_warp, step, farthest);
    if constexpr (Notes::outcome_type::by_rank) {
      if (uniform(!(!in_box & chord.surely_exceeds(greatest, series.tolerance(first)))))
        return;
    } else {
      if (uniform(in_box) || !notes.outcome.cuts_for_all(chord, greatest, series.points[cut], {first, cut, last},
                                                         series.tolerance(first), lane))
        return;
    }
    cut_off(s, cut, left, cuts, notes);
  }
}

/// Cuts s as long as its farthest point is within `end_steps` of one of its ends. Each piece that is cut off fits a
/// window.
template <class P, class Metric, class Tolerance, int Parts, class Notes>
__device__ void cut_at_ends(shared_series<P, Metric, Tolerance> const& series, open_segment& s,
                            slice_boxes<P, Parts> const& boxes, warp_bits& cuts, Notes& notes) {
  if constexpr (corners_bound<P, Metric>)
    cut_at_ends_by_corners(series, s, boxes, cuts, notes);
  else
    cut_at_ends_by_box(series, s, boxes, cuts, notes);
}

} // namespace thrustline::gpu
