// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Integers that are ordered as floating-point numbers are, for operations that only integers have. -0 comes before 0.
namespace thrustline::gpu {

__device__ inline int signed_order(float value) {
  const int pattern = __float_as_int(value);
  return pattern ^ (pattern >> 31 & 0x7fffffff);
}

__device__ inline unsigned unsigned_order(float value) {
  return static_cast<unsigned>(signed_order(value)) ^ 0x80000000u;
}

__device__ inline unsigned long long unsigned_order(double value) {
  const long long pattern = __double_as_longlong(value);
  const long long ordered = pattern ^ (pattern >> 63 & 0x7fffffffffffffff);
  return static_cast<unsigned long long>(ordered) ^ 0x8000000000000000u;
}

template <class Real>
__device__ Real from_unsigned_order(decltype(unsigned_order(Real())) key) {
  if constexpr (sizeof(Real) == sizeof(float)) {
    const int ordered = static_cast<int>(key ^ 0x80000000u);
    return __int_as_float(ordered ^ (ordered >> 31 & 0x7fffffff));
  } else {
    const long long ordered = static_cast<long long>(key ^ 0x8000000000000000u);
    return __longlong_as_double(ordered ^ (ordered >> 63 & 0x7fffffffffffffff));
  }
}

} // namespace thrustline::gpu
