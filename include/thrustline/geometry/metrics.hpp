// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <thrustline/geometry/point.hpp>
#include <thrustline/geometry/vector.hpp>

/// The distances of RDP, each written once for host and device.
///
/// A metric is a function object that makes a chord from the ends of a segment:
///
///     auto chord = metric(first, last, steps);   // steps = index of last - index of first
///     chord.rank(p, step);                       // step = index of p - index of first, 0 < step < steps
///     chord.distance(p, step);
///
/// `rank` orders the points of one chord: never negative or NaN for valid points, larger = farther, cheap; no meaning
/// across chords; a step may come as a real number. `distance` is what the tolerance is compared with and is asked only
/// for the farthest point by rank. A chord whose ranks alone tell the distance may offer exceeds(rank, tolerance), the
/// same as distance(p, step) > tolerance for any p of that rank; one whose ranks nearly do, exceeds(rank, p, step,
/// tolerance). A user's metric may return the same from both. Metric and chord are trivially copyable, their functions
/// are const, free of side effects and, to run on a device, __host__ __device__. The mask is the same on all devices
/// only if the functions are: see rounding.hpp. They may read the index and any member of the user's point type.
///
/// The chords below tell more, to engines that leave out what cannot be a cut: rank(box, steps) is an interval that
/// holds the ranks of all points in the box whose steps are in the interval `steps` (see interval.hpp), and every point
/// with a rank of at most harmless_rank(tolerance) is within the tolerance.
///
/// The chord vector d is scaled by a power of two to 1 <= max|d| < 2, an exact operation that keeps the products far
/// from overflow (distances up to 10^18 in float). Points are taken relative to the first end, so that coordinates far
/// from the origin cost no precision. No formula divides or takes a root per point.
namespace thrustline {
namespace detail {

/// What the three chords share: the first end and the scaled chord vector.
template <class P>
struct chord_base {
  using plane = detail::plane<P>;
  using real = typename plane::real;
  using vector = typename plane::vector;

  point<real, plane::given> first;
  vector d; ///< scaled; zero if the ends are equal

  THRUSTLINE_HD chord_base(P const& a, P const& b, std::int64_t steps) : first(point_traits<P>::get(a)) {
    const vector whole = plane::difference(first, point_traits<P>::get(b), steps);
    d = scaled(whole, rounding::unit_scale(magnitude(whole)));
  }

  /// x == 0. If x is several numbers, one for each of as many chords: false, and those whose x is 0 must not be used.
  THRUSTLINE_HD static bool is_zero(real const& x) {
    if constexpr (std::is_convertible_v<decltype(x == x), bool>)
      return x == real(0);
    else
      return false;
  }

  /// |d|; needs no scaling, as d has it.
  THRUSTLINE_HD real width() const { return rounding::sqrt(dot(d, d)); }

  template <class Step>
  THRUSTLINE_HD vector from_first(P const& p, Step step) const {
    return plane::difference(first, point_traits<P>::get(p), step);
  }

  template <class Coordinate, class = std::enable_if_t<!std::is_same_v<Coordinate, real>>>
  THRUSTLINE_HD auto from_first(point<Coordinate, plane::given> const& points, Coordinate const& steps) const {
    return plane::difference(first, points, steps);
  }

  template <class Coordinate>
  THRUSTLINE_HD auto from_first(box<Coordinate, plane::given> const& points, interval<Coordinate> const& steps) const {
    return plane::difference(first, points, steps);
  }

  /// A bound for ranks that are |d|^2 distance^2 within 9 u (u the unit roundoff) and more: where the rank is no
  /// greater, the computed distance, within 6 u, is at most the tolerance. -1 where underflow might count.
  THRUSTLINE_HD static real harmless_square(real t) {
    constexpr real few = 4 * rounding::detail::few_ulps<real>; // 32 u
    return t > rounding::detail::well_normal<real> / few ? harmless(t * (1 - few)) : real(-1);
  }

  /// Whether such a rank alone tells if the distance is > tolerance, where t = |d|^2 tolerance^2: by the same errors,
  /// if it is not too near, and nothing overflowed or came near to underflow.
  THRUSTLINE_HD static bool square_tells(real rank, real t, bool& exceeds) {
    constexpr real few = 4 * rounding::detail::few_ulps<real>; // 32 u
    exceeds = rank > t * (1 + few);
    return t > rounding::detail::well_normal<real> / few && t < rounding::detail::largest<real> / 4 &&
           exceeds != (rank < t * (1 - few));
  }

  /// `bound`, if it is known and finite. No rank near overflow is harmless: the distance may be anything.
  THRUSTLINE_HD static real harmless(real bound) {
    constexpr real largest = rounding::detail::largest<real> * (1 - 4 * rounding::detail::few_ulps<real>);
    return bound <= largest ? bound : bound > largest ? largest : real(-1);
  }
};

/// |d x e|^2 in three dimensions, summed in the order yz, zx, xy.
template <class Real, class Coordinate>
THRUSTLINE_HD inline Coordinate cross_squared(point<Real, 3> const& d, point<Coordinate, 3> const& e) {
  return squared_length(point<Coordinate, 3>{{minor(d, e, 1, 2), minor(d, e, 2, 0), minor(d, e, 0, 1)}});
}

template <class Real, class Coordinate>
THRUSTLINE_HD inline Coordinate cross_squared(point<Real, 2> const& d, point<Coordinate, 2> const& e) {
  return rounding::square(minor(d, e, 0, 1));
}

template <class Real>
THRUSTLINE_HD inline Real cross_length(point<Real, 3> const& d, point<Real, 3> const& e) {
  return length(point<Real, 3>{{minor(d, e, 1, 2), minor(d, e, 2, 0), minor(d, e, 0, 1)}});
}

template <class Real>
THRUSTLINE_HD inline Real cross_length(point<Real, 2> const& d, point<Real, 2> const& e) {
  return rounding::abs(minor(d, e, 0, 1));
}

template <class Chord, class Rank, class = void>
struct rank_tells_distance : std::false_type {};
template <class Chord, class Rank>
struct rank_tells_distance<
    Chord, Rank,
    std::void_t<decltype(std::declval<Chord const&>().exceeds(std::declval<Rank>(), std::declval<Rank>()))>>
    : std::true_type {};

template <class Chord, class Rank, class P, class = void>
struct rank_nearly_tells_distance : std::false_type {};
template <class Chord, class Rank, class P>
struct rank_nearly_tells_distance<
    Chord, Rank, P,
    std::void_t<decltype(std::declval<Chord const&>().exceeds(
        std::declval<Rank>(), std::declval<P const&>(), std::int64_t(), std::declval<Rank>()))>> : std::true_type {};

/// chord.distance(p, step) > tolerance for a p of this rank, in the cheapest way that the chord offers.
template <class Chord, class Rank, class P, class Tolerance>
THRUSTLINE_HD bool exceeds(Chord const& chord, Rank rank, P const& p, std::int64_t step, Tolerance tolerance) {
  constexpr bool same_type = std::is_same_v<Rank, Tolerance>;
  if constexpr (same_type && rank_tells_distance<Chord, Rank>::value)
    return chord.exceeds(rank, tolerance);
  else if constexpr (same_type && rank_nearly_tells_distance<Chord, Rank, P>::value)
    return chord.exceeds(rank, p, step, tolerance);
  else
    return chord.distance(p, step) > tolerance;
}

} // namespace detail

/// Distance to the infinite line through the ends; to the first end if the ends are equal.
struct line_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using typename base::real;
    using typename base::vector;

    bool ends_equal;

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), ends_equal(base::is_zero(detail::magnitude(this->d))) {}

    /// |d x e| in the plane, |d x e|^2 in space; e.e where the ends are equal
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      const auto e = this->from_first(p, step);
      if (ends_equal)
        return detail::squared_length(e);
      if constexpr (vector::dimensions == 2)
        return rounding::abs(detail::minor(this->d, e, 0, 1));
      else
        return detail::cross_squared(this->d, e);
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      if (ends_equal)
        return base::harmless_square(tolerance * tolerance);
      if constexpr (vector::dimensions == 2)
        return base::harmless(rounding::dividend_within(this->width(), tolerance));
      else
        return base::harmless_square(tolerance * tolerance * detail::dot(this->d, this->d));
    }

    /// distance(p, step) > tolerance, where p has this rank; mostly without reading p.
    THRUSTLINE_HD bool exceeds(real rank, P const& p, std::int64_t step, real tolerance) const {
      if (ends_equal)
        return distance(p, step) > tolerance;
      if constexpr (vector::dimensions == 2) {
        return rounding::quotient_exceeds(rank, this->width(), tolerance);
      } else {
        bool above;
        const bool sure = base::square_tells(rank, tolerance * tolerance * detail::dot(this->d, this->d), above);
        return sure ? above : distance(p, step) > tolerance;
      }
    }

    /// |d x e| / |d|
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step);
      return ends_equal ? detail::length(e) : rounding::div(detail::cross_length(this->d, e), this->width());
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

/// Distance to the segment between the ends: to the line where the foot of the perpendicular lies between them, else to
/// the nearer end.
struct segment_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using plane = typename base::plane;
    using typename base::real;
    using typename base::vector;

    point<real, plane::given> last;
    std::int64_t steps;
    real end; ///< d.e of the last end; that of the first is 0

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), last(point_traits<P>::get(b)), steps(steps) {
      end = detail::dot(this->d, plane::difference(this->first, last, steps));
      // Any direction serves where the ends are equal: |d x e|^2 + (d.e)^2 is then e.e for a unit d.
      if (base::is_zero(detail::magnitude(this->d)))
        this->d[0] = real(1);
    }

    /// |d x e|^2 + w^2, w = how far d.e lies outside [0, end] (Lagrange's identity: |d|^2 times the distance squared)
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      const auto e = this->from_first(p, step);
      const auto along = detail::dot(this->d, e);
      const auto outside = rounding::max(rounding::max(-along, rounding::sub(along, end)), real(0));
      return rounding::add(detail::cross_squared(this->d, e), rounding::square(outside));
    }

    /// See exceeds().
    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      const real t = tolerance * tolerance * detail::dot(this->d, this->d);
      return t > smallest_sure<real> ? base::harmless(t - unsure(t, tolerance)) : real(-1);
    }

    /// |e|, |d x e| / |d| or the distance to the last end
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step);
      const real along = detail::dot(this->d, e);
      if (along <= real(0))
        return detail::length(e);
      if (along >= end)
        return detail::length(plane::difference(last, point_traits<P>::get(p), step - steps));
      return rounding::div(detail::cross_length(this->d, e), this->width());
    }

    /// distance(p, step) > tolerance, where p has this rank; mostly without reading p.
    ///
    /// With u the unit roundoff: the rank's root is |d| distance within 9 u (end + |d| distance), as the differences,
    /// products and sums behind it have relative errors of u and no vector in them is longer than end / |d| + distance;
    /// the distance is computed within 6 u. Squared, with |d| < 3.5, all this is within 32 u (t + end (8 tolerance +
    /// 32 u end)) of t = |d|^2 tolerance^2. A rank farther from t than that has decided, unless t is so small that
    /// underflow counts.
    THRUSTLINE_HD bool exceeds(real rank, P const& p, std::int64_t step, real tolerance) const {
      const real t = tolerance * tolerance * detail::dot(this->d, this->d);
      const real about = unsure(t, tolerance);
      const bool above = rank > t + about, below = rank < t - about;
      if (t > smallest_sure<real> && above != below) // not by one and by the other: which one it is nobody could guess
        return above;
      return distance(p, step) > tolerance;
    }

  private:
    template <class Number>
    static constexpr Number few = 4 * rounding::detail::few_ulps<Number>; ///< 32 u
    template <class Number>
    static constexpr Number smallest_sure = rounding::detail::well_normal<Number> / few<Number>;

    THRUSTLINE_HD real unsure(real t, real tolerance) const {
      return few<real> * (t + end * (8 * tolerance + few<real> * end));
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

/// Distance along the ordinates: between a point and the chord's point of the same abscissa. The abscissa is the index
/// for values and the first coordinate else (time, say); where both ends have one abscissa, the ordinates are compared
/// with those of the first end.
struct vertical_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using typename base::real;
    using typename base::vector;

    bool upright; ///< the ends have one abscissa

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), upright(base::plane::given > 1 && base::is_zero(this->d[0])) {
      if constexpr (base::plane::given == 1)
        this->d[0] = rounding::abs(this->d[0]); // steps are positive: the compiler would not know
      if (upright) {
        this->d = vector{};
        this->d[0] = real(1); // the residuals below are then the ordinates of e
      }
    }

    /// |r| for one ordinate, |r|^2 for two, where r = d_x e - e_x d
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      const auto e = this->from_first(p, step);
      const auto y = detail::minor(this->d, e, 0, 1);
      if constexpr (vector::dimensions == 2)
        return rounding::abs(y);
      else
        return rounding::add(rounding::square(y), rounding::square(detail::minor(this->d, e, 0, 2)));
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      const real run = rounding::abs(this->d[0]);
      if constexpr (vector::dimensions == 2)
        return base::harmless(rounding::dividend_within(run, tolerance));
      else
        return base::harmless_square(tolerance * tolerance * run * run);
    }

    /// Whether the distance of a point of this rank is > tolerance, in the plane.
    template <int Dimensions = vector::dimensions, class = std::enable_if_t<Dimensions == 2>>
    THRUSTLINE_HD bool exceeds(real rank, real tolerance) const {
      return rounding::quotient_exceeds(rank, rounding::abs(this->d[0]), tolerance);
    }

    /// The same in fewer instructions; false too where it takes more to tell.
    template <int Dimensions = vector::dimensions, class = std::enable_if_t<Dimensions == 2>>
    THRUSTLINE_HD bool surely_exceeds(real rank, real tolerance) const {
      return rounding::quotient_surely_exceeds(rank, rounding::abs(this->d[0]), tolerance);
    }

    /// |r| / |d_x|
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step);
      const real run = rounding::abs(this->d[0]);
      const real y = detail::minor(this->d, e, 0, 1);
      if constexpr (vector::dimensions == 2)
        return rounding::div(rounding::abs(y), run);
      else
        return rounding::div(detail::length(point<real, 2>{{y, detail::minor(this->d, e, 0, 2)}}), run);
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

} // namespace thrustline
