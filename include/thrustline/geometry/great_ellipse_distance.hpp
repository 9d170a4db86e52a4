// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/metrics.hpp>

namespace thrustline {

/// Distance in metres on the Earth, of points in earth-centred coordinates (see ecef.hpp). The segment is the arc of
/// the great ellipse through its ends: of the ellipse in which the plane through both ends and the Earth's centre cuts
/// the ellipsoid. The distance is that to the plane if the point lies between the ends' planes across the arc, else
/// the straight one to the nearer end. Equal and antipodal ends, which have no such plane, count as ends only.
///
/// With the centre as origin, ends a and b, d = b - a, scaled, and a point p:
///
///     N = a x d      perpendicular to the plane
///     s = N x a      along the arc at a             e = p - a      s.e > 0: p lies behind a
///     t = b x N      back along the arc at b        f = p - b      t.f > 0: p lies before b
///
/// The rank is (N.e)^2 between the ends, else N.N min(e.e, f.f). See metrics.hpp for the contract, chord_base.hpp for
/// d. No operation overflows while coordinates are at most 10^70 in double and 10^9 in float. Float coordinates on the
/// Earth are exact to half a metre only: use double.
struct great_ellipse_distance {
  template <class P>
  struct chord : detail::chord_base<P> {
    using base = detail::chord_base<P>;
    using typename base::real;
    using typename base::vector;
    static_assert(vector::dimensions == 3, "points are in earth-centred coordinates");

    vector last, normal, along_first, along_last;
    real run; ///< N.N; 1 if N is zero: then there is no plane

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps)
        : base(a, b, steps), last(point_traits<P>::get(b)), normal(cross(this->first, this->d)),
          along_first(cross(normal, this->first)), along_last(cross(last, normal)),
          run(detail::squared_length(normal)) {
      if (base::is_zero(run))
        run = real(1);
    }

    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      using rounding::if_positive, rounding::min, rounding::mul, rounding::square;
      const auto e = this->from_first(p, step), f = from_last(p, step);
      const auto to_plane = detail::dot(normal, e);
      const auto to_ends = mul(run, min(detail::squared_length(e), detail::squared_length(f)));
      return if_positive(between(e, f), square(to_plane), to_ends);
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      return base::harmless_square(tolerance * run * tolerance);
    }

    /// distance(p, step) > tolerance for a point p of this rank; in most cases without reading p.
    THRUSTLINE_HD bool exceeds(real rank, P const& p, std::int64_t step, real tolerance) const {
      bool above;
      const bool sure = base::square_tells(rank, tolerance * tolerance * run, above);
      return sure ? above : distance(p, step) > tolerance;
    }

    /// |N.e| / |N|, |e| or |f|
    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      const vector e = this->from_first(p, step), f = from_last(p, step);
      if (between(e, f) > real(0))
        return rounding::div(rounding::abs(detail::dot(normal, e)), rounding::sqrt(run));
      return rounding::sqrt(rounding::min(detail::squared_length(e), detail::squared_length(f)));
    }

  private:
    template <class P_or_box, class Step>
    THRUSTLINE_HD auto from_last(P_or_box const& p, Step const& step) const {
      return base::from(last, p, step);
    }

    /// > 0 if the point lies between the ends
    template <class Coordinate>
    THRUSTLINE_HD Coordinate between(point<Coordinate, 3> const& e, point<Coordinate, 3> const& f) const {
      using rounding::min;
      return min(detail::dot(along_first, e), detail::dot(along_last, f));
    }

    THRUSTLINE_HD static vector cross(vector const& a, vector const& b) {
      return {{detail::minor_of(a, b, 1, 2), detail::minor_of(a, b, 2, 0), detail::minor_of(a, b, 0, 1)}};
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

} // namespace thrustline
