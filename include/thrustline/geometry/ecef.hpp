// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

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

struct sine_and_cosine {
  double sine, cosine;
};

/// Changes the sign of x if `bit` is 1.
THRUSTLINE_HD inline double negated_if(std::uint64_t bit, double x) {
  std::uint64_t pattern;
  std::memcpy(&pattern, &x, sizeof x);
  pattern ^= bit << 63;
  std::memcpy(&x, &pattern, sizeof x);
  return x;
}

/// Radians as an unevaluated sum of two numbers.
struct radians {
  double high, low;
};

/// Radians of up to 45 degrees. The product of the degrees' first 26 digits and the first 27 of pi / 180 is exact; the
/// others are small, and so are their roundings.
THRUSTLINE_HD inline radians radians_of(double degrees) {
  using rounding::add, rounding::mul, rounding::sub;
  constexpr double unit = 0x1.1df46a2529d39p-6;                                      // pi / 180
  constexpr double unit_upper = 0x1.1df46a4p-6, unit_lower = -0x1.ad62c6ea3e274p-34; // pi / 180, with more digits
  constexpr double millionths = 0x1.8p32;                                            // the last digit of a sum with it
  const double upper = sub(add(degrees, millionths), millionths), lower = sub(degrees, upper);
  const double most = mul(upper, unit_upper), rest = add(mul(upper, unit_lower), mul(lower, unit));
  const double high = add(most, rest);
  return {high, sub(rest, sub(high, most))};
}

/// c[0] + x (c[1] + x (c[2] + ...))
template <int N>
THRUSTLINE_HD inline double polynomial(double const (&c)[N], double x) {
  using rounding::add, rounding::mul;
  double sum = c[N - 1];
  for (int k = N - 2; k >= 0; --k)
    sum = add(c[k], mul(x, sum));
  return sum;
}

/// Sine and cosine for up to 45 degrees, by the polynomials of fdlibm (Sun Microsystems, 1993).
THRUSTLINE_HD inline sine_and_cosine sine_and_cosine_of_octant(double degrees) {
  using rounding::add, rounding::mul, rounding::sub;
  constexpr double sines[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,  -1.98412698298579493134e-04,
                              2.75573137070700676789e-06,  -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  constexpr double cosines[] = {4.16666666666666019037e-02,  -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                                -2.75573143513906633035e-07, 2.08757232129817482790e-09,  -1.13596475577881948265e-11};
  const radians x = radians_of(degrees);
  const double square = mul(x.high, x.high), half = mul(0.5, square);
  const double sine = add(x.high, add(x.low, mul(mul(x.high, square), polynomial(sines, square))));
  const double most = sub(1.0, half), lost = sub(sub(1.0, most), half);
  const double tail = sub(mul(mul(square, square), polynomial(cosines, square)), mul(x.high, x.low));
  return {sine, add(most, add(lost, tail))};
}

/// Quarter turns are taken off first. That is exact: they are a whole number, and the rest has no digits below those of
/// the degrees.
THRUSTLINE_HD inline sine_and_cosine sine_and_cosine_of(double degrees) {
  using rounding::add, rounding::mul, rounding::sub;
  constexpr double integers = 0x1.8p52; // the last digit of a sum with it counts ones
  const double counted = add(mul(degrees, 1.0 / 90), integers), quarters = sub(counted, integers);
  const sine_and_cosine rest = sine_and_cosine_of_octant(sub(degrees, mul(90.0, quarters)));
  std::uint64_t turns;
  std::memcpy(&turns, &counted, sizeof counted);
  const bool odd = turns & 1;
  return {negated_if(turns >> 1 & 1, odd ? rest.cosine : rest.sine),
          negated_if((turns + 1) >> 1 & 1, odd ? rest.sine : rest.cosine)};
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
  using rounding::add, rounding::mul, rounding::sub;
  constexpr double eccentricity_squared = wgs84::flattening * (2 - wgs84::flattening);
  const detail::sine_and_cosine meridian = detail::sine_and_cosine_of(longitude);
  const detail::sine_and_cosine parallel = detail::sine_and_cosine_of(latitude);
  const double shrink = sub(1.0, mul(eccentricity_squared, mul(parallel.sine, parallel.sine)));
  const double normal = rounding::div(wgs84::equatorial_radius, rounding::sqrt(shrink)); // to the axis
  const double from_axis = mul(normal, parallel.cosine);
  // 0 is added so that it has one sign.
  return {{add(mul(from_axis, meridian.cosine), 0.0), add(mul(from_axis, meridian.sine), 0.0),
           add(mul(mul(normal, 1 - eccentricity_squared), parallel.sine), 0.0)}};
}

} // namespace thrustline
