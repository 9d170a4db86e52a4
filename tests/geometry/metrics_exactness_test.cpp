// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/algorithms/rdp_recursive.hpp>
#include <thrustline/geometry/metrics.hpp>

#include "compare.hpp"
#include "made_chords.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D>
point<Real, D> random_point(random_numbers& numbers, std::int64_t most) {
  point<Real, D> p{};
  for (int d = 0; d < D; ++d)
    p[d] = static_cast<Real>(numbers.below(2 * most + 1) - most);
  return p;
}

/// f(first, last, inside, step, steps) for each made chord.
template <class Real, int D, class F>
void for_each_chord(made_chords<Real, D> const& made, F f) {
  for (std::int64_t i = 0; i < made.count(); ++i) {
    point<Real, D> p[3]{};
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < D; ++d)
        p[k][d] = made.points[D * (3 * i + k) + d];
    f(p[0], p[1], p[2], made.steps[2 * i], made.steps[2 * i + 1]);
  }
}

} // namespace

TEST_CASE_TEMPLATE("whole points on a chord have rank 0 and distance 0", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(61);
  for_each_metric([&](auto by, metric name) {
    INFO("metric ", to_string(name));
    for (int i = 0; i < 2000; ++i) {
      const auto first = random_point<Real, D>(numbers, 1000), stride = random_point<Real, D>(numbers, 10);
      const std::int64_t steps = 2 + numbers.below(100), step = 1 + numbers.below(steps - 1);
      auto last = first, inside = first;
      for (int d = 0; d < D; ++d) {
        last[d] += static_cast<Real>(steps) * stride[d];
        inside[d] += static_cast<Real>(step) * stride[d];
      }
      // A chord without a run has no ordinate between its ends: points are compared with the first end.
      if (name == metric::vertical && D > 1 && stride[0] == 0)
        continue;
      const auto chord = by(first, last, steps);
      REQUIRE(chord.rank(inside, step) == 0);
      REQUIRE(chord.distance(inside, step) == 0);
    }
  });
}

TEST_CASE_TEMPLATE("a point exactly at the tolerance does not split its segment", Real, float, double) {
  std::vector<Real> heights{0, 1, 3, Real(0.1), Real(1) / 3, Real(123.456), Real(1e-3), Real(1e6)};
  for (Real height : heights)
    for (Real half : {Real(1), Real(2), Real(512), Real(0.125)}) {
      CAPTURE(height);
      CAPTURE(half);
      const std::vector<point<Real, 2>> line{{{0, 0}}, {{half, height}}, {{2 * half, 0}}};
      for_each_metric([&](auto by, metric name) {
        INFO("metric ", to_string(name));
        const auto chord = by(line[0], line[2], 2);
        CHECK(chord.distance(line[1], 1) == height);
        keep_mask keep(3, 0);
        rdp_recursive(line.data(), 0, 2, height, keep.data(), by);
        CHECK(keep[1] == 0);
        if (height > 0) {
          rdp_recursive(line.data(), 0, 2, std::nextafter(height, Real(0)), keep.data(), by);
          CHECK(keep[1] == 1);
        }
      });
    }
}

TEST_CASE_TEMPLATE("whole heights above a chord of any whole length are exact", Real, float, double) {
  for (int length = 2; length < 300; ++length)
    for (int height : {1, 2, 3, 7, 100, 999}) {
      CAPTURE(length);
      CAPTURE(height);
      const point<Real, 2> first{{-5, 11}}, last{{Real(length - 5), 11}}, apex{{-4, Real(11 - height)}};
      for_each_metric([&](auto by, metric) { CHECK(by(first, last, 2).distance(apex, 1) == height); });
    }
}

TEST_CASE_TEMPLATE("scaling by a power of two scales distances exactly", T, points_of<float, 2>, points_of<float, 3>,
                   points_of<double, 2>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (coordinates kind :
       {coordinates::whole, coordinates::quarters, coordinates::normal, coordinates::far_from_origin})
    for (Real factor : {Real(0x1p-12), Real(0x1p-1), Real(0x1p1), Real(0x1p9)}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(factor);
      for_each_metric([&](auto by, metric name) {
        INFO("metric ", to_string(name));
        // Ranks are lengths (line in the plane, vertical with one ordinate) or squares of lengths.
        const bool square = name == metric::segment || D == 3;
        const bool line_in_plane = name == metric::line && D == 2;
        std::int64_t wrong = 0;
        for_each_chord(make_chords<Real, D>(kind, 1000, 62), [&](auto a, auto b, auto p, auto step, auto steps) {
          const auto chord = by(a, b, steps);
          const Real rank = chord.rank(p, step), distance = chord.distance(p, step);
          bool equal_ends = true;
          for (int d = 0; d < D; ++d) {
            equal_ends = equal_ends && a[d] == b[d];
            a[d] *= factor, b[d] *= factor, p[d] *= factor;
          }
          const Real power = square || (line_in_plane && equal_ends) ? factor * factor : factor;
          const auto scaled = by(a, b, steps);
          wrong += scaled.rank(p, step) != rank * power || scaled.distance(p, step) != distance * factor;
        });
        CHECK(wrong == 0);
      });
    }
}

TEST_CASE_TEMPLATE("scaling values by a power of two is exact", Real, float, double) {
  for (Real factor : {Real(0x1p-12), Real(0x1p-1), Real(0x1p1), Real(0x1p9)}) {
    CAPTURE(factor);
    std::int64_t wrong = 0;
    const auto made = make_chords<Real, 1>(coordinates::normal, 1000, 63);
    for_each_chord(made, [&](auto a, auto b, auto p, auto step, auto steps) {
      const Real distance = vertical_distance{}(a, b, steps).distance(p, step);
      a[0] *= factor, b[0] *= factor, p[0] *= factor;
      wrong += vertical_distance{}(a, b, steps).distance(p, step) != distance * factor;
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE_TEMPLATE("a shift that rounds no coordinate changes nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (Real shift : {Real(-7), Real(4000000), Real(-3999997)})
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      CAPTURE(shift);
      std::int64_t wrong = 0;
      for_each_chord(make_chords<Real, D>(coordinates::whole, 2000, 64),
                     [&](auto a, auto b, auto p, auto step, auto steps) {
                       const auto chord = by(a, b, steps);
                       const Real rank = chord.rank(p, step), distance = chord.distance(p, step);
                       for (int d = 0; d < D; ++d)
                         a[d] += shift, b[d] += shift, p[d] += shift;
                       const auto shifted = by(a, b, steps);
                       wrong += shifted.rank(p, step) != rank || shifted.distance(p, step) != distance;
                     });
      CHECK(wrong == 0);
    });
}

TEST_CASE_TEMPLATE("distances up to 10^18 and down to the smallest numbers", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (coordinates kind : {coordinates::huge, coordinates::tiny})
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      CAPTURE(static_cast<int>(kind));
      std::int64_t wrong = 0;
      for_each_chord(make_chords<Real, D>(kind, 3000, 65), [&](auto a, auto b, auto p, auto step, auto steps) {
        for (auto const& last : {b, a}) {
          const auto chord = by(a, last, steps);
          const Real rank = chord.rank(p, step), distance = chord.distance(p, step);
          wrong += !(rank >= 0 && distance >= 0 && std::isfinite(rank) && std::isfinite(distance));
        }
      });
      CHECK(wrong == 0);
    });
}
