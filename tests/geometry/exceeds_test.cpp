// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <thrustline/geometry/metrics.hpp>

#include "near_cases.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Metric, class Real, int D>
void check_near_the_distance() {
  near_cases<Real, D> made(7);
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

TEST_CASE_TEMPLATE("segment exceeds() agrees with distance near the tolerance", Real, float, double) {
  check_near_the_distance<segment_distance, Real, 2>();
  check_near_the_distance<segment_distance, Real, 3>();
}

TEST_CASE_TEMPLATE("line exceeds() agrees with distance near the tolerance", Real, float, double) {
  check_near_the_distance<line_distance, Real, 2>();
  check_near_the_distance<line_distance, Real, 3>();
}

TEST_CASE_TEMPLATE("segment exceeds() agrees with distance for any tolerance", Real, float, double) {
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
