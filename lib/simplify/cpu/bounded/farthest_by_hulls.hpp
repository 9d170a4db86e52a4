// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/cpu/wide_numbers.hpp"
#include "simplify/cpu/bounded/box_hulls.hpp"
#include "simplify/cpu/bounded/farthest_by_boxes.hpp"

/// The search for the farthest point of a long segment where boxes prune badly and hulls do not.
namespace thrustline::cpu {

/// Let d, of at most 1 in each coordinate, be the vector of a chord, and e, of at most `reach`, that from its first end
/// to a point: |e_x| + |e_y| <= reach. Ranks are |d x e|, or else |d x e|^2 + w^2, where w is 0 or the distance of d.e
/// from 0 or `end`, or e.e. Both are convex functions of the point, so that none inside a hull has more than all
/// vertices. Each of e, |d x e| and w is computed within 4 u reach (u: unit roundoff), and so is the root of a sum
/// within 8 u reach and a relative error of 2 u. So the computed rank of no point inside is above padded(rank), where
/// `rank` is the greatest computed one of the vertices. There are no squares of |d x e| < 2^-500 or so to consider: the
/// least normal number is added.
template <class Real>
Real padded_length(Real rank, Real reach) {
  return rank + 4 * rounding::detail::few_ulps<Real> * reach + rounding::detail::well_normal<Real>;
}

template <class Real>
Real padded_square(Real rank, Real reach) {
  constexpr Real few = 4 * rounding::detail::few_ulps<Real>; // 32 u
  const Real root = std::sqrt(rank) + few * reach;
  return root * root * (1 + few) + rounding::detail::well_normal<Real>;
}

template <class Real, class P>
Real padded(line_distance::chord<P> const& chord, Real rank, Real reach) {
  return chord.ends_equal ? padded_square(rank, reach) : padded_length(rank, reach);
}

template <class Real, class P>
Real padded(segment_distance::chord<P> const&, Real rank, Real reach) {
  return padded_square(rank, reach);
}

template <class Real, class P>
Real padded(vertical_distance::chord<P> const&, Real rank, Real reach) {
  return padded_length(rank, reach);
}

/// Whether the greatest rank of the vertices bounds all as it is, given that |d x e| and d.e are exact, and that d.e is
/// in [low, high]: where rounding is all that is left, it is monotone.
template <class Real, class Chord>
bool is_exact(Chord const&, Real, Real) {
  return true;
}

template <class Real, class P>
bool is_exact(segment_distance::chord<P> const& chord, Real low, Real high) {
  return Real(0) <= low && high <= chord.end;
}

/// Boxes are opened from the top, as in search_by_boxes, where a point in their hull may have the greatest rank. All
/// points of a box of 256 that is opened are ranked, so that ties go to the lowest index.
template <class Real, class Chord>
class search_by_hulls {
public:
  search_by_hulls(boxed_points<Real, 2> const& series, box_hulls<Real> const& hulls, std::int64_t first,
                  std::int64_t last, Chord const& chord, Real harmless)
      : series_(series), hulls_(hulls), fresh_(series.aids->fresh()), first_(first), last_(last), chord_(chord),
        rank_(harmless), bar_(harmless) {}

  farthest_found<Real> farthest() {
    int top = 0;
    while (top + 1 < hulls_.levels() && last_ - first_ > hulls_of_a_run * size_of(top))
      ++top;
    open(top, first_ / size_of(top), last_ / size_of(top) + 1);
    for (int level = top; level <= top;) {
      run& in = runs_[level];
      const int k = in.next();
      if (k == in.count)
        ++level;
      else if (hopeless(level, in.begin + k, in.bounds[k]))
        continue;
      else if (level > 0)
        open(level - 1, fan_out * (in.begin + k), fan_out * (in.begin + k + 1)), --level;
      else
        read(in.begin + k);
    }
    return {rank_, index_, ranked_, 0};
  }

private:
  using wide = rounding::wide<Real>;
  static constexpr int fan_out = box_hulls<Real>::fan_out, hulls_of_a_run = 16;

  /// Boxes of one level, opened in order after the most promising one.
  struct run {
    std::int64_t begin;
    int count, promising, position;
    Real bounds[hulls_of_a_run + 2];

    int next() {
      const int k = ++position;
      return k == 0 ? promising : k <= promising ? k - 1 : k;
    }
  };

  /// Bounds those of the boxes [begin, end) that hold points inside the segment.
  void open(int level, std::int64_t begin, std::int64_t end) {
    run& in = runs_[level];
    in.begin = std::max(begin, (first_ + 1) / size_of(level));
    in.count = static_cast<int>(std::min(end, (last_ - 1) / size_of(level) + 1) - in.begin);
    in.position = -1;
    in.promising = 0;
    for (int k = 0; k < in.count; ++k) {
      const std::int64_t box = in.begin + k, from = box * size_of(level);
      in.bounds[k] = bound(hull_of(level, box));
      if (first_ < from && from + size_of(level) <= last_)
        bar_ = std::max(bar_, rank_of_vertices_); // each vertex is a point inside the segment
      if (!is_needed(level, box))
        in.bounds[k] = Real(-1);
      if (in.bounds[in.promising] < in.bounds[k])
        in.promising = k;
    }
  }

  /// The hull of all points of a box, or of those that are needed in the segment.
  typename box_hulls<Real>::vertices hull_of(int level, std::int64_t box) const {
    const bool by_fresh = fresh_ && fresh_->levels() > 0 && fresh_->serves(box * size_of(level), first_);
    return by_fresh ? fresh_->at(level, box) : hulls_.at(level, box);
  }

  /// -1 if no point belongs to the hull.
  Real bound(typename box_hulls<Real>::vertices const& of) {
    const wide zero = wide::of(Real(0)), infinite = wide::of(std::numeric_limits<Real>::infinity());
    wide most = wide::of(Real(-1)), reach = zero, low = infinite, high = -infinite;
    for (std::int64_t i = 0; i < of.places; i += wide::size) {
      const point<wide, 2> p{{wide::load(of.x + i), wide::load(of.y + i)}};
      const auto e = chord_.from_first(p, zero);
      most = rounding::max(most, chord_.rank(p, zero));
      reach = rounding::max(reach, rounding::add(rounding::abs(e[0]), rounding::abs(e[1])));
      const wide along =
          rounding::add(rounding::mul(wide::of(chord_.d[0]), e[0]), rounding::mul(wide::of(chord_.d[1]), e[1]));
      low = rounding::min(low, along);
      high = rounding::max(high, along);
    }
    ranked_ += of.places;
    rank_of_vertices_ = rounding::greatest(most);
    if (of.places == 0 || (hulls_.exact() && is_exact(chord_, rounding::least(low), rounding::greatest(high))))
      return rank_of_vertices_;
    return padded(chord_, rank_of_vertices_, rounding::greatest(reach));
  }

  bool hopeless(int level, std::int64_t box, Real bound) const {
    return bound < bar_ || (bound == rank_ && box * size_of(level) > index_);
  }

  /// False if all points of the box occurred before in the segment.
  bool is_needed(int level, std::int64_t box) const {
    recurrences<Real, 2> const* const recurring = series_.aids->recurring();
    return !recurring || recurring->is_needed(level + 1, box, first_);
  }

  void read(std::int64_t box) {
    const std::int64_t begin = std::max(box * size_of(0), first_ + 1), end = std::min((box + 1) * size_of(0), last_);
    const auto far = series_.skip ? farthest_from_chord(series_.points, first_, begin, end,
                                                        voting_chord<Real, 2, Chord>{series_, chord_})
                                  : farthest_from_chord(series_.points, first_, begin, end, chord_);
    ranked_ += end - begin;
    if (far.rank > rank_ || (far.rank == rank_ && far.index < index_)) {
      rank_ = far.rank;
      index_ = far.index;
      bar_ = std::max(bar_, rank_);
    }
  }

  static std::int64_t size_of(int level) { return box_hulls<Real>::least_points << (4 * level); }

  boxed_points<Real, 2> const& series_;
  box_hulls<Real> const& hulls_;
  fresh_hulls<Real> const* fresh_; ///< or null
  std::int64_t first_, last_;
  Chord const& chord_;
  Real rank_, bar_;            ///< rank of the farthest point so far; rank that some point is known to have
  Real rank_of_vertices_ = -1; ///< greatest rank of a vertex of the hull that was bounded last
  std::int64_t index_ = -1, ranked_ = 0;
  run runs_[16]; // levels enough for more points than there can be
};

} // namespace thrustline::cpu
