// SPDX-License-Identifier: MIT
#pragma once

#include <climits>
#include <cstdint>

#include "core/gpu/ordered_bits.hpp"

/// What the 32 threads of a warp do together. All lanes must take part in each call.
namespace thrustline::gpu {

inline constexpr unsigned full_warp = 0xffffffffu;

__device__ inline int warp_max(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(full_warp, value);
#else
  for (int distance = 16; distance > 0; distance /= 2)
    value = max(value, __shfl_xor_sync(full_warp, value, distance));
  return value;
#endif
}

__device__ inline int warp_min(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(full_warp, value);
#else
  for (int distance = 16; distance > 0; distance /= 2)
    value = min(value, __shfl_xor_sync(full_warp, value, distance));
  return value;
#endif
}

/// The least of the lanes' numbers, for types other than int; NaN is ignored.
template <class Number>
__device__ Number warp_min(Number value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value = min(value, __shfl_xor_sync(full_warp, value, distance));
  return value;
}

/// The sum of the values of all lanes up to each one, itself included.
template <class Int>
__device__ Int warp_inclusive_sum(Int value, int lane) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const Int before = __shfl_up_sync(full_warp, value, distance);
    value += lane >= distance ? before : 0;
  }
  return value;
}

__device__ inline int warp_sum(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(full_warp, value);
#else
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(full_warp, value, distance);
  return value;
#endif
}

/// The greatest rank. Ranks are >= +0, whose bits order as signed integers, or one and the same negative number.
__device__ inline float warp_max_rank(float rank) { return __int_as_float(warp_max(__float_as_int(rank))); }

__device__ inline double warp_max_rank(double rank) {
  const int high = warp_max(__double2hiint(rank));
  // The lower halves order as unsigned integers.
  const int low = warp_max(__double2hiint(rank) == high ? __double2loint(rank) ^ INT_MIN : INT_MIN);
  return __hiloint2double(high, low ^ INT_MIN);
}

/// The greatest of any values but NaN. A float -0 is less than 0.
__device__ inline float warp_max_value(float value) { return from_signed_order<float>(warp_max(signed_order(value))); }

__device__ inline double warp_max_value(double value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmax(value, __shfl_xor_sync(full_warp, value, distance));
  return value;
}

/// A condition that is the same in all lanes, which the compiler cannot know: it then generates no code for lanes that
/// diverge.
__device__ inline bool uniform(bool condition) { return __any_sync(full_warp, condition); }

/// The number of this thread's warp in its block, the same in all lanes: see uniform().
__device__ inline int warp_of_block() { return __shfl_sync(full_warp, static_cast<int>(threadIdx.x / 32), 0); }

} // namespace thrustline::gpu
