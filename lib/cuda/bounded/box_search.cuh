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
  Real bounds[Warps][8][32];
  team_best<Warps, Index, Real> best;
};

/// One search of a team for the farthest of the points inside a segment among those whose rank is above `harmless`. The
/// warps share the boxes of the highest level; the others a warp has to itself.
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
  /// 32 boxes of a level, a lane a box: `first` and then every `step`th.
  struct box_row {
    int level;
    Index first;
    int step;

    __device__ Index at(int lane) const { return first + lane * step; }
  };

  /// Rows of the highest level for each warp: a team that takes several searches a lower level, where neighbouring
  /// boxes, which often are promising together, are different warps'.
  static constexpr int top_rows = Warps > 1 ? 4 : 1;

  /// The first of the warp's rows of the lowest level which has no more of them in the segment.
  __device__ box_row top_row() const {
    int level = 1;
    while (((end_ - 1) >> 5 * level) - (begin_ >> 5 * level) >= 32 * Warps * top_rows)
      ++level;
    return {level, (begin_ >> 5 * level) + team_.warp, Warps};
  }

  __device__ void search() {
    const box_row top = top_row();
    if constexpr (top_rows == 1) {
      search_row(top, bound_of(top.level, top.at(team_.lane)));
    } else {
      Real bounds[top_rows];
#pragma unroll
      for (int k = 0; k < top_rows; ++k)
        bounds[k] = bound_of(top.level, top.at(team_.lane) + k * 32 * Warps);
      // The row with the greatest bound first, as it may rule out the others.
      int row = 0;
      Real greatest = warp_max_rank(bounds[0]);
#pragma unroll
      for (int k = 1; k < top_rows; ++k)
        if (const Real other = warp_max_rank(bounds[k]); other > greatest) {
          greatest = other;
          row = k;
        }
      for (int searched = 0; searched < top_rows; ++searched, row = (row + 1) % top_rows) {
        Real bound = bounds[0];
#pragma unroll
        for (int k = 1; k < top_rows; ++k)
          bound = row == k ? bounds[k] : bound;
        search_row({top.level, top.first + row * 32 * Warps, Warps}, bound);
      }
    }
  }

  /// Searches the boxes of a row of the highest level, with these bounds.
  __device__ void search_row(box_row const& top, Real bound) {
    box_row row = top;
    for (;;) {
      const int chosen = most_promising(row, bound);
      if (chosen >= 0) {
        bound = team_.lane == chosen ? Real(-1) : bound;
        if (row.level > 1) {
          opened_.bounds[team_.warp][row.level - 1][team_.lane] = bound;
          row = {row.level - 1, row.at(chosen) << 5, 1};
          bound = bound_of(row.level, row.at(team_.lane));
          continue;
        }
        // The most promising box first, as it may rule out many of the others; what is left, in fours.
        examine<1>(row, 1u << chosen);
        while (const unsigned rest = promising(row, bound)) {
          examine<4>(row, rest);
          bound = __popc(rest & ((1u << team_.lane) - 1)) < 4 ? Real(-1) : bound;
        }
      }
      if (row.level == top.level)
        return;
      row = row.level + 1 == top.level ? top : box_row{row.level + 1, row.first >> 10 << 5, 1};
      bound = opened_.bounds[team_.warp][row.level - 1][team_.lane];
    }
  }

  /// -1 if no point of the box lies inside the segment or is valid.
  __device__ Real bound_of(int level, Index b) const {
    const Index head = begin_ >> 5 * level, tail = (end_ - 1) >> 5 * level;
    if (b < head || b > tail)
      return Real(-1);
    const box<Real, D> points = load_wide(tree_.boxes[level] + b);
    if (is_empty(points))
      return Real(-1);
    const Index first = b == head ? begin_ : b << 5 * level;
    const Index last = b == tail ? end_ - 1 : (b << 5 * level) + ((Index(1) << 5 * level) - 1);
    const interval<Real> steps{static_cast<Real>(first - first_), static_cast<Real>(last - first_)};
    const Real bound = chord_.rank(points, steps).high;
    return isnan(bound) ? Real(HUGE_VAL) : bound + Real(0); // a NaN bounds nothing; -0 becomes +0, for its bits' order
  }

  /// The lane whose box is to be opened next; -1: none.
  __device__ int most_promising(box_row const& row, Real bound) const {
    const Real greatest = warp_max_rank(bound);
    if (greatest < best_.value || greatest < Real(0) || (Warps > 1 && greatest < opened_.best.rank()))
      return -1;
    const int chosen = __ffs(__ballot_sync(full_warp, bound == greatest)) - 1;
    const Index begin = row.at(chosen) << 5 * row.level;
    return greatest > best_.value || begin < best_.index ? chosen : -1;
  }

  /// The lanes whose boxes may have the farthest point.
  __device__ unsigned promising(box_row const& row, Real bound) const {
    const Index begin = row.at(team_.lane) << 5 * row.level;
    const Real least = Warps > 1 ? fmax(opened_.best.rank(), Real(0)) : Real(0);
    return __ballot_sync(full_warp,
                         bound >= least && (bound > best_.value || (bound == best_.value && begin < best_.index)));
  }

  /// Examines the points of the first `Count` of some lanes' boxes of level 1, or of all if they are fewer.
  template <int Count>
  __device__ void examine(box_row const& row, unsigned lanes) {
    Index at[Count]; // first_: none
    point<Real, D> points[Count];
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      const Index i = (row.at(__ffs(lanes) - 1) << 5) + team_.lane;
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
};

} // namespace thrustline::cuda
