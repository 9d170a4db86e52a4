// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <doctest/doctest.h>

#include <thrustline/geometry/metrics.hpp>

namespace {

using thrustline::box;
using thrustline::interval;
using thrustline::point;

/// Coordinates of one kind: small integers with many ties, or reals of one size from tiny to huge.
template <class Real>
class coordinates {
public:
  explicit coordinates(unsigned seed) : random_(seed) {
    constexpr int most = std::numeric_limits<Real>::max_exponent;
    const int exponents[] = {0, 0, 10, -10, most / 4, -most / 4, -most / 2, most / 2 - 8, most - 3};
    scale_ = std::ldexp(Real(1), exponents[random_() % 9]);
    integers_ = random_() % 2 == 0;
    offset_ = random_() % 3 == 0 ? scale_ * Real(0.5) : Real(0);
  }

  Real operator()() {
    const Real unit = integers_ ? Real(int(random_() % 9) - 4) / 8
                                : std::uniform_real_distribution<Real>(Real(-0.5), Real(0.5))(random_);
    return unit * scale_ + offset_;
  }

  template <int D>
  point<Real, D> make_point() {
    point<Real, D> p{};
    for (int k = 0; k < D; ++k)
      p[k] = (*this)();
    return p;
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

private:
  std::mt19937 random_;
  Real scale_, offset_;
  bool integers_;
};

template <class Real, int D>
box<Real, D> box_of(point<Real, D> const* points, int n) {
  box<Real, D> b{points[0], points[0]};
  for (int i = 1; i < n; ++i)
    for (int k = 0; k < D; ++k) {
      b.low[k] = std::min(b.low[k], points[i][k]);
      b.high[k] = std::max(b.high[k], points[i][k]);
    }
  return b;
}

template <class Metric, class Real, int D>
void check_bounds(unsigned cases) {
  int harmless_points = 0;
  for (unsigned c = 0; c < cases; ++c) {
    coordinates<Real> draw(c);
    point<Real, D> points[8];
    for (auto& p : points)
      p = draw.template make_point<D>();
    const auto first = draw.template make_point<D>();
    const auto last = draw.below(8) == 0 ? first : draw.template make_point<D>();
    const std::int64_t begin = 1 + draw.below(1 << 30);
    const auto chord = Metric{}(first, last, begin + 8 + draw.below(1000));

    const interval<Real> steps{static_cast<Real>(begin), static_cast<Real>(begin + 7)};
    const interval<Real> ranks = chord.rank(box_of(points, 8), steps);
    const Real tolerance = c % 7 == 0 ? Real(0) : std::abs(draw()) / (1 << draw.below(12));
    const Real harmless = chord.harmless_rank(tolerance);
    CAPTURE(c);
    for (int i = 0; i < 8; ++i) {
      const Real rank = chord.rank(points[i], begin + i);
      if (!std::isnan(ranks.high) && !std::isnan(rank))
        REQUIRE(rank <= ranks.high);
      if (!std::isnan(ranks.low) && !std::isnan(rank))
        REQUIRE(rank >= ranks.low);
      if (rank <= harmless) {
        REQUIRE(chord.distance(points[i], begin + i) <= tolerance);
        ++harmless_points;
      }
    }
  }
  CHECK(harmless_points > 0); // or nothing was tested
}

template <class Metric, class Real>
void check_bounds_of_all_dimensions() {
  check_bounds<Metric, Real, 1>(20000);
  check_bounds<Metric, Real, 2>(20000);
  check_bounds<Metric, Real, 3>(20000);
}

} // namespace

TEST_CASE_TEMPLATE("a box's ranks bound those of its points", Real, float, double) {
  check_bounds_of_all_dimensions<thrustline::line_distance, Real>();
  check_bounds_of_all_dimensions<thrustline::segment_distance, Real>();
  check_bounds_of_all_dimensions<thrustline::vertical_distance, Real>();
}

TEST_CASE_TEMPLATE("the farthest corner of a planar box has its greatest rank", Real, float, double) {
  for (unsigned c = 0; c < 20000; ++c) {
    coordinates<Real> draw(c);
    point<Real, 2> points[3], corners[4];
    for (auto& p : points)
      p = draw.template make_point<2>();
    const auto box = box_of(points, 3);
    for (int k = 0; k < 4; ++k)
      corners[k] = {{(k & 1 ? box.high : box.low)[0], (k & 2 ? box.high : box.low)[1]}};
    const auto first = draw.template make_point<2>(), last = draw.template make_point<2>();
    const auto chord = thrustline::line_distance{}(first, last, 10);
    Real greatest = 0;
    for (auto const& corner : corners)
      greatest = std::max(greatest, chord.rank(corner, 5));
    CAPTURE(c);
    const Real bound = chord.rank(box, interval<Real>{5, 5}).high;
    if (std::isfinite(greatest) && std::isfinite(bound))
      REQUIRE(bound == greatest);
  }
}

TEST_CASE_TEMPLATE("most distances below the tolerance are known as harmless", Real, float, double) {
  const point<Real, 2> first{{0, 0}}, last{{30, 40}};
  const auto line = thrustline::line_distance{}(first, last, 100);
  const auto segment = thrustline::segment_distance{}(first, last, 100);
  const auto vertical = thrustline::vertical_distance{}(first, last, 100);
  const point<Real, 2> p{{15, 20 + Real(1.6)}}; // 1.6 above the chord, 0.96 away from it
  CHECK(line.rank(p, 50) <= line.harmless_rank(Real(0.9602)));
  CHECK(segment.rank(p, 50) <= segment.harmless_rank(Real(0.961)));
  CHECK(vertical.rank(p, 50) <= vertical.harmless_rank(Real(1.6002)));
  CHECK(line.rank(p, 50) > line.harmless_rank(Real(0.9598)));
  CHECK(segment.rank(p, 50) > segment.harmless_rank(Real(0.9598)));
  CHECK(vertical.rank(p, 50) > vertical.harmless_rank(Real(1.5998)));
}
