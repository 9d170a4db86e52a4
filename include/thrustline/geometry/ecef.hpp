// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/degrees.hpp>
#include <thrustline/geometry/point.hpp>

/// Longitude and latitude as points in space.
namespace thrustline {

/// The ellipsoid of WGS 84.
struct wgs84 {
  static constexpr double equatorial_radius = 6378137; ///< in metres
  static constexpr double flattening = 1 / 298.257223563;
};

/// Greatest magnitude of a longitude, in degrees: any number of turns, but no number so large that its degrees are
/// lost.
inline constexpr double largest_longitude = 1e12;

/// Greatest magnitude of a latitude, in degrees.
inline constexpr double largest_latitude = 90;

namespace detail {

/// Cylindrical coordinates of a place at sea level: distance from the axis, height above the equator.
template <class Number>
struct on_meridian {
  Number from_axis, z;
};

/// Position of a place at sea level in metres, from the sine and cosine of its latitude.
template <class Number>
THRUSTLINE_HD inline on_meridian<Number> meridian_at(sine_and_cosine<Number> const& latitude) {
  using rounding::add, rounding::mul;
  constexpr double eccentricity_squared = wgs84::flattening * (2 - wgs84::flattening);
  // The prime vertical radius of curvature, N, is a / sqrt(1 - e^2 sin^2). The polynomial in sin^2, times sin^2, is how
  // much N is greater than a, right to 10^-10 metres.
  constexpr double beyond_radius[] = {0x1.4d93586d138b8p+14, 0x1.acc06d58f483ep+6, 0x1.3228593e8a655p-1,
                                      0x1.cb0a3e3065841p-9, 0x1.68884318c7f12p-16};
  const Number square = mul(latitude.sine, latitude.sine);
  const Number radius = add(Number(wgs84::equatorial_radius), mul(square, polynomial(beyond_radius, square)));
  return {mul(radius, latitude.cosine), mul(mul(radius, Number(1 - eccentricity_squared)), latitude.sine)};
}

} // namespace detail

/// Earth-centred, earth-fixed coordinates in metres (EPSG:4978) of a place on the WGS 84 ellipsoid: x towards longitude
/// 0 on the equator, y towards 90 degrees east, z towards the North Pole.
///
/// Degrees, |longitude| <= largest_longitude and |latitude| <= largest_latitude; else the result means nothing. Each
/// operation is rounded by itself, so every processor gives the same bits. The largest error is 3 nanometres.
/// Longitudes a full turn apart, as those on both sides of the date line, give the same bits wherever the turn was
/// added without rounding; so do all longitudes at a pole.
THRUSTLINE_HD inline point<double, 3> to_ecef(double longitude, double latitude) {
  using rounding::add, rounding::mul;
  const detail::sine_and_cosine<double> around = detail::sine_and_cosine_of(longitude);
  const detail::on_meridian<double> up = detail::meridian_at(detail::sine_and_cosine_of(latitude));
  // 0 is added so that it has one sign at the poles.
  return {{add(mul(up.from_axis, around.cosine), 0.0), add(mul(up.from_axis, around.sine), 0.0), up.z}};
}

} // namespace thrustline
