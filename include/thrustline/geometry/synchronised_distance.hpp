// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/metrics.hpp>

namespace thrustline {
namespace detail {

/// (t, x, y) from (x, y, t).
template <class Coordinate>
THRUSTLINE_HD inline point<Coordinate, 3> time_first(point<Coordinate, 3> const& p) {
  return {{p[2], p[0], p[1]}};
}

template <class Coordinate>
THRUSTLINE_HD inline box<Coordinate, 3> time_first(box<Coordinate, 3> const& b) {
  return {time_first(b.low), time_first(b.high)};
}

} // namespace detail

/// Distance at equal time (the synchronised Euclidean distance of Meratnia & de By, 2004): from a position x, y at time
/// t to where the chord is at that time, moving at constant speed from its first end to its last. If both ends have the
/// same time, to the first end. Points are x, y, t; a track's times never decrease.
///
/// This is vertical_distance with the time as abscissa: see metrics.hpp for the contract.
struct synchronised_distance {
  template <class P>
  struct chord {
    static_assert(point_traits<P>::dimensions == 3, "points are x, y, t");
    using real = typename point_traits<P>::real;

    vertical_distance::chord<point<real, 3>> by_time;

    THRUSTLINE_HD chord(P const& a, P const& b, std::int64_t steps) : by_time(moved(a), moved(b), steps) {}

    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      return by_time.rank(moved(p), step);
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const { return by_time.harmless_rank(tolerance); }

    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const { return by_time.distance(moved(p), step); }

  private:
    THRUSTLINE_HD static point<real, 3> moved(P const& p) { return detail::time_first(point_traits<P>::get(p)); }

    template <class Coordinate>
    THRUSTLINE_HD static box<Coordinate, 3> moved(box<Coordinate, 3> const& b) {
      return detail::time_first(b);
    }
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {first, last, steps};
  }
};

} // namespace thrustline
