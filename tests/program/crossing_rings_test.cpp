// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "processing/crossing_rings.hpp"
#include "random_numbers.hpp"
#include "sanitized.hpp"
#include "skip.hpp"

#ifdef THRUSTLINE_TEST_GEOS
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#endif

using namespace thrustline::test;
using thrustline_program::crosses_itself;

namespace {

using ring = std::vector<double>;

/// Decides by the definition, in integers: edges that are no neighbours have no common point, neighbours one.
bool crosses_by_all_pairs(ring xy) {
  struct point {
    std::int64_t x, y;
    bool operator==(point const& o) const { return x == o.x && y == o.y; }
  };
  std::vector<point> p;
  for (std::size_t i = 0; i < xy.size(); i += 2) {
    const point q{static_cast<std::int64_t>(xy[i]), static_cast<std::int64_t>(xy[i + 1])};
    if (p.empty() || !(p.back() == q))
      p.push_back(q);
  }
  while (p.size() > 1 && p.front() == p.back())
    p.pop_back();
  const std::size_t n = p.size();
  if (n < 3)
    return true;
  const auto side = [](point a, point b, point c) {
    const std::int64_t d = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return d > 0 ? 1 : d < 0 ? -1 : 0;
  };
  const auto on = [&](point a, point b, point c) { // c on the edge a b
    return side(a, b, c) == 0 && std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
           c.y <= std::max(a.y, b.y);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const point a = p[i], b = p[(i + 1) % n], c = p[j], d = p[(j + 1) % n];
      if (j == i + 1 || (i == 0 && j == n - 1)) {
        const point shared = j == i + 1 ? b : a, one = j == i + 1 ? a : b, other = j == i + 1 ? d : c;
        if (on(shared, one, other) || on(shared, other, one))
          return true;
      } else if (on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b) ||
                 (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)) {
        return true;
      }
    }
  return false;
}

/// Points of a lattice, so that many rings touch or overlap themselves.
ring lattice_ring(random_numbers& numbers, std::int64_t points, std::int64_t size) {
  ring xy;
  for (std::int64_t i = 0; i < 2 * points; ++i)
    xy.push_back(static_cast<double>(numbers.below(size)));
  return xy;
}

/// Points around a centre by their angle, on a lattice: most rings are simple, and many nearly touch themselves.
ring star(random_numbers& numbers, std::int64_t points, double size) {
  ring xy;
  for (std::int64_t i = 0; i < points; ++i) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(i) / static_cast<double>(points);
    const double radius = size * (0.05 + 0.95 * static_cast<double>(numbers.below(1000)) / 1000);
    xy.push_back(std::round(radius * std::cos(angle)));
    xy.push_back(std::round(radius * std::sin(angle)));
  }
  return xy;
}

/// A comb of long thin diagonal teeth: the boxes of most edges overlap.
ring diagonal_comb(std::int64_t teeth) {
  ring xy;
  const double length = 1e6;
  for (std::int64_t k = 0; k < teeth; ++k) {
    const double at = static_cast<double>(4 * k);
    xy.insert(xy.end(), {at, -at, at + length, length - at, at + 1, -at - 1, at + 2, -at - 2});
  }
  const double last = static_cast<double>(4 * teeth);
  xy.insert(xy.end(), {last, -last, -length, -2 * length - last});
  return xy;
}

#ifdef THRUSTLINE_TEST_GEOS
bool is_valid_by_geos(GEOSContextHandle_t geos, ring const& xy) {
  const auto n = static_cast<unsigned>(xy.size() / 2);
  GEOSCoordSequence* const points = GEOSCoordSeq_create_r(geos, n + 1, 2);
  for (unsigned i = 0; i <= n; ++i)
    GEOSCoordSeq_setXY_r(geos, points, i, xy[2 * (i % n)], xy[2 * (i % n) + 1]);
  GEOSGeometry* const polygon = GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, points), nullptr, 0);
  const bool valid = GEOSisValid_r(geos, polygon) == 1;
  GEOSGeom_destroy_r(geos, polygon);
  return valid;
}
#endif

} // namespace

TEST_CASE("Crossing rings: rings that meet themselves in each way") {
  CHECK_FALSE(crosses_itself({0, 0, 1, 0, 0, 1}));
  CHECK_FALSE(crosses_itself({0, 0, 1, 0, 1, 1, 0, 1}));
  CHECK_FALSE(crosses_itself({0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 1, 0, 0})); // equal and collinear points
  CHECK(crosses_itself({}));
  CHECK(crosses_itself({1, 1, 1, 1}));
  CHECK(crosses_itself({0, 0, 1, 1}));
  CHECK(crosses_itself({0, 0, 1, 0, 2, 0}));                        // flat
  CHECK(crosses_itself({0, 0, 2, 2, 2, 0, 0, 2}));                  // a crossing
  CHECK(crosses_itself({0, 0, 4, 0, 4, 4, 2, 0, 0, 4}));            // a point on an edge
  CHECK(crosses_itself({0, 0, 4, 0, 4, 4, 2, 2, 0, 4, 2, 2}));      // a point on a point
  CHECK(crosses_itself({0, 0, 4, 0, 4, 4, 6, 4, 4, 4, 0, 4}));      // a spike
  CHECK(crosses_itself({0, 0, 4, 0, 4, 4, 3, 0, 1, 0, 0, 4}));      // an edge on an edge
  CHECK_FALSE(crosses_itself({0, 0, 4, 0, 4, 4, 2, 1e-300, 0, 4})); // nearly
}

TEST_CASE("Crossing rings: all pairs of edges agree") {
  random_numbers numbers(21);
  int simple = 0;
  for (int round = 0; round < 60000; ++round) {
    const std::int64_t points = 3 + numbers.below(round % 3 ? 6 : 20);
    const ring xy = round % 2 ? lattice_ring(numbers, points, 2 + numbers.below(9)) : star(numbers, points, 12);
    const bool crosses = crosses_by_all_pairs(xy);
    simple += !crosses;
    CAPTURE(round);
    REQUIRE(crosses_itself(xy) == crosses);
  }
  CHECK(simple > 10000);
  CHECK(simple < 50000);
}

TEST_CASE("Crossing rings: GEOS agrees on what is valid") {
#ifdef THRUSTLINE_TEST_GEOS
  random_numbers numbers(22);
  const GEOSContextHandle_t geos = GEOS_init_r();
  for (int round = 0; round < 5000; ++round) {
    const std::int64_t points = 3 + numbers.below(round % 10 ? 12 : 300);
    const ring xy = round % 2 ? lattice_ring(numbers, points, 2 + numbers.below(9)) : star(numbers, points, 1000);
    CAPTURE(round);
    REQUIRE(crosses_itself(xy) == !is_valid_by_geos(geos, xy));
  }
  GEOS_finish_r(geos);
#else
  skip("the comparison with GEOS, which was not found");
#endif
}

TEST_CASE("Crossing rings: many overlapping boxes take little time") {
  constexpr std::int64_t teeth = sanitized ? 50000 : 250000; // of four points each
  const ring comb = diagonal_comb(teeth);
  const auto begin = std::chrono::steady_clock::now();
  CHECK_FALSE(crosses_itself(comb));
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  MESSAGE("a comb of " << 4 * teeth << " points: " << passed.count() << " s");
  CHECK(passed.count() < 60); // all pairs would take hours
}
