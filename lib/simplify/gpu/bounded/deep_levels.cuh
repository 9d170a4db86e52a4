// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <type_traits>

#include "core/gpu/lane_batches.cuh"
#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/leveled_segment.hpp"
#include <thrustline/primitives/segmented_arg_max.hpp>

/// The deepest level of short segments that lie below the levels that marks can store: a depth-first search by one
/// warp, in global memory, in the order of rdp_recursive. It marks nothing.
namespace thrustline::gpu {

/// The stack of depth_search, in shared memory. The shorter half is searched first, so each waiting segment is at least
/// as long as all the work above it: 64 entries are enough for any length.
template <class Index>
struct waiting_segments {
  detail::chord_ends<Index> ends[64];
  unsigned levels[64];
};

/// The deepest level that the tree of a segment of `steps` steps on `level` can have: each cut leaves fewer steps.
/// 0: the segment has no inner point.
__host__ __device__ constexpr unsigned deepest_bound(unsigned level, unsigned steps) {
  return steps > 1 ? level + steps - 2 : 0;
}

/// Searches the split tree of a segment of less than 2^31 steps for its deepest level.
template <class Index, class Points, class Metric, class Tolerance>
class depth_search {
public:
  __device__ depth_search(Points points, Metric const& metric, Tolerance const& tolerance,
                          waiting_segments<Index>& waiting, int lane)
      : points_(points), metric_(metric), tolerance_(tolerance), waiting_(waiting), lane_(lane) {}

  /// The deepest level of the segment's tree, or `deepest` if that is deeper. Segments that cannot get below `deepest`
  /// are skipped.
  __device__ unsigned operator()(leveled_segment<Index> s, unsigned deepest) const {
    for (int top = 0;;) {
      const int steps = static_cast<int>(s.ends.last - s.ends.first);
      if (deepest_bound(s.level, steps) > deepest) {
        deepest = max(deepest, s.level);
        if (const int cut = find_cut(s.ends.first, steps); cut > 0) {
          const Index at = s.ends.first + cut;
          const detail::chord_ends<Index> left{s.ends.first, at}, right{at, s.ends.last};
          const bool left_shorter = cut < steps - cut;
          ++s.level;
          if (lane_ == 0) {
            waiting_.ends[top] = left_shorter ? right : left;
            waiting_.levels[top] = s.level;
          }
          ++top;
          s.ends = left_shorter ? left : right;
          continue;
        }
      }
      if (top == 0)
        return deepest;
      __syncwarp();
      --top;
      s = {waiting_.ends[top], waiting_.levels[top]};
      __syncwarp();
    }
  }

private:
  /// Steps from `first` to the cut of a segment; 0: the segment is not cut.
  __device__ int find_cut(Index first, int steps) const {
    const auto chord = metric_(points_[first], points_[first + steps], steps);
    using rank = decltype(chord.rank(points_[first], steps));
    rank best(-1);
    int farthest = INT_MAX;
    for_lane_batches<4>(
        1, steps, lane_, [&](int step) { return points_[first + step]; },
        [&](int step, auto const& p) {
          if (const rank r = chord.rank(p, step); r > best) {
            best = r;
            farthest = step;
          }
        });
    const rank greatest = warp_max_rank(best);
    const int cut = warp_min(best == greatest ? farthest : INT_MAX);
    return greatest >= rank(0) && chord.distance(points_[first + cut], cut) > tolerance_(first) ? cut : 0;
  }

  Points points_;
  Metric const& metric_;
  Tolerance const& tolerance_;
  waiting_segments<Index>& waiting_;
  int lane_;
};

/// Short segments whose deepest level is not known yet, in shared memory: lane k of a warp keeps entries k, 32 + k, ...
/// Most of them never need a search: a segment of k steps on level l has at most k - 2 levels below its own, and where
/// trees are deep other segments soon have more. `search` is a depth_search.
template <class Index, int Rows>
struct deferred_segments {
  detail::chord_ends<Index> ends[Rows][32]; ///< equal ends: no segment
  unsigned levels[Rows][32];

  __device__ void begin(int lane) {
    for (int row = 0; row < Rows; ++row)
      ends[row][lane] = {0, 0};
  }

  /// Keeps a segment if it can be deeper than `deepest`, the deepest level known. Where all entries are taken, others
  /// are searched first.
  template <class Search>
  __device__ void keep(leveled_segment<Index> const& s, unsigned& deepest, int lane, Search const& search) {
    const auto steps = static_cast<unsigned>(s.ends.last - s.ends.first);
    for (; deepest_bound(s.level, steps) > deepest; search_deepest(deepest, lane, search))
      for (int row = 0; row < Rows; ++row)
        if (const unsigned idle = __ballot_sync(full_warp, bound(row, lane) <= deepest); idle != 0) {
          if (lane == __ffs(idle) - 1) {
            ends[row][lane] = s.ends;
            levels[row][lane] = s.level;
          }
          return;
        }
  }

  /// Searches all that can be deeper than `deepest`.
  template <class Search>
  __device__ void finish(unsigned& deepest, int lane, Search const& search) {
    while (search_deepest(deepest, lane, search)) {
    }
  }

private:
  /// The deepest level that an entry can have; 0: no segment.
  __device__ unsigned bound(int row, int lane) const {
    return deepest_bound(levels[row][lane], static_cast<unsigned>(ends[row][lane].last - ends[row][lane].first));
  }

  /// Searches the entry with the deepest bound; false: none can be deeper than `deepest`.
  template <class Search>
  __device__ bool search_deepest(unsigned& deepest, int lane, Search const& search) {
    int mine = 0, row = 0; // the deepest bound of this lane, and its row
    for (int k = 0; k < Rows; ++k)
      if (const auto deep = static_cast<int>(bound(k, lane)); deep > mine) {
        mine = deep;
        row = k;
      }
    const int most = warp_max(mine);
    if (static_cast<unsigned>(most) <= deepest)
      return false;
    const int chosen = __ffs(__ballot_sync(full_warp, mine == most)) - 1;
    const leveled_segment<Index> s{
        {__shfl_sync(full_warp, ends[row][lane].first, chosen), __shfl_sync(full_warp, ends[row][lane].last, chosen)},
        __shfl_sync(full_warp, levels[row][lane], chosen)};
    deepest = search(s, deepest);
    if (lane == chosen)
      ends[row][lane] = {0, 0};
    return true;
  }
};

/// What a warp needs in shared memory to find the deepest level of short segments.
template <class Index, int Rows>
struct deep_memory {
  waiting_segments<Index> waiting;
  deferred_segments<Index, Rows> deferred;
};

} // namespace thrustline::gpu
