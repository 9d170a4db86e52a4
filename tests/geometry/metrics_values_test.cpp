// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>

#include <thrustline/geometry/metrics.hpp>

#include "compare.hpp"
#include "made_chords.hpp"
#include "reference.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Metric, class P>
auto distance(P const& first, P const& last, P const& p, std::int64_t step = 1, std::int64_t steps = 2) {
  return Metric{}(first, last, steps).distance(p, step);
}

template <class Metric, class P>
auto rank(P const& first, P const& last, P const& p, std::int64_t step = 1, std::int64_t steps = 2) {
  return Metric{}(first, last, steps).rank(p, step);
}

} // namespace

TEST_CASE_TEMPLATE("distances in the plane equal known values", Real, float, double) {
  using P = point<Real, 2>;
  const P o{{0, 0}}, chord{{3, 4}};
  CHECK(distance<line_distance>(o, chord, P{{4, -3}}) == 5);
  CHECK(distance<line_distance>(o, chord, P{{-4, 3}}) == 5);
  CHECK(distance<line_distance>(o, chord, P{{10, 5}}) == 5);
  CHECK(distance<line_distance>(o, chord, P{{-3, -4}}) == 0); // on the line, beyond the first end
  CHECK(distance<segment_distance>(o, chord, P{{-3, -4}}) == 5);
  CHECK(distance<segment_distance>(o, chord, P{{6, 8}}) == 5);
  CHECK(distance<segment_distance>(o, chord, P{{1.5, 2}}) == 0);
  CHECK(distance<segment_distance>(o, chord, P{{5.5, -1}}) == 5);
  CHECK(distance<segment_distance>(o, chord, P{{4, -3}}) == 5); // its foot is the first end
  CHECK(distance<vertical_distance>(o, chord, P{{1.5, 9}}) == 7);
  CHECK(distance<vertical_distance>(o, chord, P{{-3, 0}}) == 4);
  CHECK(distance<vertical_distance>(chord, o, P{{1.5, -9}}) == 11);
}

TEST_CASE_TEMPLATE("distances in space equal known values", Real, float, double) {
  using P = point<Real, 3>;
  const P a{{1, 1, 1}}, b{{5, 1, 1}};
  CHECK(distance<line_distance>(a, b, P{{3, 4, 5}}) == 5);
  CHECK(distance<line_distance>(a, b, P{{-9, 4, 5}}) == 5);
  CHECK(distance<segment_distance>(a, b, P{{3, 4, 5}}) == 5);
  CHECK(distance<segment_distance>(a, b, P{{-1, 4, 7}}) == 7); // 2, 3, 6 from the first end
  CHECK(distance<segment_distance>(a, b, P{{7, 4, 7}}) == 7);
  CHECK(distance<vertical_distance>(a, P{{5, 5, 9}}, P{{3, 6, 9}}) == 5); // the chord is at (3, 3, 5) there
}

TEST_CASE_TEMPLATE("distances of values against their index", Real, float, double) {
  using P = point<Real, 1>;
  const P a{{0}}, b{{10}};
  CHECK(distance<vertical_distance>(a, b, P{{7}}, 1, 4) == 4.5);
  CHECK(distance<vertical_distance>(a, b, P{{2.5}}, 1, 4) == 0);
  CHECK(distance<line_distance>(a, P{{3}}, P{{3}}, 4, 4) == 0);
  CHECK(distance<line_distance>(a, P{{3}}, P{{9.25}}, 4, 4) == 5); // the chord is (4, 3)
  CHECK(distance<segment_distance>(a, P{{3}}, P{{-6}}, 0, 4) == 6);
}

TEST_CASE_TEMPLATE("equal ends measure the distance to that point", Real, float, double) {
  using P = point<Real, 2>;
  using Q = point<Real, 3>;
  const P e{{7, -2}};
  const Q f{{7, -2, 1}};
  CHECK(distance<line_distance>(e, e, P{{10, 2}}) == 5);
  CHECK(distance<segment_distance>(e, e, P{{10, 2}}) == 5);
  CHECK(distance<line_distance>(f, f, Q{{9, 1, 7}}) == 7);
  CHECK(distance<segment_distance>(f, f, Q{{9, 1, 7}}) == 7);
  CHECK(rank<line_distance>(e, e, e) == 0);
  CHECK(rank<segment_distance>(e, e, e) == 0);
  CHECK(rank<line_distance>(e, e, P{{10, 2}}) > rank<line_distance>(e, e, P{{7, -6}}));
  CHECK(rank<segment_distance>(f, f, Q{{9, 1, 7}}) > rank<segment_distance>(f, f, Q{{7, -2, 7}}));
}

TEST_CASE_TEMPLATE("ends with one abscissa compare ordinates with the first end", Real, float, double) {
  using P = point<Real, 2>;
  const P a{{2, 1}}, b{{2, 100}};
  CHECK(distance<vertical_distance>(a, b, P{{2, 5}}) == 4);
  CHECK(distance<vertical_distance>(a, b, P{{9, -6}}) == 7);
  CHECK(distance<vertical_distance>(a, a, P{{2, 5}}) == 4);
  using Q = point<Real, 3>;
  CHECK(distance<vertical_distance>(Q{{2, 1, 1}}, Q{{2, 9, 9}}, Q{{0, 4, 5}}) == 5);
}

TEST_CASE_TEMPLATE("every metric equals its definition up to rounding", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (coordinates kind : all_coordinates) {
    CAPTURE(static_cast<int>(kind));
    const made_chords<Real, D> made = make_chords<Real, D>(kind, 3000, 51);
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      long double worst = 0; // error over what rounding may do
      for (std::int64_t i = 0; i < made.count(); ++i) {
        const Real* const at = made.points.data() + 3 * D * i;
        const std::int64_t step = made.steps[2 * i], steps = made.steps[2 * i + 1];
        point<Real, D> first{}, last{}, inside{};
        for (int d = 0; d < D; ++d)
          first[d] = at[d], last[d] = at[D + d], inside[d] = at[2 * D + d];
        const exact_point a = exact<Real, D>(at, 0), b = exact<Real, D>(at + D, steps),
                          p = exact<Real, D>(at + 2 * D, step), chord = b - a;
        const auto got = by(first, last, steps);
        REQUIRE(got.rank(inside, step) >= 0);
        REQUIRE(std::isfinite(got.rank(inside, step)));
        const long double steep =
            name == metric::vertical && chord[0] != 0 ? std::hypot(chord[1], chord[2]) / std::abs(chord[0]) : 0;
        // Tiny coordinates lose digits where products leave the range of normal numbers.
        const long double slack =
            16 * std::numeric_limits<Real>::epsilon() * std::max(norm(chord), norm(p - a)) * (1 + steep) +
            (1 + steep) * std::numeric_limits<Real>::min();
        worst = std::max(worst, std::abs(got.distance(inside, step) - exact_distance(name, a, b, p)) / slack);
      }
      CHECK(worst <= 1);
    });
  }
}

TEST_CASE_TEMPLATE("the rank orders the points of a chord as the distance does", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (coordinates kind : {coordinates::quarters, coordinates::normal, coordinates::huge}) {
    CAPTURE(static_cast<int>(kind));
    const made_chords<Real, D> made = make_chords<Real, D>(kind, 2001, 52);
    const auto at = [&](std::int64_t k) {
      point<Real, D> p{};
      for (int d = 0; d < D; ++d)
        p[d] = made.points[D * k + d];
      return p;
    };
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      std::int64_t wrong = 0, clear = 0;
      for (std::int64_t i = 0; i + 4 < 3 * made.count(); i += 4) {
        const std::int64_t steps = 1000, step = 1 + i % 999, other = 1 + 7 * i % 999;
        const auto chord = by(at(i), at(i + 1), steps);
        const Real d = chord.distance(at(i + 2), step), e = chord.distance(at(i + 3), other);
        if (d < e * Real(1.01))
          continue;
        ++clear;
        wrong += !(chord.rank(at(i + 2), step) > chord.rank(at(i + 3), other));
      }
      CHECK(clear > 500);
      CHECK(wrong == 0);
    });
  }
}
