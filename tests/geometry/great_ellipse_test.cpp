// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <thrustline/geometry/great_ellipse_distance.hpp>

#include "compare.hpp"
#include "made_places.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using P = point<double, 3>;

double distance(P const& first, P const& last, P const& p) {
  return great_ellipse_distance{}(first, last, 2).distance(p, 1);
}

double apart(P const& a, P const& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

} // namespace

TEST_CASE("distances to arcs on the Earth equal known values") {
  const P zero = place<double>(0, 0), ten = place<double>(10, 0);
  CHECK(distance(zero, ten, place<double>(4, 0)) == 0);
  CHECK(distance(zero, ten, place<double>(4, 1)) == doctest::Approx(place<double>(4, 1)[2]).epsilon(1e-14));
  CHECK(distance(ten, zero, place<double>(4, -1)) == doctest::Approx(place<double>(4, 1)[2]).epsilon(1e-14));
  CHECK(distance(zero, ten, place<double>(12, 1)) == apart(ten, place<double>(12, 1)));
  CHECK(distance(zero, ten, place<double>(-3, 1)) == apart(zero, place<double>(-3, 1)));
  // The Earth's other side.
  CHECK(distance(zero, ten, place<double>(185, 1)) ==
        doctest::Approx(apart(zero, place<double>(185, 1))).epsilon(1e-14));
}

TEST_CASE("the segment is the shorter way, over date line and poles too") {
  const double one_degree = place<double>(0, 1)[2];
  CHECK(distance(place<double>(179, 0), place<double>(-179, 0), place<double>(180, 1)) ==
        doctest::Approx(one_degree).epsilon(1e-14));
  CHECK(distance(place<double>(179, 0), place<double>(-179, 0), place<double>(0, 0)) > 1.2e7);
  CHECK(distance(place<double>(20, 80), place<double>(200, 80), place<double>(0, 90)) < 1e-9);
  CHECK(distance(place<double>(0, -80), place<double>(180, -80), place<double>(90, -89)) ==
        doctest::Approx(place<double>(90, -89)[1]).epsilon(1e-12));
  CHECK(distance(place<double>(0, 90), place<double>(0, 0), place<double>(1, 30)) ==
        doctest::Approx(place<double>(1, 30)[1]).epsilon(1e-12));
}

TEST_CASE("equal and antipodal ends measure to the nearer end") {
  made_places<double> made(96);
  for (int i = 0; i < 5000; ++i) {
    made.next_neighbourhood();
    const P a = made.next(), p = made.next(), other{{-a[0], -a[1], -a[2]}};
    REQUIRE(distance(a, a, p) == doctest::Approx(apart(a, p)).epsilon(1e-14));
    REQUIRE(distance(a, other, p) == doctest::Approx(std::min(apart(a, p), apart(other, p))).epsilon(1e-14));
    REQUIRE(great_ellipse_distance{}(a, a, 2).rank(a, 1) == 0);
  }
}

TEST_CASE("distances near an end are continuous") {
  for (double across : {1.0, 100.0, 10000.0}) { // metres
    const double latitude = across / 111e3;
    const P a = place<double>(0, 0), b = place<double>(1, 0);
    const double before = distance(a, b, place<double>(1 + 1e-12, latitude)),
                 behind = distance(a, b, place<double>(1 - 1e-12, latitude));
    CHECK(std::abs(before - behind) < 1e-6 * across);
  }
}

TEST_CASE_TEMPLATE("a box's ranks bound those of its places", Real, float, double) {
  using Q = point<Real, 3>;
  made_places<Real> made(97);
  int harmless_points = 0, boxes = 0, close = 0;
  for (int c = 0; c < 40000; ++c) {
    made.next_neighbourhood();
    const auto chord = great_ellipse_distance{}(made.next(), made.next(), 20);
    Q points[8];
    for (Q& p : points)
      p = made.next();
    if (c % 2) // a small box, as those of neighbours in a line are
      for (Q& p : points)
        for (int k = 0; k < 3; ++k)
          p[k] = points[0][k] + (p[k] - points[0][k]) / 64;
    box<Real, 3> around{points[0], points[0]};
    for (Q const& p : points)
      for (int k = 0; k < 3; ++k) {
        around.low[k] = std::min(around.low[k], p[k]);
        around.high[k] = std::max(around.high[k], p[k]);
      }
    const interval<Real> ranks = chord.rank(around, interval<Real>{1, 8});
    const Real tolerance = chord.distance(points[c % 8], 1);
    Real most = 0;
    for (Q const& p : points) {
      const Real rank = chord.rank(p, 1);
      most = std::max(most, rank);
      REQUIRE(rank >= 0);
      REQUIRE(rank <= ranks.high);
      REQUIRE(rank >= ranks.low);
      if (rank <= chord.harmless_rank(tolerance)) {
        REQUIRE(chord.distance(p, 1) <= tolerance);
        ++harmless_points;
      }
    }
    boxes += c % 2;
    close += c % 2 && ranks.high <= 4 * most;
  }
  CHECK(harmless_points > 40000);
  CHECK(close > 0.8 * boxes); // bounds that are true and say nothing would do no harm above
}

TEST_CASE_TEMPLATE("exceeds() agrees with the distance near the tolerance", Real, float, double) {
  made_places<Real> made(98);
  random_numbers numbers(99);
  int above = 0;
  for (int c = 0; c < 100000; ++c) {
    made.next_neighbourhood();
    const auto chord = great_ellipse_distance{}(made.next(), made.next(), 2);
    const point<Real, 3> p = made.next();
    Real tolerance = chord.distance(p, 1);
    for (std::int64_t ulps = numbers.below(25); ulps > 12; --ulps)
      tolerance = std::nextafter(tolerance, std::numeric_limits<Real>::infinity());
    for (std::int64_t ulps = numbers.below(13); ulps > 0; --ulps)
      tolerance = std::nextafter(tolerance, Real(0));
    const bool expected = chord.distance(p, 1) > tolerance;
    above += expected;
    REQUIRE(chord.exceeds(chord.rank(p, 1), p, 1, tolerance) == expected);
  }
  CHECK(above > 20000);
}

TEST_CASE("the rank orders the places of a chord as the distance does") {
  made_places<double> made(100);
  int clear = 0;
  for (int c = 0; c < 40000; ++c) {
    made.next_neighbourhood();
    const auto chord = great_ellipse_distance{}(made.next(), made.next(), 3);
    const P p = made.next(), q = made.next();
    if (!(chord.distance(p, 1) > 1.000001 * chord.distance(q, 2)))
      continue;
    ++clear;
    REQUIRE(chord.rank(p, 1) > chord.rank(q, 2));
  }
  CHECK(clear > 10000);
}
