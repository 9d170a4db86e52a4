// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/rounding.hpp>

namespace thrustline {

/// All numbers from low to high.
template <class Real>
struct interval {
  Real low, high;

  THRUSTLINE_HD interval operator-() const { return {-high, -low}; }
};

/// The library's operations on intervals, so that a metric's formula for a point also bounds it over a box.
///
/// An operation rounded to nearest is monotone in each operand, as the exact operation is over its range and rounding
/// keeps the order. So the extremes of a result are results at the ends of the operands: for operands anywhere in the
/// given intervals, the computed result lies in the computed interval, exactly, without any margin for rounding errors.
/// That holds from operation to operation, and so for a whole formula. Where an end overflows to a NaN, the interval
/// says nothing; compare such that a NaN bounds nothing.
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
/// The greater of two ends; a NaN that comes first stays.
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
THRUSTLINE_HD inline interval<Real> square(interval<Real> a) {
  const interval<Real> b = abs(a);
  return {mul(b.low, b.low), mul(b.high, b.high)};
}

} // namespace rounding
} // namespace thrustline
