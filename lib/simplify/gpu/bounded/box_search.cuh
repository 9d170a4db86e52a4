// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "core/gpu/wide.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include "simplify/gpu/bounded/warp_team.cuh"

/// The farthest point of a segment by branch and bound: a warp opens its most promising box, each lane a part of it.
namespace thrustline::gpu {

/// Shared memory of a team's search: for each level the bounds of the boxes beside the opened one, and the best rank.
template <int Warps, class Index, class Real>
struct opened_boxes {
  Real bounds[Warps][8][32];
  team_best<Warps, Index, Real> best;
};

/// A team's search for the farthest point of a segment, among the inner points whose rank is above `harmless`. The
/// warps share the boxes of the highest level; below it each warp works alone. Each lane keeps the farthest of the
/// points that it has examined; the lanes compare theirs only where that may rule out boxes.
///
/// Why nothing is missed. A box that is not opened has a bound that is below `harmless` or below the best rank found,
/// and no point's rank is above its box's bound, exactly (see geometry/interval.hpp). At equal ranks the lowest index
/// counts: a box whose bound equals the best rank is opened if it begins before the box that has that rank's point.
template <int Warps, class Problem, class Chord>
class box_search {
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  using point_type = typename Problem::point_type;

public:
  struct result {
    indexed<Real, Index> farthest; ///< the segment's first point if no rank is above `harmless`
    bool dense;                    ///< a quarter of the boxes was opened: ranking all points takes no longer
  };

  __device__ box_search(warp_team<Warps> team, Problem const& problem, detail::chord_ends<Index> segment,
                        Chord const& chord, Real harmless, opened_boxes<Warps, Index, Real>& opened)
      : team_(team), problem_(problem), first_(segment.first), last_(segment.last), chord_(chord), opened_(opened),
        harmless_(harmless), greatest_(harmless), place_(segment.first), mine_{Real(-1), segment.last} {
    opened_.best.begin(team, harmless);
    team.wait();
  }

  /// The farthest point, by a search of the boxes.
  __device__ result farthest_by_boxes() {
    search();
    return farthest_of_team(128 * Warps * std::int64_t(boxes_opened_) >= last_ - first_);
  }

  /// The farthest point of a dense segment, by its rank among all points.
  __device__ indexed<Real, Index> farthest_of_all() {
    examine_all();
    return farthest_of_team(true).farthest;
  }

private:
  /// dense: whether this warp found the segment dense; the result says whether most warps did.
  __device__ result farthest_of_team(bool dense) {
    indexed<Real, Index> best{harmless_, first_};
    if (greatest_ > harmless_)
      best = {greatest_, warp_min(mine_.value == greatest_ ? mine_.index : last_)};
    const auto all = opened_.best.of_all(team_, best, dense);
    return {all.best, all.most_vote};
  }

  /// 32 boxes of a level, one for each lane: box `first` and then every `step`th.
  struct box_row {
    int level;
    Index first;
    int step;

    __device__ Index at(int lane) const { return first + lane * step; }
  };

  /// Rows of the highest level that a warp bounds at once: this saves the level above. In a team neighbouring boxes,
  /// which often are promising together, belong to different warps.
  static constexpr int top_rows = Warps > 1 ? team_boxes / (32 * Warps) : 2;

  /// The warp's first row of the highest level searched: the lowest one whose boxes in the segment fit `top_rows` rows
  /// of each warp.
  __device__ box_row top_row() const {
    int level = 1;
    while (((last_ - 1) >> 5 * level) - ((first_ + 1) >> 5 * level) >= 32 * Warps * top_rows)
      ++level;
    return {level, ((first_ + 1) >> 5 * level) + team_.warp, Warps};
  }

  /// Searches the rows of the highest level, the most promising one first.
  __device__ void search() {
    const box_row top = top_row();
    const auto row = [&](int k) { return box_row{top.level, top.first + 32 * Warps * k, Warps}; };
    Real bounds[top_rows], most[top_rows];
#pragma unroll
    for (int k = 0; k < top_rows; ++k) {
      bounds[k] = bound_of(top.level, row(k).at(team_.lane));
      most[k] = warp_max_rank(bounds[k]);
    }
#pragma unroll 1
    for (int rows = 0; rows < top_rows; ++rows) {
      int chosen = 0;
      Real bound = bounds[0], promise = most[0];
#pragma unroll
      for (int k = 1; k < top_rows; ++k)
        if (most[k] > promise) {
          chosen = k;
          bound = bounds[k];
          promise = most[k];
        }
      if (promise < greatest_ || promise < Real(0))
        return;
      search_row(row(chosen), bound);
#pragma unroll
      for (int k = 0; k < top_rows; ++k)
        most[k] = k == chosen ? none : most[k];
    }
  }

  /// Searches the boxes of a row of the highest level.
  __device__ void search_row(box_row const& top, Real bound) {
    box_row row = top;
    for (;;) {
      if (row.level == 1) {
        open_lowest(row, bound);
      } else if (const int chosen = most_promising(row, bound); chosen >= 0) {
        opened_.bounds[team_.warp][row.level - 1][team_.lane] = team_.lane == chosen ? none : bound;
        row = {row.level - 1, row.at(chosen) << 5, 1};
        bound = bound_of(row.level, row.at(team_.lane));
        continue;
      }
      if (row.level == top.level)
        return;
      row = row.level + 1 == top.level ? top : box_row{row.level + 1, row.first >> 10 << 5, 1};
      bound = opened_.bounds[team_.warp][row.level - 1][team_.lane];
    }
  }

  /// The bound of a box that is not to be opened.
  static constexpr Real none = -1;

  /// A bound of the ranks of a box's points inside the segment; `none` if the box has no valid point there, or if it is
  /// superfluous.
  __device__ Real bound_of(int level, Index b) const {
    const Index head = (first_ + 1) >> 5 * level, tail = (last_ - 1) >> 5 * level;
    if (b < head || b > tail || problem_.is_superfluous(level, b, first_))
      return none;
    const auto points = load_wide(problem_.boxes->boxes[level] + b);
    const Index first = b == head ? first_ + 1 : b << 5 * level;
    const Index last = b == tail ? last_ - 1 : (b << 5 * level) + ((Index(1) << 5 * level) - 1);
    const interval<Real> steps{static_cast<Real>(first - first_), static_cast<Real>(last - first_)};
    const Real high = chord_.rank(points, steps).high;
    // A NaN becomes infinity, which bounds any rank; -0 becomes 0, whose bits order as integers.
    return is_empty(points) ? none : fmin(rounding::abs(high), Real(HUGE_VAL));
  }

  /// Whether the box that begins at `begin` may have the farthest point.
  __device__ bool may_have_it(Real bound, Index begin) const {
    return (bound > greatest_) | ((bound == greatest_) & (begin < place_));
  }

  /// Whether another warp of the team has found a greater rank.
  __device__ bool ruled_out(Real bound) const { return Warps > 1 && bound < opened_.best.rank(); }

  /// The lane whose box is opened next; -1: none.
  __device__ int most_promising(box_row const& row, Real bound) const {
    const Real most = warp_max_rank(bound);
    const int chosen = __ffs(__ballot_sync(full_warp, bound == most)) - 1;
    return may_have_it(most, row.at(chosen) << 5 * row.level) && !(most < Real(0)) && !ruled_out(most) ? chosen : -1;
  }

  /// Examines the points of all boxes of level 1 that may have the farthest one: first those of the most promising box,
  /// as it may rule out many others, then those of a few boxes at once.
  __device__ void open_lowest(box_row const& row, Real bound) {
    constexpr int few = 4;
    const int chosen = most_promising(row, bound);
    if (chosen < 0)
      return;
    bound = team_.lane == chosen ? none : bound;
    examine<1>(row, 1u << chosen);
    ++boxes_opened_;
    compare(row.at(chosen) << 5);
    const Index begin = row.at(team_.lane) << 5;
    while (const unsigned rest = __ballot_sync(full_warp, may_have_it(bound, begin) && bound >= Real(0))) {
      examine<few>(row, rest);
      boxes_opened_ += min(__popc(rest), few);
      compare(row.at(__ffs(rest) - 1) << 5);
      bound = __popc(rest & ((1u << team_.lane) - 1)) < few ? none : bound;
    }
  }

  /// Examines the points of the boxes of up to Most of the given lanes. All points are loaded before any is ranked.
  template <int Most>
  __device__ void examine(box_row const& row, unsigned lanes) {
    const Index i = (row.at(__ffs(lanes) - 1) << 5) + team_.lane;
    const point_type p = problem_.points[i < last_ ? i : last_];
    if constexpr (Most > 1)
      if (lanes &= lanes - 1; lanes != 0)
        examine<Most - 1>(row, lanes);
    examine(p, i);
  }

  /// Points of a lane in a row, where all points are examined. Two rows fit in the registers beside all else: with
  /// twice as many points they are spilled, measured on combs of floats.
  static constexpr int lane_row = 32 / sizeof(point_type);
  /// Points of a row.
  static constexpr int row_points = lane_row * 32 * Warps;
  struct lane_points {
    point_type of[lane_row];
  };

  /// Point k of this lane in the row that begins `begin` points behind the segment's first inner point.
  __device__ Index in_row(Index begin, int k) const {
    return first_ + 1 + begin + k * (32 * Warps) + 32 * team_.warp + team_.lane;
  }

  __device__ lane_points load_row(Index begin) const {
    lane_points loaded;
#pragma unroll
    for (int k = 0; k < lane_row; ++k)
      loaded.of[k] = problem_.points[in_row(begin, k)];
    return loaded;
  }

  /// Examines all points inside the segment, row by row: one row is ranked while the next is loaded. The last row is
  /// whole, too: it may overlap the row before, and the lane that examined a point first keeps it.
  __device__ void examine_all() {
    const Index last_row = last_ - first_ - 1 - row_points;
    if (last_row < 0) {
      examine_less_than_a_row();
    } else {
      lane_points now = load_row(0);
      for (Index row = 0; row < last_row;) {
        const Index next = min(row + row_points, last_row);
        const lane_points ahead = load_row(next);
        examine_row(now, row);
        row = next;
        now = ahead;
      }
      examine_row(now, last_row);
    }
    greatest_ = fmax(greatest_, warp_max_rank(mine_.value));
  }

  __device__ void examine_row(lane_points const& row, Index begin) {
#pragma unroll
    for (int k = 0; k < lane_row; ++k)
      examine_next(row.of[k], in_row(begin, k));
  }

  __device__ void examine_less_than_a_row() {
    const Index left = last_ - first_ - 1 - 32 * team_.warp - team_.lane;
    lane_points row;
#pragma unroll
    for (int k = 0; k < lane_row; ++k)
      row.of[k] = problem_.points[k * (32 * Warps) < left ? in_row(0, k) : last_];
#pragma unroll
    for (int k = 0; k < lane_row; ++k)
      if (k * (32 * Warps) < left)
        examine_next(row.of[k], in_row(0, k));
  }

  /// Examines point i inside the segment. Among equal ranks the point that was examined first counts.
  __device__ void examine_next(point_type const& p, Index i) {
    const Real rank = rank_of(p, i);
    mine_.index = rank > mine_.value ? i : mine_.index;
    mine_.value = fmax(rank, mine_.value);
  }

  /// The rank of point i; `none` if it is not valid.
  __device__ Real rank_of(point_type const& p, Index i) const {
    const Real rank = fmax(chord_.rank(p, static_cast<Real>(i - first_)), none); // fmax() ignores NaN
    return problem_.metric.skip && !problem_.metric.valid(p) ? none : rank;
  }

  /// Examines point i, if it is inside the segment. Among equal ranks the lowest index counts.
  __device__ void examine(point_type const& p, Index i) {
    const Index step = i - first_;
    const Real rank = rank_of(p, i);
    const bool farther =
        (step > 0) & (i < last_) & ((rank > mine_.value) | ((rank == mine_.value) & (i < mine_.index)));
    mine_.value = farther ? rank : mine_.value;
    mine_.index = farther ? i : mine_.index;
  }

  /// Compares the lanes' farthest points, after boxes from `begin` on were examined.
  __device__ void compare(Index begin) {
    const Real most = warp_max_rank(mine_.value);
    if (most > greatest_) {
      greatest_ = most;
      place_ = begin;
      opened_.best.found(team_, most);
    }
  }

  warp_team<Warps> team_;
  Problem const& problem_;
  Index first_, last_;
  Chord const& chord_;
  opened_boxes<Warps, Index, Real>& opened_;
  Real harmless_;
  int boxes_opened_ = 0;      ///< by this warp
  Real greatest_;             ///< the best rank found, or harmless
  Index place_;               ///< where the boxes begin in which it was first found
  indexed<Real, Index> mine_; ///< the lane's farthest point
};

} // namespace thrustline::gpu
