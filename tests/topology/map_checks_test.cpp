// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/map_checks.hpp>

#include "check_refused.hpp"
#include "executors.hpp"
#include "planar_layers.hpp"
#include "sanitized.hpp"
#include "share_small_calls.hpp"
#include "skip.hpp"

#if defined(THRUSTLINE_TEST_GEOS)
#include <geos_c.h>
#endif

using namespace thrustline;
using namespace thrustline::test;

namespace {

struct segment {
  lattice_point a, b;
};

std::vector<segment> segments_of(flat_lines const& lines) {
  std::vector<segment> segments;
  for (std::int64_t l = 0; l < lines.lines(); ++l)
    for (std::int64_t i = lines.offsets[l] + 1; i < lines.offsets[l + 1]; ++i)
      if (!same_place(lines.points[i - 1], lines.points[i]))
        segments.push_back({lines.points[i - 1], lines.points[i]});
  return segments;
}

bool cross(segment const& s, segment const& t) {
  return orientation(s.a, s.b, t.a) * orientation(s.a, s.b, t.b) < 0 &&
         orientation(t.a, t.b, s.a) * orientation(t.a, t.b, s.b) < 0;
}

/// Every pair of segments.
crossing_counts all_pairs(flat_lines const& lines) {
  crossing_counts counts;
  const std::vector<segment> segments = segments_of(lines);
  for (std::size_t i = 0; i < segments.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      segment const &s = segments[i], &t = segments[j];
      if (cross(s, t))
        ++counts.crossings;
      else if (collide(s.a, s.b, t.a, t.b))
        ++counts.contacts;
    }
  return counts;
}

polylines<double, 2> view(flat_lines const& lines) {
  return {lines.points.empty() ? nullptr : lines.points.front().x, lines.count(), lines.offsets.data(), lines.lines()};
}

/// Lines through random places of a lattice, where contacts, equal and overlapping segments abound; with a scale that
/// is no power of two, coordinates are rounded and few remain exactly on others.
flat_lines scribble(random_numbers& numbers, std::int64_t points, std::int64_t extent, double scale) {
  flat_lines all;
  while (all.count() < points) {
    lattice_line line;
    for (std::int64_t n = numbers.below(40); n > 0; --n)
      line.push_back(
          {{scale * static_cast<double>(numbers.below(extent)), scale * static_cast<double>(numbers.below(extent))}});
    all.add(line);
  }
  return all;
}

void check_counts(flat_lines const& lines) {
  const crossing_counts expected = all_pairs(lines);
  for (int threads : {1, 2, 5}) {
    const crossing_counts found = count_crossings(executor::cpu(threads), view(lines));
    CHECK(found.crossings == expected.crossings);
    CHECK(found.contacts == expected.contacts);
    CHECK(found.complete);
  }
}

/// Every pair of places.
std::int64_t near_places_by_pairs(std::vector<double> const& xy) {
  std::set<std::pair<double, double>> places;
  double low[2] = {xy[0], xy[1]}, high[2] = {xy[0], xy[1]};
  for (std::size_t i = 0; i < xy.size(); i += 2) {
    places.insert({xy[i] + 0.0, xy[i + 1] + 0.0});
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], xy[i + k]);
      high[k] = std::max(high[k], xy[i + k]);
    }
  }
  const double near = 1e-9 * std::max(high[0] - low[0], high[1] - low[1]);
  std::int64_t count = 0;
  for (auto const& p : places)
    count += std::any_of(places.begin(), places.end(), [&](auto const& q) {
      return p != q && std::abs(p.first - q.first) <= near && std::abs(p.second - q.second) <= near;
    });
  return count;
}

} // namespace

TEST_CASE("crossings and contacts are those of all pairs of segments") {
  share_small_calls();
  random_numbers numbers(1);
  for (std::int64_t extent : {2, 3, 5, 9, 30, 1000})
    for (double scale : {1.0, 0.1, 1e-200, 1e200})
      for (int k = 0; k < (sanitized ? 1 : 3); ++k)
        check_counts(scribble(numbers, 150, extent, scale));
  check_counts(scribble(numbers, sanitized ? 1100 : 1500, 30, 0.1));
  check_counts(flat_lines());
}

TEST_CASE("planar layers have no crossings; overlaid ones have") {
  random_numbers numbers(2);
  for (int k = 0; k < 50; ++k) {
    flat_lines lines(planar_layer(numbers).lines);
    CHECK(count_crossings(executor::cpu(1), view(lines)).pairs() == 0);
    for (lattice_line const& line : planar_layer(numbers).lines)
      lines.add(line);
    check_counts(lines);
  }
}

TEST_CASE("crossing, touching, overlapping, equal and adjacent segments") {
  const auto counts = [](std::vector<lattice_line> const& lines) {
    const flat_lines flat(lines);
    check_counts(flat);
    const crossing_counts found = count_crossings(executor::cpu(1), view(flat));
    return std::make_pair(found.crossings, found.contacts);
  };
  using pair = std::pair<std::int64_t, std::int64_t>;
  CHECK(counts({{{{0, 0}}, {{2, 2}}}, {{{0, 2}}, {{2, 0}}}}) == pair(1, 0));
  CHECK(counts({{{{0, 0}}, {{2, 0}}}, {{{1, 0}}, {{1, 5}}}}) == pair(0, 1));
  CHECK(counts({{{{0, 0}}, {{2, 0}}}, {{{1, 0}}, {{3, 0}}}}) == pair(0, 1));
  CHECK(counts({{{{0, 0}}, {{2, 0}}}, {{{2, 0}}, {{0, 0}}}}) == pair(0, 1));
  CHECK(counts({{{{0, 0}}, {{2, 0}}}, {{{2, 0}}, {{2, 5}}}}) == pair(0, 0));
  CHECK(counts({{{{0, 0}}, {{2, 0}}}, {{{3, 0}}, {{5, 0}}}}) == pair(0, 0));
  CHECK(counts({{{{0, 0}}, {{4, 0}}, {{1, 0}}}}) == pair(0, 1));             // a spike
  CHECK(counts({{{{0, 0}}, {{4, 0}}, {{4, 0}}, {{4, 0}}}}) == pair(0, 0));   // repeated points
  CHECK(counts({{{{0, 0}}, {{4, 0}}}, {{{2, 0}}, {{2, 0}}}}) == pair(0, 0)); // a segment of no length
  CHECK(counts({{{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 0}}}}) == pair(0, 0));   // a ring
}

TEST_CASE("equal segments count with their number, by one test") {
  constexpr std::int64_t many = sanitized ? 20'000 : 1'000'000;
  std::vector<double> xy;
  for (std::int64_t i = 0; i <= many; ++i)
    xy.insert(xy.end(), {static_cast<double>(i % 2), 0});
  const polyline<double, 2> line(xy.data(), many + 1);
  const crossing_counts found = count_crossings(executor::cpu(2), line, 1000);
  CHECK(found.contacts == many * (many - 1) / 2);
  CHECK(found.complete);
  CHECK(count_near_places(executor::cpu(1), line) == 0);
}

TEST_CASE("the limit on work ends at one place on any threads") {
  share_small_calls();
  random_numbers numbers(3);
  const flat_lines lines = scribble(numbers, sanitized ? 2'500 : 20'000, 100'000, 1);
  const crossing_counts all = count_crossings(executor::cpu(2), view(lines));
  CHECK(all.complete);
  const crossing_counts some = count_crossings(executor::cpu(1), view(lines), 10'000);
  CHECK_FALSE(some.complete);
  CHECK(some.crossings > 0);
  CHECK(some.crossings < all.crossings);
  CHECK(count_crossings(executor::cpu(5), view(lines), 10'000).crossings == some.crossings);
  check_refused([&] { count_crossings(executor::cpu(1), view(lines), -1); }, "most_tests", "-1");
}

TEST_CASE("near places are those of all pairs of places") {
  random_numbers numbers(4);
  for (double scale : {1.0, 360.0, 1e-200, 1e200})
    for (std::int64_t clusters : {1, 3, 50}) {
      std::vector<double> xy;
      for (int k = 0; k < 400; ++k) {
        const double x = static_cast<double>(numbers.below(clusters)), y = static_cast<double>(numbers.below(2));
        const auto aside = [&] { return static_cast<double>(numbers.below(40) - 20) * 1e-10; };
        xy.insert(xy.end(), {scale * (x + aside()), scale * (y + aside())});
      }
      const std::int64_t expected = near_places_by_pairs(xy);
      CHECK(count_near_places(executor::cpu(1), polyline<double, 2>(xy.data(), 400)) == expected);
      CHECK(expected > 0);
    }
}

TEST_CASE("equal points are not near; points in one place are quick") {
  constexpr std::int64_t many = sanitized ? 20'000 : 1'000'000;
  std::vector<double> xy{0, 0, 1, 1, 1, 1, 0, -0.0};
  CHECK(count_near_places(executor::cpu(1), polyline<double, 2>(xy.data(), 4)) == 0);
  for (std::int64_t i = 0; i < many; ++i)
    xy.insert(xy.end(), {1 + 1e-16 * static_cast<double>(i % 1000), 1 - 1e-16 * static_cast<double>(i / 1000)});
  const auto points = static_cast<std::int64_t>(xy.size()) / 2;
  CHECK(count_near_places(executor::cpu(2), polyline<double, 2>(xy.data(), points)) > 1);
  CHECK(count_near_places(executor::cpu(1), polyline<double, 2>(nullptr, 0)) == 0);
}

TEST_CASE("floats count as doubles; bad points are refused by index") {
  random_numbers numbers(5);
  const flat_lines lines = scribble(numbers, 500, 9, 1);
  std::vector<float> floats;
  for (lattice_point const& p : lines.points)
    floats.insert(floats.end(), {static_cast<float>(p[0]), static_cast<float>(p[1])});
  const polylines<float, 2> as_floats(floats.data(), lines.count(), lines.offsets.data(), lines.lines());
  const crossing_counts expected = all_pairs(lines);
  CHECK(count_crossings(executor::cpu(1), as_floats).crossings == expected.crossings);
  CHECK(count_crossings(executor::cpu(1), as_floats).contacts == expected.contacts);
  floats[7] = std::numeric_limits<float>::quiet_NaN();
  check_refused([&] { count_crossings(executor::cpu(1), as_floats); }, "coordinates", "point 3");
  check_refused([&] { count_near_places(executor::cpu(1), as_floats); }, "coordinates", "point 3");
}

TEST_CASE("GEOS finds the same crossings and contacts") {
#if defined(THRUSTLINE_TEST_GEOS)
  const GEOSContextHandle_t geos = GEOS_init_r();
  const auto geometry_of = [&](segment const& s) {
    GEOSCoordSequence* const points = GEOSCoordSeq_create_r(geos, 2, 2);
    GEOSCoordSeq_setXY_r(geos, points, 0, s.a[0], s.a[1]);
    GEOSCoordSeq_setXY_r(geos, points, 1, s.b[0], s.b[1]);
    return GEOSGeom_createLineString_r(geos, points);
  };
  random_numbers numbers(6);
  for (std::int64_t extent : {3, 8, 40}) {
    const flat_lines lines = scribble(numbers, 120, extent, 1);
    std::vector<GEOSGeometry*> geometries;
    const std::vector<segment> segments = segments_of(lines);
    for (segment const& s : segments)
      geometries.push_back(geometry_of(s));
    crossing_counts expected;
    for (std::size_t i = 0; i < segments.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (GEOSCrosses_r(geos, geometries[i], geometries[j]) == 1)
          ++expected.crossings;
        // Interiors overlap, one has an end in the other's interior, or they are equal; only ends in common: F***0****.
        else if (GEOSRelatePattern_r(geos, geometries[i], geometries[j], "T********") == 1 ||
                 GEOSRelatePattern_r(geos, geometries[i], geometries[j], "*T*******") == 1 ||
                 GEOSRelatePattern_r(geos, geometries[i], geometries[j], "***T*****") == 1)
          ++expected.contacts;
      }
    const crossing_counts found = count_crossings(executor::cpu(1), view(lines));
    CHECK(found.crossings == expected.crossings);
    CHECK(found.contacts == expected.contacts);
    for (GEOSGeometry* const g : geometries)
      GEOSGeom_destroy_r(geos, g);
  }
  GEOS_finish_r(geos);
#else
  skip("crossings by GEOS: built without it");
#endif
}
