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

/// Extremes over the vertices of a hull, which bound the points inside. d: the vector of a chord; e: the vector from
/// the chord's first end to a vertex.
template <class Real>
struct seen_of_hull {
  Real rank;      ///< greatest computed rank, -1 if there is no vertex
  Real reach;     ///< greatest |e_x| + |e_y|
  Real terms;     ///< greatest |d_x e_y| + |d_y e_x|
  Real low, high; ///< least and greatest d.e
};

/// Let d be of at most 1 in each coordinate. Ranks are |d x e|, or else |d x e|^2 + w^2, where w is 0 or the distance
/// of d.e from 0 or `end`, or e.e. All these, |e_x| + |e_y| and |d_x e_y| + |d_y e_x| are convex functions of the
/// point, so that none inside a hull has more than all vertices. Let u be the unit roundoff. Each of e, |d x e| and w
/// is computed within 4 u reach, and so is the root of a sum within 8 u reach and a relative error of 2 u. So the
/// computed rank of no point inside is above padded(seen). There are no squares of |d x e| < 2^-500 or so to consider:
/// the least normal number is added.
///
/// |d x e| of a point inside and that of a vertex are each computed within 2 u terms and a relative error of u, so that
/// of no point inside is above padded_length(). The e_x of values (D = 1) are exact.
template <class Real>
Real padded_length(Real length, Real terms) {
  return length + rounding::detail::few_ulps<Real> * (length + terms) + rounding::detail::well_normal<Real>;
}

template <class Real>
Real padded_square(Real root) {
  constexpr Real few = 4 * rounding::detail::few_ulps<Real>; // 32 u
  return root * root * (1 + few) + rounding::detail::well_normal<Real>;
}

template <class Real>
Real padded_square(seen_of_hull<Real> const& seen) {
  return padded_square(std::sqrt(seen.rank) + 4 * rounding::detail::few_ulps<Real> * seen.reach);
}

template <class Real, class P>
Real padded(line_distance::chord<P> const& chord, seen_of_hull<Real> const& seen) {
  return chord.ends_equal ? padded_square(seen) : padded_length(seen.rank, seen.terms);
}

/// w is 0 for all points inside where no d.e of a vertex comes near 0 or `end`.
template <class Real, class P>
Real padded(segment_distance::chord<P> const& chord, seen_of_hull<Real> const& seen) {
  const Real near = 4 * rounding::detail::few_ulps<Real> * seen.reach;
  const bool beside = near < seen.low && seen.high < chord.end - near;
  return beside ? padded_square(padded_length(std::sqrt(seen.rank), seen.terms)) : padded_square(seen);
}

template <class Real, class P>
Real padded(vertical_distance::chord<P> const&, seen_of_hull<Real> const& seen) {
  return padded_length(seen.rank, seen.terms);
}

/// Whether the greatest rank of the vertices bounds all as it is, given that |d x e| and d.e are exact: where rounding
/// is all that is left, it is monotone.
template <class Real, class Chord>
bool is_exact(Chord const&, seen_of_hull<Real> const&) {
  return true;
}

template <class Real, class P>
bool is_exact(segment_distance::chord<P> const& chord, seen_of_hull<Real> const& seen) {
  return Real(0) <= seen.low && seen.high <= chord.end;
}

/// Boxes are opened from the top, as in search_by_boxes, where a point in their hull may have the greatest rank. All
/// points of a box of 256 that is opened are ranked, so that ties go to the lowest index.
template <class Real, int D, class Chord>
class search_by_hulls {
public:
  search_by_hulls(boxed_points<Real, D> const& series, box_hulls<Real, D> const& hulls, std::int64_t first,
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
  static constexpr int fan_out = box_hulls<Real, D>::fan_out, hulls_of_a_run = 16;

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
      const auto of = hull_of(level, box);
      const seen_of_hull<Real> seen = see(of, from);
      in.bounds[k] = of.places > 0 ? bound(seen) : Real(-1);
      ranked_ += of.places;
      if (first_ < from && from + size_of(level) <= last_)
        bar_ = std::max(bar_, seen.rank); // each vertex is a point inside the segment
      if (!is_needed(level, box))
        in.bounds[k] = Real(-1);
      if (in.bounds[in.promising] < in.bounds[k])
        in.promising = k;
    }
  }

  /// The hull of all points of a box, or of those that are needed in the segment.
  typename box_hulls<Real, D>::vertices hull_of(int level, std::int64_t box) const {
    const bool by_fresh = fresh_ && fresh_->levels() > 0 && fresh_->serves(box * size_of(level), first_);
    return by_fresh ? fresh_->at(level, box) : hulls_.at(level, box);
  }

  /// Looks at the vertices of a hull whose box begins at point `from`.
  seen_of_hull<Real> see(typename box_hulls<Real, D>::vertices const& of, std::int64_t from) const {
    using rounding::abs, rounding::add, rounding::mul;
    const Real start = D == 1 ? static_cast<Real>(from - first_) : Real(0);
    wide most = wide::of(Real(-1)), reach = wide::of(Real(0)), terms = reach;
    wide low = wide::of(std::numeric_limits<Real>::infinity()), high = -low;
    for (std::int64_t i = 0; i < of.places; i += wide::size) {
      const auto [p, steps] = place_of(wide::load(of.x + i), wide::load(of.y + i), start);
      const auto e = chord_.from_first(p, steps);
      most = max(most, chord_.rank(p, steps));
      reach = max(reach, add(abs(e[0]), abs(e[1])));
      terms = max(terms, add(abs(mul(chord_.d[0], e[1])), abs(mul(chord_.d[1], e[0]))));
      const wide along = add(mul(chord_.d[0], e[0]), mul(chord_.d[1], e[1]));
      low = min(low, along);
      high = max(high, along);
    }
    return {greatest(most), greatest(reach), greatest(terms), least(low), greatest(high)};
  }

  /// Bound of the ranks inside a hull.
  Real bound(seen_of_hull<Real> const& seen) const {
    return hulls_.exact() && is_exact(chord_, seen) ? seen.rank : padded(chord_, seen);
  }

  struct places {
    point<wide, D> p;
    wide steps;
  };

  /// Vertices as the metric takes them, and their steps from the chord's first end.
  static places place_of(wide const& x, wide const& y, [[maybe_unused]] Real start) {
    if constexpr (D == 1)
      return {{{y}}, rounding::add(wide::of(start), x)};
    else
      return {{{x, y}}, wide::of(Real(0))};
  }

  bool hopeless(int level, std::int64_t box, Real bound) const {
    return bound < bar_ || (bound == rank_ && box * size_of(level) > index_);
  }

  /// False if all points of the box occurred before in the segment.
  bool is_needed(int level, std::int64_t box) const {
    recurrences<Real, D> const* const recurring = series_.aids->recurring();
    return !recurring || recurring->is_needed(level + 1, box, first_);
  }

  void read(std::int64_t box) {
    const std::int64_t begin = std::max(box * size_of(0), first_ + 1), end = std::min((box + 1) * size_of(0), last_);
    const auto far = series_.skip ? farthest_from_chord(series_.points, first_, begin, end,
                                                        chord_of_valid_points<Real, D, Chord>{series_, chord_})
                                  : farthest_from_chord(series_.points, first_, begin, end, chord_);
    ranked_ += end - begin;
    if (far.rank > rank_ || (far.rank == rank_ && far.index < index_)) {
      rank_ = far.rank;
      index_ = far.index;
      bar_ = std::max(bar_, rank_);
    }
  }

  static std::int64_t size_of(int level) { return box_hulls<Real, D>::size_of(level); }

  boxed_points<Real, D> const& series_;
  box_hulls<Real, D> const& hulls_;
  fresh_hulls<Real, D> const* fresh_; ///< or null
  std::int64_t first_, last_;
  Chord const& chord_;
  Real rank_, bar_; ///< rank of the farthest point so far; rank that some point is known to have
  std::int64_t index_ = -1, ranked_ = 0;
  run runs_[16]; // levels enough for more points than there can be
};

} // namespace thrustline::cpu
