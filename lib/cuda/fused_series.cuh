// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "cuda/warp.cuh"
#include "fused_limits.hpp"
#include <thrustline/geometry/metrics.hpp>

/// A series of up to 1024 points in shared memory, split to the end by one warp.
///
/// Cebrian & Moure's Algorithm 3 gives each point a thread and runs all levels with barriers. Here one warp keeps a
/// series to itself and needs none: it splits the long segments depth first, all lanes searching one segment for its
/// farthest point, and then the short ones a window of 32 points at a time, a lane a point, level by level.
namespace thrustline::cuda {

/// Points that must be readable behind a series in shared memory, whatever they hold: a search reads whole rounds.
inline constexpr int fused_padding = 128;
/// Segments of so many steps and fewer fit a window.
inline constexpr int window_steps = 31;

/// The deepest level seen, and where the levels of waiting short segments are kept; `counting` false: none of it.
template <bool Counting>
struct level_notes {
  static constexpr bool counting = Counting;
  std::uint16_t* of_first; ///< in shared memory: the level of the short segment that begins at a point
  int deepest = 0;

  __device__ void seen(int level) {
    if constexpr (Counting)
      deepest = max(deepest, level);
  }
};

template <class P, class Chord>
using rank_of = decltype(std::declval<Chord const&>().rank(std::declval<P const&>(), 0));

/// All lanes examine four points each, 32 apart, in one round.
inline constexpr int round_points = 128;

/// The ranks of a lane's points i, i + 32, i + 64 and i + 96. Absent points have NaN coordinates and NaN ranks.
template <class Rank>
struct four_ranks {
  Rank of[4];

  four_ranks() = default;

  /// All four points lie before the segment's last; `step` is i minus the segment's first.
  template <class P, class Chord>
  __device__ four_ranks(const P* points, int i, Rank step, Chord const& chord) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      of[k] = chord.rank(points[i + 32 * k], step + static_cast<Rank>(32 * k));
  }

  /// Points from `last` on do not count.
  template <class P, class Chord>
  __device__ four_ranks(const P* points, int i, Rank step, int last, Chord const& chord)
      : four_ranks(points, i, step, chord) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      of[k] = i + 32 * k < last ? of[k] : Rank(-1);
  }

  __device__ Rank greatest() const { return fmax(fmax(of[0], of[1]), fmax(of[2], of[3])); } // fmax passes NaN over
};

/// All lanes search the segment [first, last] for its farthest point: first its rank, and where it is if asked.
template <class P, class Chord>
class farthest_search {
public:
  using rank = rank_of<P, Chord>;

  __device__ farthest_search(const P* points, int first, int last, Chord const& chord, int lane)
      : points_(points), first_(first), chord_(chord), mine_(first + 1 + lane),
        one_round_(last - first <= round_points) {
    rank best = -1, step = static_cast<rank>(1 + lane);
    if (one_round_) {
      four_ = four_ranks<rank>(points, mine_, step, last, chord);
      best = fmax(best, four_.greatest());
    } else {
      // The round in which the lane's farthest point is. The last round ends with the segment; what it examines again
      // changes nothing.
      const auto examine = [&](int i, rank step) {
        const rank greatest = four_ranks<rank>(points, i, step, chord).greatest();
        mine_ = greatest > best ? i : mine_;
        best = greatest > best ? greatest : best;
      };
      const int final_round = last - round_points + lane;
#pragma unroll 2
      for (int i = mine_; i < final_round; i += round_points, step += static_cast<rank>(round_points))
        examine(i, step);
      examine(final_round, static_cast<rank>(final_round - first));
    }
    greatest_ = warp_max_rank(best);
  }

  /// -1: no point counts.
  __device__ rank greatest() const { return greatest_; }

  /// The first of the points of that rank.
  __device__ int where() const {
    const four_ranks<rank> four =
        one_round_ ? four_ : four_ranks<rank>(points_, mine_, static_cast<rank>(mine_ - first_), chord_);
    int index = INT_MAX;
#pragma unroll
    for (int k = 3; k >= 0; --k)
      index = four.of[k] == greatest_ ? mine_ + 32 * k : index;
    return warp_min(index);
  }

private:
  const P* points_;
  int first_;
  Chord const& chord_;
  int mine_;
  bool one_round_;
  four_ranks<rank> four_;
  rank greatest_;
};

/// Where to cut the segment [first, last]; -1: nowhere.
template <class P, class Chord, class Real>
__device__ int find_cut(const P* points, int first, int last, Chord const& chord, Real tolerance, int lane) {
  const farthest_search<P, Chord> search(points, first, last, chord, lane);
  if (!(search.greatest() >= 0))
    return -1;
  if constexpr (detail::rank_tells_distance<Chord, rank_of<P, Chord>>::value) {
    return chord.exceeds(search.greatest(), tolerance) ? search.where() : -1;
  } else {
    const int farthest = search.where();
    return chord.distance(points[farthest], farthest - first) > tolerance ? farthest : -1;
  }
}

/// Depth first over the segments that do not fit a window. Sets the cuts' bits and returns a bit for each word of cuts
/// in which a segment begins that fits a window and is open. Lane k holds entry k of the stack: as the waiting segments
/// do not overlap and each is longer than a window, there are never more than lanes.
template <class P, class Metric, class Real, class Notes>
__device__ unsigned split_long_segments(const P* points, int first, int last, Metric const& metric, Real tolerance,
                                        warp_bits& cuts, Notes& notes) {
  static_assert(fused_points <= 32 * (window_steps + 1), "the stack has an entry a lane");
  static_assert(fused_points <= 1 << 10, "an end of a waiting segment has 10 bits, its level the other 12");
  const int lane = cuts.lane;
  int waiting = 0, top = 0, level = 1;
  unsigned words = 0;
  for (;;) {
    notes.seen(level);
    const auto chord = metric(points[first], points[last], last - first);
    const int cut = find_cut(points, first, last, chord, tolerance, lane);
    bool pop = true;
    if (cut >= 0) {
      cuts.set(cut);
      const int left = cut - first, right = last - cut;
      const bool left_long = left > window_steps, right_long = right > window_steps;
      words |= left > 1 && !left_long ? 1u << first / 32 : 0;
      words |= right > 1 && !right_long ? 1u << cut / 32 : 0;
      if constexpr (Notes::counting) {
        ++level;
        if (lane == 0 && !left_long)
          notes.of_first[first] = static_cast<std::uint16_t>(level);
        if (lane == 0 && !right_long)
          notes.of_first[cut] = static_cast<std::uint16_t>(level);
      }
      pop = !left_long && !right_long;
      if (left_long && right_long) {
        waiting = lane == top ? cut | last << 10 | (Notes::counting ? level << 20 : 0) : waiting;
        ++top;
      }
      if (left_long)
        last = cut;
      else
        first = cut;
    }
    if (pop) {
      if (top == 0)
        return words;
      const int popped = __shfl_sync(full_warp, waiting, --top);
      first = popped & 1023;
      last = popped >> 10 & 1023;
      level = popped >> 20;
    }
  }
}

/// Splits all segments of a window to the end, a lane a point, level by level: `cuts` has a bit for each end, the first
/// and the last among them. Returns the cuts that were added.
template <class P, class Metric, class Real, class Notes>
__device__ unsigned split_window(const P* window, unsigned cuts, Metric const& metric, Real tolerance, int lane,
                                 const std::uint16_t* levels, Notes& notes) {
  const unsigned given = cuts, before = (1u << lane) - 1, after = 0xfffffffeu << lane;
  const P p = window[lane];
  bool open = !(cuts >> lane & 1) && (cuts & after); // not an end, and not behind the last
  int level = 0;
  if constexpr (Notes::counting)
    level = open ? levels[31 - __clz(cuts & before)] : 0;

  int first = open ? 31 - __clz(cuts & before) : 0, last = open ? __ffs(cuts & after) - 1 : 1;
  while (__any_sync(full_warp, open)) {
    notes.seen(level);
    const auto chord = metric(window[first], window[last], last - first);
    using rank = rank_of<P, decltype(chord)>;
    const rank own = fmax(open ? chord.rank(p, lane - first) : rank(-1), rank(-1)); // -1 for NaN

    // The greatest of a segment gathers at its last lane.
    rank greatest = own;
    const int inside = lane - first; // points of the segment up to this lane
#pragma unroll
    for (int k = 1; k < 32; k *= 2) {
      const rank other = __shfl_up_sync(full_warp, greatest, k);
      greatest = inside > k && greatest < other ? other : greatest;
    }
    greatest = __shfl_sync(full_warp, greatest, last - 1);

    const unsigned farthest = __ballot_sync(full_warp, open && own == greatest && own >= 0);
    const unsigned of_segment = (0xffffffffu >> (31 - last)) & (0xffffffffu << first);
    bool cut = open && (farthest >> lane & 1) && !(farthest & of_segment & before); // the first farthest
    if constexpr (detail::rank_tells_distance<decltype(chord), rank>::value)
      cut = cut && chord.exceeds(own, tolerance);
    else
      cut = cut && chord.distance(p, lane - first) > tolerance;
    const unsigned added = __ballot_sync(full_warp, cut);
    cuts |= added;

    // A segment without a cut is finished.
    const unsigned of_mine = added & of_segment;
    open = open && of_mine && !cut;
    if (open) {
      const int at = __ffs(of_mine) - 1;
      (at < lane ? first : last) = at;
      if constexpr (Notes::counting)
        ++level;
    }
    if constexpr (Notes::counting)
      level = open ? level : 0;
  }
  return cuts & ~given;
}

/// Splits the series with the ends `first` < `last` < 1024, both valid. `points` and `fused_padding` points behind them
/// are readable. Returns the kept points.
template <class P, class Metric, class Real, class Notes>
__device__ warp_bits split_series(const P* points, int first, int last, Metric const& metric, Real tolerance, int lane,
                                  Notes& notes) {
  warp_bits kept(lane);
  kept.set(first);
  kept.set(last);
  unsigned words = 1u << first / 32;
  if (last - first > window_steps)
    words = split_long_segments(points, first, last, metric, tolerance, kept, notes);
  else if constexpr (Notes::counting)
    if (lane == 0)
      notes.of_first[first] = 1;
  __syncwarp();

  for (int begin = first; words != 0; words &= words - 1) {
    const int word = __ffs(words) - 1;
    if (begin < 32 * word)
      begin = kept.next_after(32 * word - 1);
    while (begin < last && begin < 32 * (word + 1)) {
      const unsigned cuts = kept.window(begin);
      const int steps = 31 - __clz(cuts);
      if (steps > 0) {
        kept.set_window(begin,
                        split_window(points + begin, cuts, metric, tolerance, lane, notes.of_first + begin, notes));
        begin += steps;
      } else {
        begin = kept.next_after(begin); // a long segment, finished
      }
    }
  }
  return kept;
}

} // namespace thrustline::cuda
