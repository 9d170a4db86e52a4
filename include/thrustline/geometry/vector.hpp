// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/point.hpp>

/// Small vector algebra with fixed roundings: sums go from the first coordinate to the last. Coordinates may be
/// intervals, see interval.hpp.
namespace thrustline::detail {

template <class Real, class Coordinate, int D>
THRUSTLINE_HD inline Coordinate dot(point<Real, D> const& a, point<Coordinate, D> const& b) {
  Coordinate sum = rounding::mul(a[0], b[0]);
  for (int k = 1; k < D; ++k)
    sum = rounding::add(sum, rounding::mul(a[k], b[k]));
  return sum;
}

/// dot(a, a)
template <class Coordinate, int D>
THRUSTLINE_HD inline Coordinate squared_length(point<Coordinate, D> const& a) {
  Coordinate sum = rounding::square(a[0]);
  for (int k = 1; k < D; ++k)
    sum = rounding::add(sum, rounding::square(a[k]));
  return sum;
}

/// a[i] * b[j] - a[j] * b[i]
template <class Real, class Coordinate, int D>
THRUSTLINE_HD inline Coordinate minor(point<Real, D> const& a, point<Coordinate, D> const& b, int i, int j) {
  return rounding::sub(rounding::mul(a[i], b[j]), rounding::mul(a[j], b[i]));
}

template <class Real, int D>
THRUSTLINE_HD inline point<Real, D> scaled(point<Real, D> const& a, Real factor) {
  point<Real, D> b{};
  for (int k = 0; k < D; ++k)
    b[k] = rounding::mul(a[k], factor);
  return b;
}

/// Largest magnitude of a coordinate.
template <class Real, int D>
THRUSTLINE_HD inline Real magnitude(point<Real, D> const& a) {
  Real m = rounding::abs(a[0]);
  for (int k = 1; k < D; ++k)
    m = rounding::max_magnitude(m, a[k]);
  return m;
}

/// Euclidean length, without overflow or underflow in between.
template <class Real, int D>
THRUSTLINE_HD inline Real length(point<Real, D> const& a) {
  const Real scale = rounding::unit_scale(magnitude(a));
  const point<Real, D> unit = scaled(a, scale);
  return rounding::div(rounding::sqrt(dot(unit, unit)), scale);
}

} // namespace thrustline::detail
