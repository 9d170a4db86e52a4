// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include <thrustline/geometry/point.hpp>

#include "random_numbers.hpp"

/// Triples of points on, or within a few units in the last place of, one line.
namespace thrustline::test {

struct made_triple {
  point<double, 2> a, b, c;
};

enum class triples_kind {
  near_line,      ///< c = a + t (b - a), rounded, and moved by up to 2 units in the last place
  far_offset,     ///< the same, far from the origin
  floats,         ///< the same, rounded to float
  small_integers, ///< integers 0 .. 7
  huge_range,     ///< on the line y = x, with exponents from end to end of the range
  subnormal,      ///< multiples of the smallest number
  any_bits        ///< any finite numbers
};

constexpr triples_kind all_triples[] = {triples_kind::near_line,      triples_kind::far_offset, triples_kind::floats,
                                        triples_kind::small_integers, triples_kind::huge_range, triples_kind::subnormal,
                                        triples_kind::any_bits};

inline double nudged(double value, std::int64_t steps) {
  const double towards = steps < 0 ? -INFINITY : INFINITY;
  for (; steps != 0; steps += steps < 0 ? 1 : -1)
    value = std::nextafter(value, towards);
  return value;
}

inline double any_finite(random_numbers& numbers) {
  for (;;) {
    const std::uint64_t bits = numbers.next();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value))
      return value;
  }
}

inline made_triple make_triple(triples_kind kind, random_numbers& numbers) {
  made_triple t{};
  const auto each = [&](auto f) {
    for (auto* p : {&t.a, &t.b, &t.c})
      for (int k = 0; k < 2; ++k)
        (*p)[k] = f(k);
  };
  if (kind == triples_kind::small_integers) {
    each([&](int) { return static_cast<double>(numbers.below(8)); });
  } else if (kind == triples_kind::subnormal) {
    each([&](int) { return static_cast<double>(numbers.below(8)) * 0x1p-1074; });
  } else if (kind == triples_kind::any_bits) {
    each([&](int) { return any_finite(numbers); });
  } else if (kind == triples_kind::huge_range) {
    double value = 0;
    each([&](int k) {
      if (k == 0)
        value = std::ldexp(numbers.uniform() - 0.5, static_cast<int>(numbers.below(2098)) - 1074);
      return k == 0 ? value : nudged(value, numbers.below(8) == 0 ? numbers.below(3) - 1 : 0);
    });
  } else {
    const double offset = kind == triples_kind::far_offset ? 4.5e6 : 0;
    for (int k = 0; k < 2; ++k) {
      t.a[k] = offset + numbers.uniform();
      t.b[k] = offset + numbers.uniform();
    }
    if (kind == triples_kind::floats)
      for (int k = 0; k < 2; ++k) {
        t.a[k] = static_cast<float>(t.a[k]);
        t.b[k] = static_cast<float>(t.b[k]);
      }
    // Steps of a quarter give points that are on the line exactly, too.
    const double step = numbers.below(2) ? numbers.uniform() * 2 : 0.25 * static_cast<double>(numbers.below(9));
    for (int k = 0; k < 2; ++k)
      t.c[k] = nudged(t.a[k] + step * (t.b[k] - t.a[k]), numbers.below(5) - 2);
    if (kind == triples_kind::floats)
      for (int k = 0; k < 2; ++k)
        t.c[k] = static_cast<float>(t.c[k]);
  }
  return t;
}

} // namespace thrustline::test
