// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include <thrustline/geometry/point.hpp>
#include <thrustline/geometry/rounding.hpp>

/// Side of a line on which a point lies, with the exact sign, for every finite input.
///
/// Three steps, each taken only where the one before is undecided: the determinant in double against a bound of its
/// error (after Shewchuk, Adaptive precision floating-point arithmetic, 1997); the two products without rounding, if
/// the differences of the coordinates are exact; the six products of the coordinates added as integers.
namespace thrustline {
namespace detail {

__extension__ typedef __int128 int128;

/// Number digits * 2^exponent.
struct scaled_integer {
  std::int64_t digits;
  int exponent;
};

THRUSTLINE_HD inline scaled_integer integer_of(double value) {
  std::uint64_t pattern;
  std::memcpy(&pattern, &value, sizeof value);
  const int field = static_cast<int>(pattern >> 52 & 0x7ff);
  std::int64_t digits = static_cast<std::int64_t>(pattern & 0xfffffffffffffu);
  if (field > 0)
    digits |= std::int64_t(1) << 52;
  return {value < 0 ? -digits : digits, (field > 0 ? field : 1) - 1075};
}

/// Number digits * 2^exponent with |digits| < 2^106.
struct scaled_product {
  int128 digits;
  int exponent;
};

THRUSTLINE_HD inline scaled_product exact_product(scaled_integer const& a, scaled_integer const& b, int sign) {
  return {static_cast<int128>(a.digits) * b.digits * sign, a.exponent + b.exponent};
}

THRUSTLINE_HD inline int sign_of(int128 value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// Sign of the sum of six products. They are added from the highest exponent down. Once the sum so far outweighs all
/// that may follow, its sign is final; until then it is small enough to be shifted.
THRUSTLINE_HD inline int sign_of_sum(scaled_product (&terms)[6]) {
  for (int i = 1; i < 6; ++i)
    for (int j = i; j > 0 && terms[j - 1].exponent < terms[j].exponent; --j) {
      const scaled_product higher = terms[j];
      terms[j] = terms[j - 1];
      terms[j - 1] = higher;
    }
  constexpr int outweighs = 110; // six terms below 2^106 are below 2^109
  int128 sum = 0;
  int exponent = terms[0].exponent;
  for (scaled_product const& term : terms) {
    if (sum != 0) {
      const int shift = exponent - term.exponent;
      if (shift >= outweighs || (sum < 0 ? -sum : sum) >> (outweighs - shift) != 0)
        return sign_of(sum);
      sum *= static_cast<int128>(1) << shift;
    }
    sum += term.digits;
    exponent = term.exponent;
  }
  return sign_of(sum);
}

/// Sign of (b - a) x (c - a), in integers.
THRUSTLINE_HD THRUSTLINE_RARE inline int integer_orientation(double ax, double ay, double bx, double by, double cx,
                                                             double cy) {
  const scaled_integer a[2] = {integer_of(ax), integer_of(ay)};
  const scaled_integer b[2] = {integer_of(bx), integer_of(by)};
  const scaled_integer c[2] = {integer_of(cx), integer_of(cy)};
  scaled_product terms[6] = {exact_product(b[0], c[1], 1), exact_product(b[1], c[0], -1),
                             exact_product(c[0], a[1], 1), exact_product(c[1], a[0], -1),
                             exact_product(a[0], b[1], 1), exact_product(a[1], b[0], -1)};
  return sign_of_sum(terms);
}

/// Rounding error of difference = a - b (Knuth); not zero if the difference overflowed.
THRUSTLINE_HD inline double difference_error(double a, double b, double difference) {
  const double b_seen = rounding::sub(a, difference), a_seen = rounding::add(difference, b_seen);
  return rounding::add(rounding::sub(a, a_seen), rounding::sub(b_seen, b));
}

/// Whether the product of p and q and its rounding error are both doubles.
THRUSTLINE_HD inline bool splits(double p, double q, double product) {
  return p == 0 || q == 0 || (rounding::abs(product) > 0x1p-960 && rounding::abs(product) <= 0x1p1000);
}

/// Determinant (b - a) x (c - a) in doubles, with the steps that lead to it.
struct rounded_determinant {
  double abx, aby, acx, acy; ///< differences
  double left, right;        ///< abx * acy, aby * acx
  double value;              ///< left - right
  double bound;              ///< |value| > bound: the sign of value is exact

  THRUSTLINE_HD rounded_determinant(double ax, double ay, double bx, double by, double cx, double cy)
      : abx(rounding::sub(bx, ax)), aby(rounding::sub(by, ay)), acx(rounding::sub(cx, ax)), acy(rounding::sub(cy, ay)),
        left(rounding::mul(abx, acy)), right(rounding::mul(aby, acx)), value(rounding::sub(left, right)) {
    // Each product has three roundings of at most 2^-53, the difference one, and underflow takes at most 2^-1074.
    // Where something overflowed the bound is infinite or NaN, and nothing exceeds it.
    bound = rounding::add(rounding::mul(0x1p-51, rounding::add(rounding::abs(left), rounding::abs(right))), 0x1p-1068);
  }
};

} // namespace detail

/// Orientation of a, b, c: 1 if they turn left (counter-clockwise), -1 if they turn right, 0 if they are collinear.
/// Exact for all finite float and double coordinates, the largest and the subnormal ones too.
template <class Real>
THRUSTLINE_HD inline int orientation(point<Real, 2> const& a, point<Real, 2> const& b, point<Real, 2> const& c) {
  const double ax = a[0], ay = a[1], bx = b[0], by = b[1], cx = c[0], cy = c[1];
  const detail::rounded_determinant d(ax, ay, bx, by, cx, cy);
  if (d.value > d.bound)
    return 1;
  if (d.value < -d.bound)
    return -1;
  if (detail::difference_error(bx, ax, d.abx) == 0 && detail::difference_error(by, ay, d.aby) == 0 &&
      detail::difference_error(cx, ax, d.acx) == 0 && detail::difference_error(cy, ay, d.acy) == 0 &&
      detail::splits(d.abx, d.acy, d.left) && detail::splits(d.aby, d.acx, d.right)) {
    if (d.left != d.right)
      return d.left > d.right ? 1 : -1;
    // the rounded products are equal: their rounding errors decide
    const double left_rest = std::fma(d.abx, d.acy, -d.left), right_rest = std::fma(d.aby, d.acx, -d.right);
    return left_rest > right_rest ? 1 : left_rest < right_rest ? -1 : 0;
  }
  return detail::integer_orientation(ax, ay, bx, by, cx, cy);
}

/// Whether c is certainly left of the line from a to b: never true if c is not, but false in some cases where it is.
template <class Real>
THRUSTLINE_HD inline bool certainly_left(point<Real, 2> const& a, point<Real, 2> const& b, point<Real, 2> const& c) {
  const detail::rounded_determinant d(a[0], a[1], b[0], b[1], c[0], c[1]);
  return d.value > d.bound;
}

} // namespace thrustline
