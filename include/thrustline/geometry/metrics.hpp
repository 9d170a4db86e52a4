// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/chord_base.hpp>
#include <thrustline/geometry/exceeds.hpp>
#include <thrustline/geometry/point.hpp>
#include <thrustline/geometry/vector.hpp>

/// Distances of RDP, each written once for host and device.
///
/// A metric is a function object that makes a chord from the ends of a segment:
///
///     auto chord = metric(first, last, steps);   // steps = index of last - index of first
///     chord.rank(p, step);                       // step = index of p - index of first, 0 < step < steps
///     chord.distance(p, step);
///
/// `rank` orders the points of one chord: larger = farther, never negative or NaN for valid points, cheap, of a type
/// with a sign. Ranks of different chords cannot be compared. The step may be a real number. `distance` is compared
/// with the tolerance, and is computed only for the point of the largest rank. A user's metric may return the same from
/// both.
///
/// A chord may offer exceeds(rank, tolerance), equal to distance(p, step) > tolerance for any p of that rank, if its
/// ranks determine the distance; or exceeds(rank, p, step, tolerance) if they do so in most cases. rdp_recursive()
/// calls it where ranks and distances have the same type; rdp() compares the distance. Metric and chord are trivially
/// copyable; their functions are const, free of side effects and, to run on a device, __host__ __device__. They may
/// read the index and any member of the user's point type. The mask is the same on all devices only if these functions
/// are: see rounding.hpp.
///
/// The chords below also serve engines that skip points which cannot be cuts. rank(box, steps) is an interval that
/// holds the ranks of all points in the box whose steps are in the interval `steps` (see interval.hpp). Every point
/// with a rank of at most harmless_rank(tolerance) is within the tolerance. Ranges of distances: see chord_base.hpp.
namespace thrustline {

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

    /// |d x e| in the plane, |d x e|^2 in space; e.e if the ends are equal
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      using rounding::abs;
      const auto e = this->from_first(p, step);
      if (ends_equal)
        return detail::squared_length(e);
      if constexpr (vector::dimensions == 2)
        return abs(detail::minor_of(this->d, e, 0, 1));
      else
        return detail::cross_squared(this->d, e);
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      if (ends_equal)
        return base::harmless_square(tolerance * tolerance);
      if constexpr (vector::dimensions == 2)
        return base::harmless(rounding::dividend_within(this->width(), tolerance));
      else
        return base::harmless_square(tolerance * detail::dot(this->d, this->d) * tolerance);
    }

    /// distance(p, step) > tolerance for a point p of this rank; in most cases without reading p.
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

/// Distance to the segment between the ends: to the line if the foot of the perpendicular lies between the ends, else
/// to the nearer end.
struct segment_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using plane = typename base::plane;
    using typename base::real;
    using typename base::vector;

    point<real, plane::given> last;
    std::int64_t steps;
    real end; ///< d.e for the last end; d.e is 0 for the first

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), last(point_traits<P>::get(b)), steps(steps) {
      end = detail::dot(this->d, plane::difference(this->first, last, steps));
      // Equal ends: any unit vector serves as d, as |d x e|^2 + (d.e)^2 is then e.e.
      if (base::is_zero(detail::magnitude(this->d)))
        this->d[0] = real(1);
    }

    /// |d x e|^2 + w^2, where w is the distance of d.e from [0, end]; by Lagrange's identity |d|^2 times the squared
    /// distance. For a box: the interval of these ranks, which is its bound.
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      using rounding::add, rounding::max, rounding::square, rounding::sub;
      const auto e = this->from_first(p, step);
      const auto along = detail::dot(this->d, e);
      const auto outside = max(max(-along, sub(along, end)), real(0));
      return add(detail::cross_squared(this->d, e), square(outside));
    }

    /// See exceeds().
    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      const real t = tolerance * tolerance * detail::dot(this->d, this->d);
      return t > smallest_sure<real> ? base::harmless(t - unsure(t, tolerance)) : real(-1);
    }

    /// |e|, |d x e| / |d|, or the distance to the last end
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step);
      const real along = detail::dot(this->d, e);
      if (along <= real(0))
        return detail::length(e);
      if (along >= end)
        return detail::length(plane::difference(last, point_traits<P>::get(p), step - steps));
      return rounding::div(detail::cross_length(this->d, e), this->width());
    }

    /// distance(p, step) > tolerance for a point p of this rank; in most cases without reading p.
    ///
    /// Let u be the unit roundoff. The differences, products and sums behind the rank have relative errors of u, and no
    /// vector in them is longer than end / |d| + distance. So the rank's root is |d| distance within
    /// 9 u (end + |d| distance). The distance is computed within 6 u. Squared, with |d| < 7/16, all this is within
    /// 32 u (t + end (tolerance + 32 u end)) of t = |d|^2 tolerance^2. A rank farther from t than that decides, unless
    /// t is so small that underflow matters.
    THRUSTLINE_HD bool exceeds(real rank, P const& p, std::int64_t step, real tolerance) const {
      const real t = tolerance * tolerance * detail::dot(this->d, this->d);
      const real about = unsure(t, tolerance);
      const bool above = rank > t + about, below = rank < t - about;
      if (t > smallest_sure<real> && above != below) // one branch for both outcomes: which of them is unpredictable
        return above;
      return distance(p, step) > tolerance;
    }

  private:
    template <class Number>
    static constexpr Number few = 4 * rounding::detail::few_ulps<Number>; ///< 32 u
    template <class Number>
    static constexpr Number smallest_sure = rounding::detail::well_normal<Number> / few<Number>;

    THRUSTLINE_HD real unsure(real t, real tolerance) const {
      return few<real> * (t + end * (tolerance + few<real> * end));
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

/// Distance along the ordinates, from a point to the chord's point of the same abscissa. The abscissa is the index for
/// values (D = 1), else the first coordinate, e.g. time. If both ends have the same abscissa, the ordinates are
/// compared with those of the first end.
struct vertical_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using typename base::real;
    using typename base::vector;

    bool upright; ///< whether both ends have the same abscissa

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), upright(base::plane::given > 1 && base::is_zero(this->d[0])) {
      using rounding::abs;
      if constexpr (base::plane::given == 1)
        this->d[0] = abs(this->d[0]); // steps are positive, which the compiler does not know
      if (upright) {
        this->d = vector{};
        this->d[0] = real(1); // the residuals below are then the ordinates of e
      }
    }

    /// |r| for one ordinate, |r|^2 for two, where r = d_x e - e_x d
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      using rounding::abs, rounding::add, rounding::square;
      const auto e = this->from_first(p, step);
      const auto y = detail::minor_of(this->d, e, 0, 1);
      if constexpr (vector::dimensions == 2)
        return abs(y);
      else
        return add(square(y), square(detail::minor_of(this->d, e, 0, 2)));
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      const real run = rounding::abs(this->d[0]);
      if constexpr (vector::dimensions == 2)
        return base::harmless(rounding::dividend_within(run, tolerance));
      else
        return base::harmless_square(rounding::square(tolerance * run));
    }

    /// distance > tolerance for any point of this rank, in the plane.
    template <int Dimensions = vector::dimensions, class = std::enable_if_t<Dimensions == 2>>
    THRUSTLINE_HD bool exceeds(real rank, real tolerance) const {
      return rounding::quotient_exceeds(rank, rounding::abs(this->d[0]), tolerance);
    }

    /// Sufficient condition for exceeds(), in fewer instructions.
    template <int Dimensions = vector::dimensions, class = std::enable_if_t<Dimensions == 2>>
    THRUSTLINE_HD bool surely_exceeds(real rank, real tolerance) const {
      return rounding::quotient_surely_exceeds(rank, rounding::abs(this->d[0]), tolerance);
    }

    /// |r| / |d_x|
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step);
      const real run = rounding::abs(this->d[0]);
      const real y = detail::minor_of(this->d, e, 0, 1);
      if constexpr (vector::dimensions == 2)
        return rounding::div(rounding::abs(y), run);
      else
        return rounding::div(detail::length(point<real, 2>{{y, detail::minor_of(this->d, e, 0, 2)}}), run);
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

} // namespace thrustline
