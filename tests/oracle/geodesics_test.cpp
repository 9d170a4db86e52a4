// SPDX-License-Identifier: MIT
// Geodesics of GeographicLib (Karney, Algorithms for geodesics, 2013) as oracle of metric::great_ellipse.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <thrustline/geometry/ecef.hpp>
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/simplify.hpp>

#include "compare.hpp"
#include "real_data.hpp"
#include "skip.hpp"

#if defined(THRUSTLINE_TEST_GEOGRAPHICLIB)
#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/Gnomonic.hpp>
#endif

using namespace thrustline;
using namespace thrustline::test;

#if defined(THRUSTLINE_TEST_GEOGRAPHICLIB)
namespace {

struct degrees {
  double longitude, latitude;
};

double length(degrees const& a, degrees const& b) {
  double metres = 0;
  GeographicLib::Geodesic::WGS84().Inverse(a.latitude, a.longitude, b.latitude, b.longitude, metres);
  return metres;
}

/// Distance in metres of p to the geodesic from a to b. In a gnomonic projection geodesics through the centre are
/// straight and others nearly so (section 8 of the paper): its foot of the perpendicular becomes the next centre. A
/// distance of less than `enough` may be the first, rough one.
double distance_to_geodesic(degrees const& a, degrees const& b, degrees const& p, double enough = 0) {
  const double to_ends = std::min(length(a, p), length(b, p));
  if (length(a, b) == 0)
    return to_ends;
  const GeographicLib::Gnomonic project(GeographicLib::Geodesic::WGS84());
  degrees centre = p;
  double along = 0;
  for (int round = 0; round < 5; ++round) {
    double ax, ay, bx, by, px, py;
    project.Forward(centre.latitude, centre.longitude, a.latitude, a.longitude, ax, ay);
    project.Forward(centre.latitude, centre.longitude, b.latitude, b.longitude, bx, by);
    project.Forward(centre.latitude, centre.longitude, p.latitude, p.longitude, px, py);
    const double dx = bx - ax, dy = by - ay;
    along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy);
    degrees next{};
    project.Reverse(centre.latitude, centre.longitude, ax + along * dx, ay + along * dy, next.latitude, next.longitude);
    centre = next;
    if (length(centre, p) < enough)
      break;
  }
  return along > 0 && along < 1 ? std::min(length(centre, p), to_ends) : to_ends;
}

struct farthest_dropped {
  double short_segments = 0; ///< the largest distance to segments of up to 300 km
  double long_segments = 0;  ///< and to longer ones
  std::int64_t dropped = 0;
};

farthest_dropped measure(batch<double, 2> const& lines, keep_mask const& mask) {
  farthest_dropped found;
  const auto at = [&](std::int64_t i) {
    return degrees{lines.coordinates[static_cast<std::size_t>(2 * i)],
                   lines.coordinates[static_cast<std::size_t>(2 * i + 1)]};
  };
  std::int64_t last = 0;
  for (std::int64_t i = 0; i < lines.points(); ++i) {
    if (!mask[static_cast<std::size_t>(i)])
      continue;
    double& most = length(at(last), at(i)) <= 3e5 ? found.short_segments : found.long_segments;
    for (std::int64_t k = last + 1; k < i; ++k) {
      most = std::max(most, distance_to_geodesic(at(last), at(i), at(k), 0.9 * most));
      ++found.dropped;
    }
    last = i;
  }
  return found;
}

/// Checks that dropped points lie within 1.001 times the tolerance, and prints how far the farthest is.
void check_line(std::string const& name, batch<double, 2> const& lines) {
  for (double tolerance : {100., 1000., 10000.}) {
    const auto options = simplify_options{}.tolerance(tolerance).metric(metric::great_ellipse);
    const keep_mask mask = simplify_mask(executor::cpu(1), lines.view(), options);
    const farthest_dropped found = measure(lines, mask);
    MESSAGE(name, " at ", tolerance, " m: ", found.dropped, " dropped, the farthest ", found.short_segments,
            " m from a geodesic of up to 300 km, ", found.long_segments, " m from a longer one");
    CHECK(found.dropped > 0);
    CHECK(found.short_segments <= tolerance * (1 + 1e-3));
    CHECK(found.short_segments > 0.9 * tolerance);
  }
}

/// The largest distance of a geodesic of a length to the great ellipse through its ends, by its points at a quarter,
/// the half and three quarters, over latitudes and directions.
double most_from_great_ellipse(double length) {
  double most = 0;
  for (int latitude = 0; latitude < 90; latitude += 5)
    for (int azimuth = 0; azimuth <= 180; azimuth += 15) {
      const auto at = [&](double metres) {
        degrees end{};
        GeographicLib::Geodesic::WGS84().Direct(latitude, 0, azimuth, metres, end.latitude, end.longitude);
        return to_ecef(end.longitude, end.latitude);
      };
      const auto ellipse = great_ellipse_distance{}(at(0), at(length), 1);
      for (double part : {0.25, 0.5, 0.75})
        most = std::max(most, ellipse.distance(at(part * length), 0));
    }
  return most;
}

/// The file is in pixels of a Mercator map, 2048 of them round the Earth; its ends show where the map begins.
void to_degrees(batch<double, 2>& route) {
  constexpr double pixels = 2048, left = 747.7, top = 534.6, pi = 3.14159265358979323846;
  for (std::size_t i = 0; i < route.coordinates.size(); i += 2) {
    double& x = route.coordinates[i];
    double& y = route.coordinates[i + 1];
    x = 360 * (x + left) / pixels - 180;
    y = std::atan(std::sinh(pi * (1 - 2 * (y + top) / pixels))) * 180 / pi;
  }
}

} // namespace

TEST_CASE("geodesics: dropped points of coasts are within the tolerance") {
  for (const char* name : {"coast_baffin.xy.csv", "world_coastline_50m.geojson"})
    if (const auto lines = read<2>(find_file(name), "comparison with GeographicLib"))
      check_line(name, *lines);
}

TEST_CASE("geodesics: dropped points of routes are near short segments") {
  if (auto route = read<2>(find_file("route_lisbon_singapore.xy.csv"), "comparison with GeographicLib")) {
    to_degrees(*route);
    CHECK(route->coordinates[0] == doctest::Approx(-9.14).epsilon(0.02));  // Lisbon
    CHECK(route->coordinates.back() == doctest::Approx(1.3).epsilon(0.2)); // Singapore
    check_line("route_lisbon_singapore.xy.csv", *route);
  }
}

TEST_CASE("geodesics: great ellipses part from them by as much as simplify_options.hpp says") {
  for (const auto& [length, metres] : {std::pair{3e5, 6.}, {1e6, 66.}, {3e6, 610.}, {1e7, 8300.}}) {
    INFO(length, " m long");
    const double most = most_from_great_ellipse(length);
    CHECK(most <= metres);
    CHECK(most > 0.95 * metres);
  }
}

TEST_CASE("geodesics: the oracle measures to meridians and the equator") {
  constexpr double degree_of_equator = 6378137 * 3.14159265358979323846 / 180;
  CHECK(distance_to_geodesic({0, 40}, {0, 42}, {0, 43}) == doctest::Approx(length({0, 42}, {0, 43})));
  CHECK(distance_to_geodesic({10, 0}, {12, 0}, {11, 1}) == doctest::Approx(length({11, 0}, {11, 1})).epsilon(1e-9));
  CHECK(distance_to_geodesic({10, -1}, {10, 1}, {11, 0}) == doctest::Approx(degree_of_equator).epsilon(1e-9));
  CHECK(distance_to_geodesic({179, 0}, {-179, 0}, {180, 0.5}) == doctest::Approx(length({0, 0}, {0, 0.5})));
}
#else
TEST_CASE("geodesics: no dropped point is farther than the tolerance") {
  skip("comparison with GeographicLib: built without it");
}
#endif
