// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>

/// Depth first by one warp, in global memory, as rdp_recursive does: for what is below the levels that marks can tell.
/// Nothing is marked here.
namespace thrustline::gpu {

/// The segments that wait, in shared memory. The shorter half goes first, so that each of them is at least as long as
/// all the work above it: 64 are enough for any length.
template <class Index>
struct waiting_segments {
  detail::chord_ends<Index> ends[64];
  unsigned levels[64];
};

/// The deepest level that there may be in the tree of a segment of so many steps that is on `level` itself: a cut
/// leaves fewer steps. 0: the segment has no inner point.
__host__ __device__ constexpr unsigned deepest_bound(unsigned level, unsigned steps) {
  return steps > 1 ? level + steps - 2 : 0;
}

/// The deepest level of the split tree of a segment of less than 2^31 steps that is on `level`, or `deepest` if that is
/// not deeper: what cannot get below it is passed over.
template <class Index, class Points, class Metric, class Tolerance>
__device__ unsigned deepest_level(detail::chord_ends<Index> s, unsigned level, unsigned deepest, Points points,
                                  Metric const& metric, Tolerance const& tolerance, waiting_segments<Index>& waiting,
                                  int lane) {
  constexpr int at_once = 4; // loads that wait for memory together
  for (int top = 0;;) {
    const int steps = static_cast<int>(s.last - s.first);
    if (deepest_bound(level, steps) > deepest) {
      deepest = max(deepest, level);
      const auto chord = metric(points[s.first], points[s.last], steps);
      using rank = decltype(chord.rank(points[s.first], steps));
      rank best(-1);
      int farthest = INT_MAX;
      for (int begin = 1 + lane; begin < steps; begin += min(steps - begin, 32 * at_once)) {
        std::decay_t<decltype(points[s.first])> some[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k)
          some[k] = points[s.first + (32 * k < steps - begin ? begin + 32 * k : steps)];
#pragma unroll
        for (int k = 0; k < at_once; ++k)
          if (32 * k < steps - begin)
            if (const rank r = chord.rank(some[k], begin + 32 * k); r > best) {
              best = r;
              farthest = begin + 32 * k;
            }
      }
      const rank greatest = warp_max_rank(best);
      const int cut = warp_min(best == greatest ? farthest : INT_MAX);
      if (greatest >= rank(0) && chord.distance(points[s.first + cut], cut) > tolerance(s.first)) {
        const Index at = s.first + cut;
        const detail::chord_ends<Index> left{s.first, at}, right{at, s.last};
        const bool left_shorter = cut < steps - cut;
        ++level;
        if (lane == 0) {
          waiting.ends[top] = left_shorter ? right : left;
          waiting.levels[top] = level;
        }
        ++top;
        s = left_shorter ? left : right;
        continue;
      }
    }
    if (top == 0)
      return deepest;
    __syncwarp();
    s = waiting.ends[--top];
    level = waiting.levels[top];
    __syncwarp();
  }
}

/// Short segments whose deepest level is not known, in shared memory: lane k of a warp keeps entries k, 32 + k, ...
/// Most of them never need a search: a segment of k steps on level l has no more than k - 2 levels below its own, and
/// where trees are deep others soon have more.
template <class Index, int Rows>
struct deferred_segments {
  detail::chord_ends<Index> ends[Rows][32]; ///< equal: none
  unsigned levels[Rows][32];

  __device__ void begin(int lane) {
    for (int row = 0; row < Rows; ++row)
      ends[row][lane] = {0, 0};
  }

  /// Keeps a segment that may be deeper than all others. `deepest`: what is known of these; `search` as
  /// search(ends, level, deepest) finds whether one is deeper.
  template <class Search>
  __device__ void keep(detail::chord_ends<Index> segment, unsigned level, unsigned& deepest, int lane, Search search) {
    const auto steps = static_cast<unsigned>(segment.last - segment.first);
    for (; deepest_bound(level, steps) > deepest; search_deepest(deepest, lane, search))
      for (int row = 0; row < Rows; ++row)
        if (const unsigned idle = __ballot_sync(full_warp, bound(row, lane) <= deepest); idle != 0) {
          if (lane == __ffs(idle) - 1) {
            ends[row][lane] = segment;
            levels[row][lane] = level;
          }
          return;
        }
  }

  /// Searches those that matter.
  template <class Search>
  __device__ void finish(unsigned& deepest, int lane, Search search) {
    while (search_deepest(deepest, lane, search)) {
    }
  }

private:
  /// The deepest level that there may be; 0: none.
  __device__ unsigned bound(int row, int lane) const {
    return deepest_bound(levels[row][lane], static_cast<unsigned>(ends[row][lane].last - ends[row][lane].first));
  }

  /// Searches the one that may be deepest; false: none may be deeper than `deepest`.
  template <class Search>
  __device__ bool search_deepest(unsigned& deepest, int lane, Search search) {
    int mine = 0, row = 0; // the lane's deepest, and where it is
    for (int k = 0; k < Rows; ++k)
      if (const auto deep = static_cast<int>(bound(k, lane)); deep > mine) {
        mine = deep;
        row = k;
      }
    const int most = warp_max(mine);
    if (static_cast<unsigned>(most) <= deepest)
      return false;
    const int chosen = __ffs(__ballot_sync(full_warp, mine == most)) - 1;
    const detail::chord_ends<Index> segment{__shfl_sync(full_warp, ends[row][lane].first, chosen),
                                            __shfl_sync(full_warp, ends[row][lane].last, chosen)};
    deepest = search(segment, __shfl_sync(full_warp, levels[row][lane], chosen), deepest);
    if (lane == chosen)
      ends[row][lane] = {0, 0};
    return true;
  }
};

} // namespace thrustline::gpu
