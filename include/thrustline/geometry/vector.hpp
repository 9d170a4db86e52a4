// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/point.hpp>

/// Small vector algebra with fixed roundings: sums go from the first coordinate to the last. Coordinates may be
/// intervals (see interval.hpp) or another type with operations like those of rounding.hpp in its own namespace, which
/// the unqualified calls below find.
namespace thrustline::detail {

template <class Real, class Coordinate, int D>
THRUSTLINE_HD inline Coordinate dot(point<Real, D> const& a, point<Coordinate, D> const& b) {
  using rounding::add, rounding::mul;
  Coordinate sum = mul(a[0], b[0]);
  for (int k = 1; k < D; ++k)
    sum = add(sum, mul(a[k], b[k]));
  return sum;
}

/// dot(a, a)
template <class Coordinate, int D>
THRUSTLINE_HD inline Coordinate squared_length(point<Coordinate, D> const& a) {
  using rounding::add, rounding::square;
  Coordinate sum = square(a[0]);
  for (int k = 1; k < D; ++k)
    sum = add(sum, square(a[k]));
  return sum;
}

/// a[i] * b[j] - a[j] * b[i]
template <class Real, class Coordinate, int D>
THRUSTLINE_HD inline Coordinate minor_of(point<Real, D> const& a, point<Coordinate, D> const& b, int i, int j) {
  using rounding::mul, rounding::sub;
  return sub(mul(a[i], b[j]), mul(a[j], b[i]));
}

template <class Real, int D>
THRUSTLINE_HD inline point<Real, D> scaled(point<Real, D> const& a, Real factor) {
  using rounding::mul;
  point<Real, D> b{};
  for (int k = 0; k < D; ++k)
    b[k] = mul(a[k], factor);
  return b;
}

/// Largest magnitude of a coordinate.
template <class Real, int D>
THRUSTLINE_HD inline Real magnitude(point<Real, D> const& a) {
  using rounding::abs, rounding::max_magnitude;
  Real m = abs(a[0]);
  for (int k = 1; k < D; ++k)
    m = max_magnitude(m, a[k]);
  return m;
}

/// Euclidean length of a vector whose coordinates are at most half the largest finite number, without overflow or
/// underflow in between.
template <class Real, int D>
THRUSTLINE_HD inline Real length(point<Real, D> const& a) {
  const Real scale = rounding::unit_scale(magnitude(a));
  const point<Real, D> unit = scaled(a, scale);
  return rounding::div(rounding::sqrt(dot(unit, unit)), scale);
}

} // namespace thrustline::detail
