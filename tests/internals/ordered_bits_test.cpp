// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/gpu/ordered_bits.hpp"

using namespace thrustline::gpu;

TEST_CASE_TEMPLATE("ordered bits order as numbers do, and give them back", Real, float, double) {
  using limits = std::numeric_limits<Real>;
  const std::vector<Real> increasing{-limits::infinity(),   limits::lowest(), Real(-2),      -limits::min(),
                                     -limits::denorm_min(), Real(-0.0),       Real(0),       limits::denorm_min(),
                                     limits::min(),         Real(0.5),        limits::max(), limits::infinity()};
  for (std::size_t i = 0; i < increasing.size(); ++i) {
    const Real value = increasing[i], signed_back = from_signed_order<Real>(signed_order(value)),
               unsigned_back = from_unsigned_order<Real>(unsigned_order(value));
    CAPTURE(value);
    CHECK(signed_back == value);
    CHECK(std::signbit(signed_back) == std::signbit(value));
    CHECK(unsigned_back == value);
    CHECK(std::signbit(unsigned_back) == std::signbit(value));
    if (i > 0) {
      CHECK(signed_order(increasing[i - 1]) < signed_order(value));
      CHECK(unsigned_order(increasing[i - 1]) < unsigned_order(value));
    }
  }
}
