// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include <thrustline/geometry/point.hpp>

#include "random_numbers.hpp"

/// Chords with points whose distances are nearly a tolerance.
namespace thrustline::test {

/// Chords of many sizes, near the origin and far from it, with axes of one scale or of very different ones, some with
/// squares that underflow; and points beside them, before, beyond and close to the ends.
template <class Real, int D>
class near_cases {
public:
  point<Real, D> first{}, last{}, p{};

  explicit near_cases(std::uint64_t seed) : numbers_(seed) {}

  /// Another chord and a point.
  void next() {
    const Real unit = numbers_.below(4) ? Real(1) : underflowing();
    const Real size = unit * power(12), away = numbers_.below(2) ? unit * power(12) : Real(0);
    const bool stretched = numbers_.below(4) == 0;
    for (int k = 0; k < D; ++k) {
      const Real scale = stretched ? stretch() : Real(1);
      sizes_[k] = scale * size;
      first[k] = scale * away * signed_uniform();
      last[k] = numbers_.below(16) ? first[k] + sizes_[k] * signed_uniform() : first[k];
    }
    next_point();
  }

  /// Another point of the same chord.
  void next_point() {
    const Real beside = numbers_.below(2) ? power(-20) : Real(1), along = foot();
    for (int k = 0; k < D; ++k)
      p[k] = first[k] + along * (last[k] - first[k]) + beside * sizes_[k] * signed_uniform();
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

  /// A length whose square is subnormal, zero or nearly so.
  Real underflowing() {
    return std::ldexp(Real(1), std::numeric_limits<Real>::min_exponent / 2 - static_cast<int>(numbers_.below(24)));
  }

  /// The square of the quotient of two of these can underflow.
  Real stretch() {
    constexpr int most = std::numeric_limits<Real>::max_exponent / 3;
    return std::ldexp(Real(1), static_cast<int>(numbers_.below(2 * most + 1)) - most);
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

  random_numbers numbers_;
  Real sizes_[D] = {};
};

} // namespace thrustline::test
