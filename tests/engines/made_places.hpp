// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include <thrustline/geometry/ecef.hpp>
#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "random_numbers.hpp"
#include "sanitized.hpp"

/// Lines on the Earth, in degrees.
namespace thrustline::test {

template <class Real, int D>
std::vector<point<double, 3>> places_of(batch<Real, D> const& lines) {
  std::vector<point<double, 3>> places;
  for (std::int64_t i = 0; i < lines.points(); ++i)
    places.push_back(
        to_ecef(static_cast<double>(lines.coordinates[D * i]), static_cast<double>(lines.coordinates[D * i + 1])));
  return places;
}

/// A walk on the Earth in steps of about `step` degrees, from a place on; heights are noise. Whole multiples of
/// 2^-digits, so that there are ties and turns by 90 degrees are exact.
template <class Real, int D>
std::vector<Real> walk_on_earth(std::int64_t n, double longitude, double latitude, double step, int digits,
                                random_numbers& numbers) {
  const double unit = std::ldexp(1., -digits);
  std::vector<Real> made;
  for (std::int64_t i = 0; i < n; ++i) {
    longitude += step * (2 * numbers.uniform() - 0.8);
    latitude += step * (2 * numbers.uniform() - 1);
    latitude = std::clamp(latitude, -90., 90.);
    made.push_back(static_cast<Real>(std::round(longitude / unit) * unit));
    made.push_back(static_cast<Real>(std::round(latitude / unit) * unit));
    if (D == 3)
      made.push_back(static_cast<Real>(1000 * numbers.uniform()));
  }
  return made;
}

/// Short and long lines, empty ones among them: in mid-latitudes, over both poles, along the equator, across the date
/// line, several times round the Earth.
template <class Real, int D>
batch<Real, D> made_world(std::uint64_t seed) {
  random_numbers numbers(seed);
  batch<Real, D> world;
  for (auto const& [n, longitude, latitude, step, digits] : {std::tuple{0, 0., 0., 1., 10},
                                                             {1, 5., 5., 1., 10},
                                                             {2, 5., 5., 1., 10},
                                                             {300, 10., 50., 0.01, 14},
                                                             {40, 179.9, -20., 0.1, 8},
                                                             {500, -180., 0., 0.5, 2},
                                                             {3, 90., 0., 30., 4},
                                                             {700, 20., 89.5, 0.2, 6},
                                                             {200, -400., -89.9, 0.1, 6},
                                                             {sanitized ? 1100 : 2500, 30., 10., 0.4, 9},
                                                             {sanitized ? 1500 : 5000, 7., 46., 0.02, 14},
                                                             {0, 0., 0., 1., 10}})
    world.add(walk_on_earth<Real, D>(n, longitude, latitude, step, digits, numbers));
  return world;
}

inline simplify_options metres(double tolerance) {
  return simplify_options{}.tolerance(tolerance).metric(metric::great_ellipse);
}

#define THRUSTLINE_PLACES                                                                                              \
  ::thrustline::test::points_of<float, 2>, ::thrustline::test::points_of<float, 3>,                                    \
      ::thrustline::test::points_of<double, 2>, ::thrustline::test::points_of<double, 3>

} // namespace thrustline::test
