// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <thrustline/geometry/metrics.hpp>

#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

// The test without a division must agree where a / b lies within a few units in the last place of the bound.
TEST_CASE_TEMPLATE("quotient_exceeds agrees with the division", Real, float, double) {
  using limits = std::numeric_limits<Real>;
  random_numbers numbers(1);
  int above = 0;
  for (int k = 0; k < 400000; ++k) {
    const int exponent = static_cast<int>(numbers.below(2 * limits::max_exponent)) - limits::max_exponent;
    const Real b = static_cast<Real>(0.5 + 1.5 * numbers.uniform());
    const Real bound = std::ldexp(static_cast<Real>(1 + numbers.uniform()), exponent / 2);
    Real a = bound * b;
    for (std::int64_t ulps = numbers.below(25) - 12; ulps != 0; ulps += ulps < 0 ? 1 : -1)
      a = std::nextafter(a, ulps < 0 ? Real(0) : limits::infinity());
    const bool expected = a / b > bound;
    above += expected;
    REQUIRE(rounding::quotient_exceeds(a, b, bound) == expected);
  }
  CHECK(above > 100000);

  const Real extremes[] = {0, limits::denorm_min(), 3 * limits::denorm_min(), limits::min(), 5 * limits::min(),
                           1, limits::max() / 4};
  for (Real a : extremes)
    for (Real bound : {Real(0), limits::denorm_min(), limits::min(), Real(1), limits::max(), limits::infinity(),
                       limits::quiet_NaN(), Real(-1)})
      for (Real b : {limits::min(), Real(1), Real(1.5), limits::max() / 8})
        CHECK(rounding::quotient_exceeds(a, b, bound) == (a / b > bound));
}
