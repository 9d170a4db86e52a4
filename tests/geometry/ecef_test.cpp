// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>

#include <thrustline/geometry/ecef.hpp>

#include "compare.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;

struct exact_place {
  long double x, y, z;
};

/// The definition, in extended precision.
exact_place place_of(double longitude, double latitude) {
  const long double lambda = std::fmod(static_cast<long double>(longitude), 360) * pi / 180, phi = latitude * pi / 180;
  const long double f = 1 / 298.257223563L, e2 = f * (2 - f);
  const long double normal = 6378137 / std::sqrt(1 - e2 * std::sin(phi) * std::sin(phi));
  return {normal * std::cos(phi) * std::cos(lambda), normal * std::cos(phi) * std::sin(lambda),
          normal * (1 - e2) * std::sin(phi)};
}

bool same(point<double, 3> const& a, point<double, 3> const& b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

/// Degrees with few digits, as files have them, or any.
double made_degrees(random_numbers& numbers, double most) {
  const double degrees = most * (2 * numbers.uniform() - 1);
  return numbers.below(2) ? std::round(degrees * 1e6) / 1e6 : degrees;
}

} // namespace

TEST_CASE("places are within 3 nanometres of their definition") {
  random_numbers numbers(91);
  long double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double longitude = made_degrees(numbers, i % 3 ? 180 : 1080), latitude = made_degrees(numbers, 90);
    const point<double, 3> p = to_ecef(longitude, latitude);
    const exact_place exact = place_of(longitude, latitude);
    const long double dx = p[0] - exact.x, dy = p[1] - exact.y, dz = p[2] - exact.z;
    worst = std::max(worst, std::sqrt(dx * dx + dy * dy + dz * dz));
  }
  CHECK(worst < 3e-9L);
  CHECK(worst > 1e-10L); // or nothing was rounded
}

TEST_CASE("sines and cosines of degrees are right to 8 * 10^-17") {
  random_numbers numbers(92);
  long double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double degrees = made_degrees(numbers, i % 3 ? 180 : 1e5);
    const auto got = detail::sine_and_cosine_of(degrees);
    const long double angle = std::fmod(static_cast<long double>(degrees), 360) * pi / 180;
    worst = std::max({worst, std::abs(got.sine - std::sin(angle)), std::abs(got.cosine - std::cos(angle))});
  }
  CHECK(worst < 8e-17L);
}

TEST_CASE("whole turns and both sides of the date line share their bits") {
  random_numbers numbers(93);
  for (int i = 0; i < 20000; ++i) {
    const double latitude = made_degrees(numbers, 90);
    const double longitude = static_cast<double>(numbers.below(360 << 16)) / (1 << 16);
    const double turns = static_cast<double>(numbers.below(2000001) - 1000000);
    REQUIRE(same(to_ecef(longitude, latitude), to_ecef(longitude + 360 * turns, latitude)));
    REQUIRE(same(to_ecef(180, latitude), to_ecef(-180, latitude)));
  }
  CHECK(same(to_ecef(10, 20), to_ecef(10 + 360 * 2e9, 20)));
}

TEST_CASE("quarter turns and mirrored places are exact") {
  random_numbers numbers(94);
  for (int i = 0; i < 20000; ++i) {
    const double latitude = made_degrees(numbers, 90);
    const double longitude = static_cast<double>(numbers.below(720 << 16)) / (1 << 16) - 360;
    const point<double, 3> p = to_ecef(longitude, latitude);
    REQUIRE(same(to_ecef(longitude + 90, latitude), {{-p[1], p[0], p[2]}}));
    REQUIRE(same(to_ecef(longitude + 180, -latitude), {{-p[0], -p[1], -p[2]}}));
    REQUIRE(same(to_ecef(-longitude, latitude), {{p[0], -p[1], p[2]}}));
  }
}

TEST_CASE("turns keep the bits where another direction is nearest") {
  std::int64_t compared = 0;
  for (int multiple = -64; multiple < 64; ++multiple)
    for (int turns = -100; turns <= 100; ++turns)
      for (int digits = -4; digits <= 4; ++digits) {
        const double turned = (multiple + 0.5) * detail::known_directions::spacing + 360 * turns;
        const double degrees = turned + digits * (std::nextafter(std::abs(turned), 1e9) - std::abs(turned));
        const double plain = degrees - 360 * turns;
        if (static_cast<long double>(plain) + 360 * turns != degrees)
          continue; // it was rounded
        ++compared;
        REQUIRE(same(to_ecef(degrees, 50), to_ecef(plain, 50)));
        REQUIRE(same(to_ecef(-degrees, 50), to_ecef(-plain, 50)));
        const point<double, 3> p = to_ecef(plain, 50);
        if (static_cast<long double>(plain) + 90 == plain + 90)
          REQUIRE(same(to_ecef(plain + 90, 50), {{-p[1], p[0], p[2]}}));
      }
  CHECK(compared > 200000);
}

TEST_CASE("longitudes at a pole are one point, and zeros are positive") {
  random_numbers numbers(95);
  const point<double, 3> north = to_ecef(0, 90), south = to_ecef(0, -90);
  CHECK(std::abs(north[2] - 6356752.314245179) < 3e-9);
  CHECK(south[2] == -north[2]);
  for (int i = 0; i < 1000; ++i) {
    const point<double, 3> p = to_ecef(made_degrees(numbers, 360), 90), q = to_ecef(made_degrees(numbers, 360), -90);
    REQUIRE(same(p, north));
    REQUIRE(same(q, south));
    REQUIRE(!(std::signbit(p[0]) || std::signbit(p[1]) || std::signbit(q[0]) || std::signbit(q[1])));
  }
  CHECK(!std::signbit(to_ecef(-180, -0.0)[1]));
  CHECK(!std::signbit(to_ecef(-180, -0.0)[2]));
}
