// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace thrustline::cpu {

/// Bit k: whether number k is true, of a comparison of two vectors of 32 bytes, of float or of double.
template <class Truths>
unsigned bits_of(Truths const& truths) {
  static_assert(sizeof truths == 32);
  constexpr int count = sizeof truths / sizeof truths[0];
#if defined(__SSE2__)
  // Compilers keep both halves in registers where they can.
  __m128 low, high;
  std::memcpy(&low, &truths, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&truths) + sizeof low, sizeof high);
  if constexpr (count == 8)
    return static_cast<unsigned>(_mm_movemask_ps(low) | _mm_movemask_ps(high) << 4);
  else
    return static_cast<unsigned>(_mm_movemask_pd(_mm_castps_pd(low)) | _mm_movemask_pd(_mm_castps_pd(high)) << 2);
#else
  unsigned bits = 0;
  for (int k = 0; k < count; ++k)
    bits |= static_cast<unsigned>(truths[k] != 0) << k;
  return bits;
#endif
}

} // namespace thrustline::cpu
