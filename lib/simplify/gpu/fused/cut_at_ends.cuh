// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/fused/slice_boxes.cuh"
#include <thrustline/geometry/interval.hpp>
#include <thrustline/geometry/metrics.hpp>

/// A segment whose cuts lie at its ends, cut without a search of all its points.
///
/// Noise of few levels is split so, point by point, hundreds of times in turn.
namespace thrustline::gpu {

/// Segments of so many steps and fewer fit a window.
inline constexpr int window_steps = 31;

/// Points at each end of a segment among which cut_at_ends() looks for its cut.
inline constexpr int end_steps = 16;

/// Cuts off the short piece, which is the left one or the right one, and goes on with the other.
template <class Notes>
__device__ void cut_off(int cut, bool left, int& first, int& last, int& level, warp_bits& cuts, Notes& notes) {
  cuts.set(cut);
  ++level;
  if constexpr (Notes::collects)
    notes.leave_at_end(left ? first : cut, left ? cut : last, level, cuts.lane);
  (left ? first : last) = cut;
}

/// cut_at_ends() for any metric. Half of the lanes examine the points behind the first, the others those before the
/// last, the highest lane the first of all; one box bounds all between.
template <class P, int Parts, class Metric, class Tolerance, class Notes>
__device__ void cut_at_ends_by_box(const P* points, int& first, int& last, int& level,
                                   slice_boxes<P, Parts> const& boxes, Metric const& metric, Tolerance const& tolerance,
                                   warp_bits& cuts, Notes& notes) {
  using rank = rank_of<P, decltype(metric(points[0], points[0], 0))>;
  constexpr int before = end_steps + 1;           // the points between begin so far behind the first
  constexpr int least = window_steps + end_steps; // more steps leave more than a window
  static_assert(2 * end_steps == 32 && 2 * before <= least);
  const int lane = cuts.lane;
  const bool at_first = lane >= end_steps;
  const auto between = boxes.around(first, last);
  while (last - first > least) {
    const auto chord = metric(points[first], points[last], last - first);
    const int step = (at_first ? 32 : last - first - 1) - lane;
    const rank mine = fmax(chord.rank(points[first + step], static_cast<rank>(step)), rank(-1)); // passes over NaN
    const rank greatest = warp_max_rank(mine);
    const rank bound =
        chord.rank(between, interval<rank>{rank(before), static_cast<rank>(last - first) - rank(before)}).high;
    const int farthest = 31 - __clz(__ballot_sync(full_warp, mine == greatest));
    const bool left = farthest >= end_steps;
    const bool first_of_all = (bound < greatest) | (left & (bound == greatest)); // of equally far points
    const int cut = first + __shfl_sync(full_warp, step, farthest);
    if constexpr (Notes::outcome_type::by_rank && detail::rank_tells_distance<decltype(chord), rank>::value) {
      if (uniform(!(first_of_all & chord.surely_exceeds(greatest, tolerance(first)))))
        return;
    } else {
      if (uniform(!first_of_all) ||
          !notes.outcome.cuts_for_all(chord, greatest, points[cut], {first, cut, last}, tolerance(first), lane))
        return;
    }
    cut_off(cut, left, first, last, level, cuts, notes);
  }
}

/// Whether the ranks in a box are bounded by those of its corners at its first and last step: they are linear in both
/// before the magnitude is taken, and each operation is monotone.
template <class P, class Metric>
inline constexpr bool corners_bound = P::dimensions == 1 && std::is_same_v<Metric, vertical_distance>;

/// The same where corners bound the ranks of the box between: four lanes in the middle examine these as if they were
/// points, so that there is no bound to work out.
template <class P, int Parts, class Metric, class Tolerance, class Notes>
__device__ void cut_at_ends_by_corners(const P* points, int& first, int& last, int& level,
                                       slice_boxes<P, Parts> const& boxes, Metric const& metric,
                                       Tolerance const& tolerance, warp_bits& cuts, Notes& notes) {
  using rank = rank_of<P, decltype(metric(points[0], points[0], 0))>;
  constexpr int side = end_steps - 2;        // lanes at each end
  constexpr int least = window_steps + side; // more steps leave more than a window
  const int lane = cuts.lane;
  const bool at_first = lane >= end_steps, corner = lane >= side && lane < 32 - side;
  // From the segment's first, or its last, to what the lane examines.
  const int offset = at_first ? min(32 - lane, side + 1) : -min(1 + lane, side + 1), whole = at_first ? 0 : 1;
  const auto between = boxes.around(first, last);
  P p = points[first];
  if (corner) {
    p[0] = lane % 2 == 0 ? between.low[0] : between.high[0];
    if (isnan(p[0])) // bounds nothing
      p[0] = HUGE_VAL;
  }
  while (last - first > least) {
    const int steps = last - first, step = whole * steps + offset;
    const auto chord = metric(points[first], points[last], steps);
    if (!corner)
      p = points[first + step];
    const rank at = rank(whole) * static_cast<rank>(steps) + rank(offset); // exact, and no conversion
    const rank mine = fmax(chord.rank(p, at), rank(-1));                   // passes over NaN
    const rank greatest = warp_max_rank(mine);
    const unsigned those = __ballot_sync(full_warp, mine == greatest); // of equally far ones the highest is the first
    const int farthest = 31 - __clz(those);
    const bool in_box = those - (1u << side) < (1u << (32 - side)) - (1u << side), left = farthest >= end_steps;
    const int cut = first + __shfl_sync(full_warp, step, farthest);
    if constexpr (Notes::outcome_type::by_rank) {
      if (uniform(!(!in_box & chord.surely_exceeds(greatest, tolerance(first)))))
        return;
    } else {
      if (uniform(in_box) ||
          !notes.outcome.cuts_for_all(chord, greatest, points[cut], {first, cut, last}, tolerance(first), lane))
        return;
    }
    cut_off(cut, left, first, last, level, cuts, notes);
  }
}

/// Cuts the segment [first, last] as long as its farthest point is within `end_steps` of one of its ends; what is cut
/// off fits a window.
template <class P, int Parts, class Metric, class Tolerance, class Notes>
__device__ void cut_at_ends(const P* points, int& first, int& last, int& level, slice_boxes<P, Parts> const& boxes,
                            Metric const& metric, Tolerance const& tolerance, warp_bits& cuts, Notes& notes) {
  if constexpr (corners_bound<P, Metric>)
    cut_at_ends_by_corners(points, first, last, level, boxes, metric, tolerance, cuts, notes);
  else
    cut_at_ends_by_box(points, first, last, level, boxes, metric, tolerance, cuts, notes);
}

} // namespace thrustline::gpu
