// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

#include <thrustline/simplify.hpp>

/// Distances in exact arithmetic: rational numbers of any size.
namespace thrustline::test {

using rational = boost::multiprecision::cpp_rational;

/// A vector, with zeros in the coordinates that it does not have.
using exact_vector = std::array<rational, 3>;

inline rational square(rational const& x) { return x * x; }

inline rational dot(exact_vector const& a, exact_vector const& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// |x| + |y| + |z|
inline rational size_of(exact_vector const& a) { return abs(a[0]) + abs(a[1]) + abs(a[2]); }

/// From point `from` to point `to`, `steps` later in the series. The abscissa of values is their index.
template <class Real, int D>
exact_vector exact_difference(const Real* from, const Real* to, std::int64_t steps) {
  exact_vector v;
  if constexpr (D == 1)
    v[0] = steps;
  for (int k = 0; k < D; ++k)
    v[static_cast<std::size_t>(k + (D == 1))] = rational(to[k]) - rational(from[k]);
  return v;
}

/// The squared distance to the chord d of the point that lies e from its first end.
inline rational squared_distance(metric by, exact_vector const& d, exact_vector const& e) {
  if (by == metric::vertical) {
    const rational share = d[0] == 0 ? rational(0) : e[0] / d[0];
    return square(e[1] - share * d[1]) + square(e[2] - share * d[2]);
  }
  const rational length = dot(d, d), along = dot(d, e);
  if (length == 0 || (by == metric::segment && along <= 0))
    return dot(e, e);
  if (by == metric::segment && along >= length)
    return dot(e, e) - 2 * along + length;
  return dot(e, e) - square(along) / length;
}

/// The error that rounding may cause in a computed distance. A steep chord magnifies it along the ordinates. Products
/// below the normal numbers cost a few units of the least number, and chords below them have no distances of use.
template <class Real>
rational distance_slack(metric by, exact_vector const& d, exact_vector const& e) {
  using limits = std::numeric_limits<Real>;
  const rational reach = size_of(d) + size_of(e);
  const rational steep =
      by == metric::vertical && d[0] != 0 ? rational((abs(d[1]) + abs(d[2])) / abs(d[0])) : rational(0);
  if (size_of(d) < rational(limits::min()))
    return (1 + steep) * reach;
  return (1 + steep) * (16 * rational(limits::epsilon()) * reach + 64 * rational(limits::denorm_min()));
}

/// Whether a computed distance is the root of `squared` within `slack`. Infinity stands for all that is too large.
template <class Real>
bool is_root(Real distance, rational const& squared, rational const& slack) {
  using limits = std::numeric_limits<Real>;
  if (!(distance >= 0))
    return false;
  if (distance > limits::max())
    return square(rational(limits::max()) - slack) <= squared;
  const rational low = rational(distance) - slack, high = rational(distance) + slack;
  return (low <= 0 || square(low) <= squared) && squared <= square(high);
}

} // namespace thrustline::test
