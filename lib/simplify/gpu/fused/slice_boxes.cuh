// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cmath>

#include "core/gpu/warp.cuh"
#include "simplify/gpu/fused/outcomes.cuh"
#include "simplify/gpu/fused/shared_series.cuh"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// A warp's search for the farthest point of a segment in shared memory, by bounding boxes as in engine `bounded`.
namespace thrustline::gpu {

/// Bounding boxes of up to 1024 points: lane k holds those of its slice, the points 32 k .. 32 k + 31, one for each of
/// `Parts` parts of equal size. More parts bound a slope better: the box of a whole slice is far larger than its points
/// need.
template <class P, int Parts = 1>
class slice_boxes {
public:
  using box_type = box<typename P::real, P::dimensions>;

  /// Makes the boxes of the slices that reach into the segment [first, last]. Their points outside the segment count,
  /// too, whatever they hold: that makes a bound looser, not wrong. `points` is aligned to 16 bytes.
  __device__ slice_boxes(const P* points, int first, int last, int lane) : lane_(lane) {
    static_assert(Parts == 1);
    box_type& all = parts_[0];
    for (int d = 0; d < P::dimensions; ++d) {
      all.low[d] = HUGE_VAL;
      all.high[d] = -HUGE_VAL;
    }
    if (32 * lane + 31 < first || 32 * lane > last)
      return;
    const pack* const slice = reinterpret_cast<const pack*>(points + 32 * lane);
#pragma unroll 8
    for (int k = 0; k < packs; ++k) {
      const pack some = slice[(k + lane) % packs]; // no two lanes read the same bank
#pragma unroll
      for (P const& p : some.of)
        for (int d = 0; d < P::dimensions; ++d) { // fmin() and fmax() ignore NaN
          all.low[d] = fmin(all.low[d], p[d]);
          all.high[d] = fmax(all.high[d], p[d]);
        }
    }
  }

  /// Takes the box of this lane.
  __device__ slice_boxes(box_type const& mine, int lane) : lane_(lane), parts_{mine} { static_assert(Parts == 1); }

  /// Takes the boxes of this lane.
  __device__ slice_boxes(box_type const (&mine)[Parts], int lane) : lane_(lane) {
    for (int part = 0; part < Parts; ++part)
      parts_[part] = mine[part];
  }

  /// Where to cut segment s; -1: nowhere. The most promising boxes are opened until at most `Few` are left that may
  /// have the farthest point, which are then opened together. A box that is not opened has no point whose rank is above
  /// its bound, exactly (see geometry/interval.hpp), and none before the farthest whose rank equals it.
  template <int Few, class Chord, class Real, class Outcome>
  __device__ int find_cut(searched_segment<P, Chord, Real> const& s, Outcome const& outcome) const {
    using rank = rank_of<P, Chord>;
    const int first = s.first, last = s.last;
    const rank harmless = s.chord.harmless_rank(s.tolerance);
    rank bound = bound_of_slice<rank>(first, last, s.chord);
    const rank most = warp_max_rank(bound);
    if (uniform(most <= harmless))
      return -1;

    // The code below has no branches, because most of the time is spent here.
    const int steps = last - first;
    const auto rank_in = [&](int at, int& step) { // may be NaN; -1: outside
      step = 32 * at + (lane_ - first);
      const rank r = s.chord.rank(s.points[first + step], static_cast<rank>(step));
      return (step > 0) & (step < steps) ? r : rank(-1);
    };
    const auto lowest_of = [&](rank bounds) { return __ffs(__ballot_sync(full_warp, bound == bounds)) - 1; };

    // The lane's farthest point, and the slice that has the warp's. fmax() ignores NaN. A comparison with -1 would not:
    // ptxas assumes |x| > -1 for every x.
    int slice = lowest_of(most), greatest_slice = slice, farthest;
    rank best = fmax(rank_in(slice, farthest), rank(-1)), greatest = warp_max_rank(best);
    const auto examine = [&](int at) {
      int step;
      const rank r = rank_in(at, step);
      const bool farther = (r > best) | ((r == best) & (step < farthest)); // not for NaN
      best = farther ? r : best;
      farthest = farther ? step : farthest;
    };
    unsigned rest;
    for (;;) {
      bound = lane_ == slice ? rank(none) : bound;
      const bool may_be_first = (bound == greatest) & (lane_ < greatest_slice);
      rest = __ballot_sync(full_warp, (bound > fmax(greatest, harmless)) | may_be_first);
      if (__popc(rest) <= Few)
        break;
      slice = lowest_of(warp_max_rank(bound));
      examine(slice);
      const rank before = greatest;
      greatest = warp_max_rank(best);
      greatest_slice = greatest > before ? slice : greatest_slice;
    }
    if (rest != 0) {
      do {
        const int last_of_rest = 31 - __clz(rest);
        examine(last_of_rest);
        rest ^= 1u << last_of_rest;
      } while (rest != 0);
      greatest = warp_max_rank(best);
    }
    if (uniform(!(greatest > harmless)))
      return -1;
    const int at = first + warp_min(best == greatest ? farthest : INT_MAX);
    if constexpr (Outcome::by_rank && detail::rank_tells_distance<Chord, rank>::value)
      if (uniform(s.chord.surely_exceeds(greatest, s.tolerance)))
        return at;
    return outcome.cuts_for_all(s.chord, greatest, s.points[at], {first, at, last}, s.tolerance, lane_) ? at : -1;
  }

  /// The box of all slices that reach into the segment [first, last].
  __device__ box<typename P::real, P::dimensions> around(int first, int last) const {
    const bool reaches = 32 * lane_ + 31 >= first && 32 * lane_ <= last;
    box<typename P::real, P::dimensions> all;
    for (int d = 0; d < P::dimensions; ++d) {
      typename P::real low = parts_[0].low[d], high = parts_[0].high[d];
      for (int part = 1; part < Parts; ++part) {
        low = fmin(low, parts_[part].low[d]);
        high = fmax(high, parts_[part].high[d]);
      }
      all.low[d] = -warp_max_value(reaches ? -low : typename P::real(-HUGE_VAL));
      all.high[d] = warp_max_value(reaches ? high : typename P::real(-HUGE_VAL));
    }
    return all;
  }

private:
  static constexpr int pack_size = 16 % sizeof(P) == 0 ? 16 / sizeof(P) : 1, packs = 32 / pack_size;
  struct alignas(pack_size == 1 ? alignof(P) : 16) pack {
    P of[pack_size];
  };

  /// The bound of a slice that is not opened: below -1, the greatest rank as long as no valid point was ranked.
  static constexpr int none = -2;

  /// A bound of the ranks of the slice's points inside the segment; `none`: there are none.
  template <class Rank, class Chord>
  __device__ Rank bound_of_slice(int first, int last, Chord const& chord) const {
    constexpr int size = 32 / Parts;
    const int from = 32 * lane_ - first, steps = last - first;
    Rank bound(none);
#pragma unroll
    for (int part = 0; part < Parts; ++part) {
      const int begin = max(from + size * part, 1), end = min(from + size * part + size - 1, steps - 1);
      box_type const& mine = parts_[part];
      const Rank high = chord.rank(mine, interval<Rank>{static_cast<Rank>(begin), static_cast<Rank>(end)}).high;
      const bool empty = begin > end || mine.low[0] > mine.high[0];
      // A NaN becomes infinity, which bounds any rank; -0 becomes 0, whose bits order as integers.
      const Rank some = fmin(rounding::abs(high), Rank(HUGE_VAL));
      if (!empty)
        bound = part == 0 ? some : fmax(bound, some);
    }
    return bound;
  }

  int lane_;
  box_type parts_[Parts];
};

} // namespace thrustline::gpu
