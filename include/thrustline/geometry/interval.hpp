// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/rounding.hpp>

namespace thrustline {

/// Interval of all numbers from low to high.
template <class Real>
struct interval {
  Real low, high;

  THRUSTLINE_HD interval operator-() const { return {-high, -low}; }
};

/// Operations of the library on intervals, so that a metric's formula for a point also bounds the points of a box.
///
/// An exact operation is monotone in each operand over its range, and rounding to nearest keeps the order, so the
/// rounded operation is monotone too. Its extremes over the operands' intervals are therefore results at their ends:
/// for operands anywhere in the given intervals, the computed result lies in the computed interval, exactly, without a
/// margin for rounding errors. The same holds for a formula, operation by operation. An end that overflows to NaN makes
/// the interval meaningless; write comparisons so that a NaN bounds nothing.
namespace rounding {

template <class Real>
THRUSTLINE_HD inline interval<Real> add(interval<Real> a, interval<Real> b) {
  return {add(a.low, b.low), add(a.high, b.high)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> sub(interval<Real> a, interval<Real> b) {
  return {sub(a.low, b.high), sub(a.high, b.low)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> sub(interval<Real> a, Real b) {
  return {sub(a.low, b), sub(a.high, b)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> mul(Real a, interval<Real> b) {
  const Real low = mul(a, b.low), high = mul(a, b.high);
  return a < Real(0) ? interval<Real>{high, low} : interval<Real>{low, high};
}

namespace detail {
/// Greater of two ends; a, if a is NaN.
template <class Real>
THRUSTLINE_HD inline Real greater_end(Real a, Real b) {
  return a < b ? b : a;
}
} // namespace detail

template <class Real>
THRUSTLINE_HD inline interval<Real> abs(interval<Real> a) {
  return {detail::greater_end(detail::greater_end(a.low, -a.high), Real(0)), detail::greater_end(-a.low, a.high)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> max(interval<Real> a, interval<Real> b) {
  return {detail::greater_end(a.low, b.low), detail::greater_end(a.high, b.high)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> max(interval<Real> a, Real b) {
  return {detail::greater_end(a.low, b), detail::greater_end(a.high, b)};
}

template <class Real>
THRUSTLINE_HD inline interval<Real> min(interval<Real> a, interval<Real> b) {
  return -max(-a, -b);
}

/// Both results are possible where the sign is not known.
template <class Real>
THRUSTLINE_HD inline interval<Real> if_positive(interval<Real> sign, interval<Real> a, interval<Real> b) {
  const interval<Real> either{min(a.low, b.low), detail::greater_end(a.high, b.high)};
  return Real(0) < sign.low ? a : sign.high < Real(0) ? b : either;
}

template <class Real>
THRUSTLINE_HD inline interval<Real> square(interval<Real> a) {
  const interval<Real> b = abs(a);
  return {mul(b.low, b.low), mul(b.high, b.high)};
}

} // namespace rounding
} // namespace thrustline
