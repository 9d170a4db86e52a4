// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "cuda/bounded/box_tree.cuh"
#include "cuda/bounded/warp_team.cuh"
#include "cuda/wide.cuh"

/// The farthest point of a segment by branch and bound: a warp opens its most promising box, a lane a part of it.
namespace thrustline::cuda {

/// What a team notes of the boxes that its warps have opened, in shared memory: the bounds of the boxes beside them.
template <int Warps, class Index, class Real>
struct opened_boxes {
  Real top[Warps][most_boxes_of_lane][32];
  Real bounds[Warps][8][32];
  team_best<Warps, Index, Real> best;
};

/// One search of a team for the farthest of the points inside a segment among those whose rank is above `harmless`. The
/// warps share the boxes of the highest level that it looks at; the others a warp has to itself.
///
/// Why nothing is missed. A box that is not opened has a bound that is below `harmless` or below the best rank found,
/// and no point's rank is above its box's bound, exactly (see geometry/interval.hpp). At equal ranks the lowest index
/// counts: a box whose bound equals the best rank is opened if it begins before the best point.
template <int Warps, class Index, class Real, int D, class Chord>
class box_search {
public:
  __device__ box_search(warp_team<Warps> team, box_tree<Real, D> const& tree, const point<Real, D>* points,
                        flow::validity<Real, D> const& valid, bool skip, detail::chord_ends<Index> segment,
                        Chord const& chord, Real harmless, opened_boxes<Warps, Index, Real>& opened)
      : team_(team), tree_(tree), points_(points), valid_(valid), skip_(skip), first_(segment.first),
        begin_(segment.first + 1), end_(segment.last), chord_(chord), opened_(opened), best_{harmless, segment.first} {
    opened_.best.begin(team, harmless);
    team.wait();
  }

  /// The farthest point; the segment's first end if no rank is above `harmless`.
  __device__ indexed<Real, Index> farthest() {
    search();
    return opened_.best.of_all(team_, best_);
  }

private:
  using box_type = box<Real, D>;

  /// Boxes of a level, a lane one of them: `first` and then every `step`th.
  struct box_row {
    int level;
    Index first;
    Index step;

    __device__ Index at(int lane) const { return first + lane * step; }
  };

  /// A lane's box that is to be opened next.
  struct next_box {
    Index at;
    Real bound; ///< -1: there is none
  };

  __device__ Index boxes_of(int level) const { return ((end_ - 1) >> 5 * level) - (begin_ >> 5 * level) + 1; }

  __device__ void search() {
    // The lowest level of which a lane has few boxes: the warps of a team take turns at them.
    int level = 1;
    while (boxes_of(level) > 32 * Warps * most_boxes_of_lane)
      ++level;
    wide_ = static_cast<int>((boxes_of(level) + 32 * Warps - 1) / (32 * Warps));
    const box_row top{level, (begin_ >> 5 * level) + team_.warp, Index(Warps) * wide_};
    box_row row = top;
    next_box next = first_of_top(top);
    for (;;) {
      const int chosen = most_promising(row.level, next);
      if (chosen >= 0) {
        if (row.level > 1) {
          const Index opened = __shfl_sync(full_warp, next.at, chosen);
          leave_out(top, row, 1u << chosen, next);
          opened_.bounds[team_.warp][row.level - 1][team_.lane] = next.bound;
          row = {row.level - 1, opened << 5, 1};
          next = {row.at(team_.lane), bound_of(row.level, row.at(team_.lane))};
          continue;
        }
        // The most promising box first, as it may rule out many of the others; what is left, in fours.
        examine<1>(row, next.at, 1u << chosen);
        leave_out(top, row, 1u << chosen, next);
        while (const unsigned rest = promising(row.level, next)) {
          examine<4>(row, next.at, rest);
          leave_out(top, row, lowest_four(rest), next);
        }
      }
      if (row.level == top.level)
        return;
      if (row.level + 1 == top.level) {
        row = top;
        next = next_of_top(top);
      } else {
        row = {row.level + 1, row.first >> 10 << 5, 1};
        next = {row.at(team_.lane), opened_.bounds[team_.warp][row.level - 1][team_.lane]};
      }
    }
  }

  static __device__ unsigned lowest_four(unsigned lanes) {
    unsigned rest = lanes;
    for (int k = 0; k < 4; ++k)
      rest &= rest - 1;
    return lanes & ~rest;
  }

  /// The boxes of these lanes have been opened.
  __device__ void leave_out(box_row const& top, box_row const& row, unsigned lanes, next_box& next) {
    if (lanes >> team_.lane & 1) {
      next.bound = Real(-1);
      if (row.level == top.level && wide_ > 1) {
        opened_.top[team_.warp][(next.at - top.at(team_.lane)) / Warps][team_.lane] = Real(-1);
        next = next_of_top(top);
      }
    }
  }

  /// Bounds all boxes of the highest level.
  __device__ next_box first_of_top(box_row const& top) {
    const Index mine = top.at(team_.lane);
    if (wide_ == 1)
      return {mine, bound_of(top.level, mine)};
    box_type boxes[most_boxes_of_lane]; // loads that wait for memory together
#pragma unroll
    for (int j = 0; j < most_boxes_of_lane; ++j)
      boxes[j] = j < wide_ ? box_at(top.level, mine + j * Warps) : empty_box<Real, D>();
#pragma unroll
    for (int j = 0; j < most_boxes_of_lane; ++j)
      opened_.top[team_.warp][j][team_.lane] = j < wide_ ? bound_of(top.level, mine + j * Warps, boxes[j]) : Real(-1);
    return next_of_top(top);
  }

  /// The first of those with the greatest bound.
  __device__ next_box next_of_top(box_row const& top) const {
    const Index mine = top.at(team_.lane);
    if (wide_ == 1)
      return {mine, opened_.bounds[team_.warp][top.level - 1][team_.lane]};
    next_box next{mine, Real(-1)};
#pragma unroll
    for (int j = 0; j < most_boxes_of_lane; ++j) {
      const Real bound = opened_.top[team_.warp][j][team_.lane];
      next = bound > next.bound ? next_box{mine + j * Warps, bound} : next;
    }
    return next;
  }

  /// Box b; an empty one if it is outside the segment.
  __device__ box_type box_at(int level, Index b) const {
    const std::int64_t begin = static_cast<std::int64_t>(b) << 5 * level, end = begin + (std::int64_t(1) << 5 * level);
    return begin >= end_ || end <= begin_ ? empty_box<Real, D>() : load_wide(tree_.boxes[level] + b);
  }

  __device__ Real bound_of(int level, Index b) const { return bound_of(level, b, box_at(level, b)); }

  /// -1 if no point of box b lies inside the segment or is valid.
  __device__ Real bound_of(int level, Index b, box_type const& points) const {
    if (is_empty(points))
      return Real(-1);
    const std::int64_t begin = static_cast<std::int64_t>(b) << 5 * level, end = begin + (std::int64_t(1) << 5 * level);
    const std::int64_t first = begin < begin_ ? begin_ : begin, last = (end < end_ ? end : end_) - 1;
    const interval<Real> steps{static_cast<Real>(first - first_), static_cast<Real>(last - first_)};
    const Real bound = chord_.rank(points, steps).high;
    return isnan(bound) ? Real(HUGE_VAL) : bound + Real(0); // a NaN bounds nothing; -0 becomes +0, for its bits' order
  }

  /// The lane whose box is to be opened next; -1: none.
  __device__ int most_promising(int level, next_box const& next) const {
    const Real greatest = warp_max_rank(next.bound);
    if (greatest < best_.value || greatest < Real(0) || (Warps > 1 && greatest < opened_.best.rank()))
      return -1;
    const int chosen = __ffs(__ballot_sync(full_warp, next.bound == greatest)) - 1;
    const Index begin = __shfl_sync(full_warp, next.at, chosen) << 5 * level;
    return greatest > best_.value || begin < best_.index ? chosen : -1;
  }

  /// The lanes whose boxes may have the farthest point.
  __device__ unsigned promising(int level, next_box const& next) const {
    const Index begin = next.at << 5 * level;
    return __ballot_sync(full_warp, next.bound >= Real(0) && (next.bound > best_.value ||
                                                              (next.bound == best_.value && begin < best_.index)));
  }

  /// Examines the points of the first `Count` of some lanes' boxes of level 1, or of all if they are fewer. `box`: the
  /// lane's.
  template <int Count>
  __device__ void examine(box_row const& row, Index box, unsigned lanes) {
    Index at[Count]; // first_: none
    point<Real, D> points[Count];
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      const Index i = (__shfl_sync(full_warp, box, (__ffs(lanes) - 1) & 31) << 5) + team_.lane;
      at[k] = lanes != 0 && i >= begin_ && i < end_ ? i : first_;
      lanes &= lanes - 1;
      if (at[k] != first_)
        points[k] = points_[at[k]];
    }
    Real rank(-1);
    Index farthest = first_;
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      if (at[k] == first_ || (skip_ && !valid_(points[k])))
        continue;
      const Real r = chord_.rank(points[k], static_cast<Real>(at[k] - first_));
      farthest = r > rank ? at[k] : farthest;
      rank = r > rank ? r : rank;
    }
    const Real greatest = warp_max_rank(rank);
    if (greatest < Real(0))
      return;
    const Index base = row.first << 5;
    const Index index = base + warp_min(rank == greatest ? static_cast<int>(farthest - base) : INT_MAX);
    if (greatest > best_.value || (greatest == best_.value && index < best_.index)) {
      best_ = {greatest, index};
      opened_.best.found(team_, greatest);
    }
  }

  warp_team<Warps> team_;
  box_tree<Real, D> const& tree_;
  const point<Real, D>* points_;
  flow::validity<Real, D> const& valid_;
  bool skip_;
  Index first_, begin_, end_;
  Chord const& chord_;
  opened_boxes<Warps, Index, Real>& opened_;
  indexed<Real, Index> best_;
  int wide_; ///< boxes of the highest level that a lane has
};

} // namespace thrustline::cuda
