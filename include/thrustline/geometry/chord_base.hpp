// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/point.hpp>
#include <thrustline/geometry/vector.hpp>

/// What the chords of metrics.hpp share.
///
/// The chord vector d is scaled by a power of two to max|d| < 1/4, and to 1/8 or more unless coordinates come near the
/// largest number. This is exact, and no product, sum or distance overflows while coordinates are at most a quarter of
/// the largest number. Squares have half that range. Ranks are squares in space, of segment_distance, and of
/// line_distance where the ends are equal; they order distances from 10^-18 to 10^19 in float, and from 10^-153 to
/// 10^154 in double. All greater distances have rank infinity, and ranks of lesser ones lose digits down to 0.
/// Distances to a chord that is shorter than the least normal number may be computed as 0.
///
/// Points are taken relative to the first end, so coordinates far from the origin cost no precision. No formula divides
/// or takes a root per point.
namespace thrustline::detail {

/// Common part of the chords: the first end and the scaled chord vector.
template <class P>
struct chord_base {
  using plane = detail::plane<P>;
  using real = typename plane::real;
  using vector = typename plane::vector;
  static_assert(!std::is_integral_v<real>, "metrics compute in float or double");

  point<real, plane::given> first;
  vector d; ///< scaled; zero if the ends are equal

  THRUSTLINE_HD chord_base(P const& a, P const& b, std::int64_t steps) : first(point_traits<P>::get(a)) {
    using rounding::eighth_scale;
    const vector whole = plane::difference(first, point_traits<P>::get(b), steps);
    d = scaled(whole, eighth_scale(magnitude(whole)));
  }

  /// x == 0. For a vector type, which holds one number for each of several chords: false; the caller must not use the
  /// chords whose number is 0.
  THRUSTLINE_HD static bool is_zero(real const& x) {
    if constexpr (std::is_convertible_v<decltype(x == x), bool>)
      return x == real(0);
    else
      return false;
  }

  /// |d|; needs no scaling, as d is scaled.
  THRUSTLINE_HD real width() const { return rounding::sqrt(dot(d, d)); }

  /// Vector from the first end to a point, to several points or to a box.
  template <class P_or_box, class Step>
  THRUSTLINE_HD auto from_first(P_or_box const& p, Step const& step) const {
    return from(first, p, step);
  }

  template <class Step>
  THRUSTLINE_HD static vector from(point<real, plane::given> const& start, P const& p, Step step) {
    return plane::difference(start, point_traits<P>::get(p), step);
  }

  template <class Coordinate, class = std::enable_if_t<!std::is_same_v<Coordinate, real>>>
  THRUSTLINE_HD static auto from(point<real, plane::given> const& start, point<Coordinate, plane::given> const& points,
                                 Coordinate const& steps) {
    return plane::difference(start, points, steps);
  }

  template <class Coordinate>
  THRUSTLINE_HD static auto from(point<real, plane::given> const& start, box<Coordinate, plane::given> const& points,
                                 interval<Coordinate> const& steps) {
    return plane::difference(start, points, steps);
  }

  /// Bound of the harmless ranks, for ranks that are |d|^2 distance^2 with a relative error of 9 u at most (u: unit
  /// roundoff) and t = |d|^2 tolerance^2. A point of no greater rank has a computed distance, whose error is 6 u at
  /// most, within the tolerance. -1, no rank, where underflow might matter. t must not overflow on the way to a value
  /// that does not.
  THRUSTLINE_HD static real harmless_square(real t) {
    constexpr real few = 4 * rounding::detail::few_ulps<real>; // 32 u
    return t > rounding::detail::well_normal<real> / few ? harmless(t * (1 - few)) : real(-1);
  }

  /// Whether such a rank alone decides if the distance is > tolerance, with the same t and errors: not if rank and t
  /// are too close, or near overflow or underflow. The decision goes to `exceeds`.
  THRUSTLINE_HD static bool square_tells(real rank, real t, bool& exceeds) {
    constexpr real few = 4 * rounding::detail::few_ulps<real>; // 32 u
    exceeds = rank > t * (1 + few);
    return t > rounding::detail::well_normal<real> / few && t < rounding::detail::largest<real> / 4 &&
           exceeds != (rank < t * (1 - few));
  }

  /// bound, limited to finite numbers below overflow, where a rank says nothing about the distance; -1 if it is NaN.
  THRUSTLINE_HD static real harmless(real bound) {
    constexpr real largest = rounding::detail::largest<real> * (1 - 4 * rounding::detail::few_ulps<real>);
    return bound <= largest ? bound : bound > largest ? largest : real(-1);
  }
};

/// |d x e|^2 in three dimensions, summed in the order yz, zx, xy.
template <class Real, class Coordinate>
THRUSTLINE_HD inline Coordinate cross_squared(point<Real, 3> const& d, point<Coordinate, 3> const& e) {
  return squared_length(point<Coordinate, 3>{{minor_of(d, e, 1, 2), minor_of(d, e, 2, 0), minor_of(d, e, 0, 1)}});
}

template <class Real, class Coordinate>
THRUSTLINE_HD inline Coordinate cross_squared(point<Real, 2> const& d, point<Coordinate, 2> const& e) {
  using rounding::square;
  return square(minor_of(d, e, 0, 1));
}

template <class Real>
THRUSTLINE_HD inline Real cross_length(point<Real, 3> const& d, point<Real, 3> const& e) {
  return length(point<Real, 3>{{minor_of(d, e, 1, 2), minor_of(d, e, 2, 0), minor_of(d, e, 0, 1)}});
}

template <class Real>
THRUSTLINE_HD inline Real cross_length(point<Real, 2> const& d, point<Real, 2> const& e) {
  return rounding::abs(minor_of(d, e, 0, 1));
}

} // namespace thrustline::detail
