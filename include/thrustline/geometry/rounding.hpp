// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <thrustline/geometry/host_device.hpp>

/// Arithmetic with one answer: every operation is rounded to nearest on its own, on the host and on the device.
///
/// Compilers may contract a * b + c into one fused operation with one rounding. nvcc does so by default; on quantised
/// data that alone moves hundreds of cuts. On the device these functions use intrinsics that are never contracted. On
/// the host, GCC contracts by default where the target has fused multiply-add (-march=native), Clang with
/// -ffp-contract=fast, and C++ has no portable way to forbid it; there the product passes through an empty assembler
/// statement, which prevents vectorisation. Translation units built with -ffp-contract=off define
/// THRUSTLINE_FP_CONTRACT_OFF and skip that statement. -ffast-math and its parts break the guarantee, for the compiled
/// library too: the linker may take these functions for its own.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||                               \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#ifndef THRUSTLINE_ALLOW_FAST_MATH
#error "thrustline's templates need exact roundings and NaN: compile this file without -ffast-math, -Ofast and \
-funsafe-math-optimizations, or define THRUSTLINE_ALLOW_FAST_MATH and do without the same results everywhere"
#endif
#endif

namespace thrustline::rounding {

// Clang defines __FP_FAST_FMA for some targets only.
#if !defined(__CUDA_ARCH__) && !defined(THRUSTLINE_FP_CONTRACT_OFF) && defined(__GNUC__) &&                            \
    (defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__FMA4__) || defined(__aarch64__))
#define THRUSTLINE_KEEP_PRODUCT 1
#endif

template <class Real>
THRUSTLINE_HD inline Real mul(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return __fmul_rn(a, b);
  else
    return __dmul_rn(a, b);
#else
  Real product = a * b;
#if defined(THRUSTLINE_KEEP_PRODUCT) && defined(__x86_64__)
  asm("" : "+x"(product));
#elif defined(THRUSTLINE_KEEP_PRODUCT) && defined(__aarch64__)
  asm("" : "+w"(product));
#elif defined(THRUSTLINE_KEEP_PRODUCT)
  volatile Real kept = product;
  product = kept;
#endif
  return product;
#endif
}

template <class Real>
THRUSTLINE_HD inline Real square(Real a) {
  return mul(a, a);
}

template <class Real>
THRUSTLINE_HD inline Real add(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return __fadd_rn(a, b);
  else
    return __dadd_rn(a, b);
#else
  return a + b;
#endif
}

template <class Real>
THRUSTLINE_HD inline Real sub(Real a, Real b) {
  return add(a, -b);
}

template <class Real>
THRUSTLINE_HD inline Real div(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return __fdiv_rn(a, b);
  else
    return __ddiv_rn(a, b);
#else
  return a / b;
#endif
}

template <class Real>
THRUSTLINE_HD inline Real sqrt(Real a) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return __fsqrt_rn(a);
  else
    return __dsqrt_rn(a);
#else
  return std::sqrt(a);
#endif
}

template <class Real>
THRUSTLINE_HD inline Real abs(Real a) {
  return std::fabs(a);
}

/// Larger of two numbers; unspecified for NaN, and as to the sign of zero for +0 and -0. One instruction on most
/// processors.
template <class Real>
THRUSTLINE_HD inline Real max(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return fmaxf(a, b);
#endif
  return a < b ? b : a;
}

/// Smaller of two numbers; unspecified for NaN, and as to the sign of zero for +0 and -0.
template <class Real>
THRUSTLINE_HD inline Real min(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == sizeof(float))
    return fminf(a, b);
#endif
  return b < a ? b : a;
}

/// a where sign > 0, else b.
template <class Real>
THRUSTLINE_HD inline Real if_positive(Real sign, Real a, Real b) {
  return Real(0) < sign ? a : b;
}

/// Larger magnitude of two numbers, neither of which is NaN.
template <class Real>
THRUSTLINE_HD inline Real max_magnitude(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  return std::fmax(std::fabs(a), std::fabs(b)); // one instruction, where max() takes two
#else
  return max(abs(a), abs(b));
#endif
}

namespace detail {
template <class Real>
struct bits;
template <>
struct bits<float> {
  using type = std::uint32_t;
  static constexpr type exponent = 0x7f800000u, twice_bias = 0x7f000000u, one_exponent = 0x00800000u;
};
template <>
struct bits<double> {
  using type = std::uint64_t;
  static constexpr type exponent = 0x7ff0000000000000u, twice_bias = 0x7fe0000000000000u,
                        one_exponent = 0x0010000000000000u;
};
template <class Real>
inline constexpr Real few_ulps = 4 * std::numeric_limits<Real>::epsilon();
template <class Real>
inline constexpr Real largest = std::numeric_limits<Real>::max();
template <class Real>
inline constexpr Real least_scale = std::numeric_limits<Real>::min() / 8;
template <class Real>
inline constexpr Real well_normal = 4 * std::numeric_limits<Real>::min();
} // namespace detail

/// For normal a below half the largest value: the power of two s with 1 <= s * a < 2. For zero and subnormal a: the
/// largest power of two. Scaling by s is exact.
template <class Real>
THRUSTLINE_HD inline Real unit_scale(Real a) {
  typename detail::bits<Real>::type pattern;
  std::memcpy(&pattern, &a, sizeof a);
  // An exponent field of e becomes one of 2 * bias - e.
  pattern = detail::bits<Real>::twice_bias - (pattern & detail::bits<Real>::exponent);
  std::memcpy(&a, &pattern, sizeof a);
  return a;
}

/// Power of two s with 1/8 <= s * a < 1/4 for most normal a, and 1/32 <= s * a < 1/4 for those up to half the largest
/// value; a large s for zero and subnormal a. Scaling by s is exact.
template <class Real>
THRUSTLINE_HD inline Real eighth_scale(Real a) {
  using bits = detail::bits<Real>;
  typename bits::type pattern;
  std::memcpy(&pattern, &a, sizeof a);
  // Negative, as a number too, where the exponent field would have to be.
  pattern = bits::twice_bias - 3 * bits::one_exponent - (pattern & bits::exponent);
  std::memcpy(&a, &pattern, sizeof a);
  return max(a, detail::least_scale<Real>);
}

/// div(a, b) > bound for a >= 0 and b > 0, in most cases without the division.
///
/// With u the unit roundoff, b * bound is computed as t = b * bound * (1 + e), |e| <= u, while it is a normal number.
/// If a > t * (1 + 8 u), computed, then a / b > bound * (1 + 2 u), which rounds to more than bound; if
/// a < t * (1 - 8 u), computed, then a / b < bound, which rounds to no more.
template <class Real>
THRUSTLINE_HD inline bool quotient_exceeds(Real a, Real b, Real bound) {
  constexpr Real few = detail::few_ulps<Real>;
  const Real t = mul(b, bound);
  const bool below = a < mul(t, 1 - few);
  bool above = a > mul(t, 1 + few);
  if (t < detail::well_normal<Real> || above == below)
    above = div(a, b) > bound;
  return above;
}

/// Whether quotient_exceeds() is true without needing the division.
template <class Real>
THRUSTLINE_HD inline bool quotient_surely_exceeds(Real a, Real b, Real bound) {
  const Real t = mul(b, bound);
  return (a > mul(t, 1 + detail::few_ulps<Real>)) & (t >= detail::well_normal<Real>); // no branch
}

/// Number a, nearly the greatest, such that div(x, b) <= bound for all x in [0, a], where b > 0. See
/// quotient_exceeds().
template <class Real>
THRUSTLINE_HD inline Real dividend_within(Real b, Real bound) {
  const Real t = mul(b, bound);
  return t < detail::well_normal<Real> ? Real(0) : mul(t, 1 - detail::few_ulps<Real>);
}

} // namespace thrustline::rounding
