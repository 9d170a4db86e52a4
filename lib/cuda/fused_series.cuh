// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "cuda/warp.cuh"
#include "fused_limits.hpp"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// A series of up to 1024 points in shared memory, split to the end by one warp.
///
/// Cebrian & Moure's Algorithm 3 gives each point a thread and runs all levels with barriers. Here one warp keeps a
/// series to itself and needs none: it splits the long segments depth first, all lanes searching one segment for its
/// farthest point, and then the short ones: if there are few a window of 32 points at a time, a lane a point, level by
/// level; if there are many a lane a segment.
namespace thrustline::cuda {

/// Points that must be readable behind a series in shared memory, whatever they hold: a search reads whole rounds.
inline constexpr int fused_padding = 128;
/// Segments of so many steps and fewer fit a window.
inline constexpr int window_steps = 31;

/// Words of shared memory for the bits of 1024 points and what a shift moves behind them.
inline constexpr int scratch_words = 34;

/// What a warp keeps in shared memory beside the points, and the deepest level that it has seen; `counting` false: no
/// levels.
template <bool Counting>
struct warp_notes {
  static constexpr bool counting = Counting;
  unsigned* words;               ///< `scratch_words` of them: may be the padding behind the points
  std::uint16_t* level_of_first; ///< the level of the short segment that begins at a point
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
    return detail::exceeds(chord, search.greatest(), points[farthest], farthest - first, tolerance) ? farthest : -1;
  }
}

/// Depth first over a segment and its halves, as far as they do not fit a window. Sets the cuts' bits. Lane k holds
/// entry k of the stack: as the waiting segments do not overlap and each is longer than a window, there are never more
/// than lanes.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_long_segment(const P* points, int first, int last, int level, Metric const& metric,
                                   Tolerance const& tolerance, warp_bits& cuts, Notes& notes) {
  static_assert(fused_points <= 32 * (window_steps + 1), "the stack has an entry a lane");
  static_assert(fused_points <= 1 << 10, "an end of a waiting segment has 10 bits, its level the other 12");
  const int lane = cuts.lane;
  int waiting = 0, top = 0;
  for (;;) {
    notes.seen(level);
    const auto chord = metric(points[first], points[last], last - first);
    const int cut = find_cut(points, first, last, chord, tolerance(first), lane);
    bool pop = true;
    if (cut >= 0) {
      cuts.set(cut);
      const int left = cut - first, right = last - cut;
      const bool left_long = left > window_steps, right_long = right > window_steps;
      if constexpr (Notes::counting) {
        ++level;
        if (lane == 0 && !left_long)
          notes.level_of_first[first] = static_cast<std::uint16_t>(level);
        if (lane == 0 && !right_long)
          notes.level_of_first[cut] = static_cast<std::uint16_t>(level);
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
        return;
      const int popped = __shfl_sync(full_warp, waiting, --top);
      first = popped & 1023;
      last = popped >> 10 & 1023;
      level = popped >> 20;
    }
  }
}

/// Splits all segments of the window of points from `begin` on to the end, a lane a point, level by level: `cuts` has a
/// bit for each end, the first and the last among them. Returns the cuts that were added.
template <class P, class Metric, class Tolerance, class Notes>
__device__ unsigned split_window(const P* points, int begin, unsigned cuts, Metric const& metric,
                                 Tolerance const& tolerance, int lane, Notes& notes) {
  const P* const window = points + begin;
  const unsigned given = cuts, before = (1u << lane) - 1, after = 0xfffffffeu << lane;
  const P p = window[lane];
  bool open = !(cuts >> lane & 1) && (cuts & after); // not an end, and not behind the last
  int level = 0;
  if constexpr (Notes::counting)
    level = open ? notes.level_of_first[begin + 31 - __clz(cuts & before)] : 0;

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
    cut = cut && detail::exceeds(chord, own, p, lane - first, tolerance(begin + first));
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

/// Splits the segments that begin at the bits of `open`, each of which fits a window, window by window.
template <class P, class Metric, class Tolerance, class Notes>
__device__ void split_by_windows(const P* points, warp_bits& kept, warp_bits const& open, Metric const& metric,
                                 Tolerance const& tolerance, Notes& notes) {
  int begin = 0;
  for (unsigned words = __ballot_sync(full_warp, open.mine != 0); words != 0; words &= words - 1) {
    const int word = __ffs(words) - 1, base = 32 * word;
    for (unsigned rest = __shfl_sync(full_warp, open.mine, word);;) {
      if (begin > base)
        rest &= begin < base + 32 ? 0xffffffffu << (begin - base) : 0;
      if (rest == 0)
        break;
      begin = base + __ffs(rest) - 1;
      const unsigned cuts = kept.window(begin);
      kept.set_window(begin, split_window(points, begin, cuts, metric, tolerance, kept.lane, notes));
      begin += 31 - __clz(cuts); // the last end in the window
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
      const bool cut = best >= rank(0) && detail::exceeds(chord, best, from[farthest], farthest, tolerance(head));
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
  constexpr int few = 6; // measured: so many are faster window by window
  __syncwarp();
  const warp_bits open = kept.followed_within_window();
  if (warp_sum(__popc(open.mine)) > few)
    split_by_lanes(points, first, last, kept, open, metric, tolerance, notes);
  else
    split_by_windows(points, kept, open, metric, tolerance, notes);
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
    split_long_segment(points, first, last, 1, metric, tolerance, kept, notes);
  else if constexpr (Notes::counting)
    if (lane == 0)
      notes.level_of_first[first] = 1;
  split_short_segments(points, first, last, kept, metric, tolerance, notes);
  return kept;
}

} // namespace thrustline::cuda
