// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include <thrustline/geometry/metrics.hpp>

#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Chords of many sizes, near the origin and far from it, and points beside them, before, beyond and close to the ends.
template <class Real, int D>
class made_cases {
public:
  point<Real, D> first{}, last{}, p{};

  void next() {
    const Real unit = numbers_.below(4) ? Real(1) : underflowing();
    const Real size = unit * power(12), away = numbers_.below(2) ? unit * power(12) : Real(0);
    const Real beside = numbers_.below(2) ? power(-20) : Real(1), along = foot();
    for (int k = 0; k < D; ++k) {
      const Real origin = away * signed_uniform(), step = size * signed_uniform();
      first[k] = origin;
      last[k] = numbers_.below(16) ? origin + step : origin;
      p[k] = origin + along * step + beside * size * signed_uniform();
    }
  }

  /// The value, or one up to 12 units in its last place away.
  Real near(Real value) {
    for (std::int64_t ulps = numbers_.below(25) - 12; ulps != 0; ulps += ulps < 0 ? 1 : -1)
      value = std::nextafter(value, ulps < 0 ? Real(0) : std::numeric_limits<Real>::infinity());
    return value;
  }

private:
  Real signed_uniform() { return static_cast<Real>(2 * numbers_.uniform() - 1); }

  Real power(int largest) {
    return std::ldexp(Real(1), static_cast<int>(numbers_.below(std::abs(largest) + 1)) * (largest < 0 ? -1 : 1));
  }

  /// A length whose square is subnormal or zero, or about to be.
  Real underflowing() {
    return std::ldexp(Real(1), std::numeric_limits<Real>::min_exponent / 2 - static_cast<int>(numbers_.below(24)));
  }

  /// 0 at the first end, 1 at the last one.
  Real foot() {
    switch (numbers_.below(4)) {
    case 0:
      return Real(0);
    case 1:
      return Real(1);
    default:
      return static_cast<Real>(3 * numbers_.uniform() - 1);
    }
  }

  random_numbers numbers_{7};
};

template <class Metric, class Real, int D>
void check_near_the_distance() {
  made_cases<Real, D> made;
  int above = 0;
  for (int k = 0; k < 300000; ++k) {
    made.next();
    const auto chord = Metric{}(made.first, made.last, 2);
    const Real tolerance = made.near(chord.distance(made.p, 1));
    const bool expected = chord.distance(made.p, 1) > tolerance;
    above += expected;
    REQUIRE(chord.exceeds(chord.rank(made.p, 1), made.p, 1, tolerance) == expected);
  }
  CHECK(above > 100000);
}

} // namespace

TEST_CASE_TEMPLATE("a segment's exceeds is its distance's answer, however near the tolerance", Real, float, double) {
  check_near_the_distance<segment_distance, Real, 2>();
  check_near_the_distance<segment_distance, Real, 3>();
}

TEST_CASE_TEMPLATE("a line's exceeds is its distance's answer, however near the tolerance", Real, float, double) {
  check_near_the_distance<line_distance, Real, 2>();
  check_near_the_distance<line_distance, Real, 3>();
}

TEST_CASE_TEMPLATE("a segment's exceeds is its distance's answer for tolerances of any size", Real, float, double) {
  using limits = std::numeric_limits<Real>;
  const Real sizes[] = {0, limits::denorm_min(), limits::min(), Real(1e-12), 1, Real(1e12), std::sqrt(limits::max())};
  for (Real chord_size : sizes)
    for (Real height : sizes)
      for (Real along : {Real(-1), Real(0), Real(0.5), Real(1), Real(2)}) {
        const point<Real, 2> first{{0, 0}}, last{{chord_size, 0}}, p{{along * chord_size, height}};
        const auto chord = segment_distance{}(first, last, 2);
        const Real rank = chord.rank(p, 1);
        for (Real tolerance : {Real(0), limits::denorm_min(), limits::min(), Real(1e-12), Real(1), Real(1e12),
                               std::sqrt(limits::max()), limits::max(), limits::infinity(), height})
          if (rank <= limits::max())
            CHECK(chord.exceeds(rank, p, 1, tolerance) == (chord.distance(p, 1) > tolerance));
      }
}
