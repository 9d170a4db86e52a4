// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <cstring>

#include "cuda/warp.cuh"
#include "fused_limits.hpp"
#include <thrustline/geometry/point.hpp>

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

template <class Rank>
struct ranked_point {
  Rank rank; ///< -1: no point counts
  int index;
};

/// The ranks of a lane's points i, i + 32, i + 64 and i + 96. Absent points have NaN coordinates and NaN ranks.
template <class Rank>
struct four_ranks {
  Rank of[4];

  /// All four points lie before the segment's last.
  template <class P, class Chord>
  __device__ four_ranks(const P* points, int i, int first, Chord const& chord) {
    const Rank step = static_cast<Rank>(i - first);
#pragma unroll
    for (int k = 0; k < 4; ++k)
      of[k] = chord.rank(points[i + 32 * k], step + static_cast<Rank>(32 * k));
  }

  /// Points from `last` on do not count.
  template <class P, class Chord>
  __device__ four_ranks(const P* points, int i, int first, int last, Chord const& chord)
      : four_ranks(points, i, first, chord) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      of[k] = i + 32 * k < last ? of[k] : Rank(-1);
  }

  __device__ Rank greatest() const { return fmax(fmax(of[0], of[1]), fmax(of[2], of[3])); } // fmax passes NaN over
};

/// All lanes search the segment [first, last]: the first of the farthest points.
template <class P, class Chord>
__device__ auto farthest_point(const P* points, int first, int last, Chord const& chord, int lane) {
  using rank = rank_of<P, Chord>;
  constexpr int round = 128;

  // The lane's four points among which its farthest is: the only ones if a round does, else found round by round.
  int mine = first + 1 + lane;
  if (last - first > round) {
    rank best = -1;
    int i = mine;
    for (; i - lane + round <= last; i += round)
      if (const rank r = four_ranks<rank>(points, i, first, chord).greatest(); r > best)
        best = r, mine = i;
    if (four_ranks<rank>(points, i, first, last, chord).greatest() > best)
      mine = i;
  }
  const four_ranks<rank> four(points, mine, first, last, chord);
  const rank greatest = warp_max_rank(fmax(four.greatest(), rank(-1)));
  int index = INT_MAX;
#pragma unroll
  for (int k = 3; k >= 0; --k)
    index = four.of[k] == greatest ? mine + 32 * k : index;
  return ranked_point<rank>{greatest, warp_min(index)};
}

/// Depth first over the segments that do not fit a window. Sets the cuts' bits. Of two long halves the shorter is done
/// first, so that few wait: lane k holds entry k of the stack.
template <class P, class Metric, class Real, class Notes>
__device__ void split_long_segments(const P* points, int first, int last, Metric const& metric, Real tolerance,
                                    warp_bits& cuts, Notes& notes) {
  struct waiting_segment {
    unsigned first : 10, last : 10, level : 12;
  } waiting{};
  static_assert(sizeof(waiting) == sizeof(unsigned) && fused_points <= 1 << 10);

  const int lane = cuts.lane;
  int level = 1, top = 0;
  for (;;) {
    notes.seen(level);
    const auto chord = metric(points[first], points[last], last - first);
    const auto [rank, cut] = farthest_point(points, first, last, chord, lane);
    bool done = true;
    if (rank >= 0 && chord.distance(points[cut], cut - first) > tolerance) {
      cuts.set(cut);
      ++level;
      const bool left_long = cut - first > window_steps, right_long = last - cut > window_steps;
      if constexpr (Notes::counting) {
        if (lane == 0 && !left_long)
          notes.of_first[first] = static_cast<std::uint16_t>(level);
        if (lane == 0 && !right_long)
          notes.of_first[cut] = static_cast<std::uint16_t>(level);
      }
      const bool left_next = left_long && (!right_long || cut - first < last - cut);
      if (left_long && right_long) {
        if (lane == top)
          waiting = {static_cast<unsigned>(left_next ? cut : first), static_cast<unsigned>(left_next ? last : cut),
                     static_cast<unsigned>(level)};
        ++top;
      }
      (left_next ? last : first) = cut;
      done = !left_long && !right_long;
    }
    if (done) {
      if (top == 0)
        return;
      --top;
      unsigned entry;
      std::memcpy(&entry, &waiting, sizeof entry);
      entry = __shfl_sync(full_warp, entry, top);
      waiting_segment next;
      std::memcpy(&next, &entry, sizeof next);
      first = next.first, last = next.last, level = next.level;
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

  while (__any_sync(full_warp, open)) {
    notes.seen(level);
    const int first = open ? 31 - __clz(cuts & before) : 0, last = open ? __ffs(cuts & after) - 1 : 1;
    const auto chord = metric(window[first], window[last], last - first);
    using rank = rank_of<P, decltype(chord)>;
    const rank own = fmax(open ? chord.rank(p, lane - first) : rank(-1), rank(-1)); // -1 for NaN

    // The greatest of a segment gathers at its last lane.
    rank greatest = own;
    const int longest = warp_max(last - first);
    for (int k = 1; k < longest; k *= 2) {
      const rank other = __shfl_up_sync(full_warp, greatest, k);
      greatest = lane - k > first && greatest < other ? other : greatest;
    }
    greatest = __shfl_sync(full_warp, greatest, last - 1);

    const unsigned farthest = __ballot_sync(full_warp, open && own == greatest && own >= 0);
    const unsigned of_segment = (0xffffffffu >> (31 - last)) & (0xffffffffu << first);
    const bool is_first_farthest = open && (farthest >> lane & 1) && !(farthest & of_segment & before);
    const unsigned added = __ballot_sync(full_warp, is_first_farthest && chord.distance(p, lane - first) > tolerance);
    cuts |= added;
    open = open && (added & of_segment) && !(added >> lane & 1); // a segment without a cut is finished
    if constexpr (Notes::counting)
      level = open ? level + 1 : 0;
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
  if (last - first > window_steps)
    split_long_segments(points, first, last, metric, tolerance, kept, notes);
  else if constexpr (Notes::counting)
    if (lane == 0)
      notes.of_first[first] = 1;
  __syncwarp();

  for (int begin = first; begin < last;) {
    const unsigned cuts = kept.window(begin);
    const int steps = 31 - __clz(cuts);
    if (steps == 0) {
      begin = kept.next_after(begin); // a long segment, finished
      continue;
    }
    kept.set_window(begin, split_window(points + begin, cuts, metric, tolerance, lane, notes.of_first + begin, notes));
    begin += steps;
  }
  return kept;
}

} // namespace thrustline::cuda
