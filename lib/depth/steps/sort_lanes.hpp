// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/host_device.hpp>

/// Branch-free selection from several sets of numbers at once, one set in each lane. Loops over lanes become vector
/// instructions on CPUs; on a device a thread has one lane, and the numbers stay in registers.
namespace thrustline::depth::detail {

template <int Lanes>
struct lanes {
  float of[Lanes];
};

/// Swaps a and b where a > b. Neither may be NaN or -0, on whose order with 0 CPUs and devices disagree.
template <int Lanes>
THRUSTLINE_HD inline void put_in_order(lanes<Lanes>& a, lanes<Lanes>& b) {
#if defined(__CUDA_ARCH__)
  for (int l = 0; l < Lanes; ++l) {
    const float x = a.of[l], y = b.of[l];
    a.of[l] = fminf(x, y);
    b.of[l] = fmaxf(x, y);
  }
#else
  // Two loops of one selection each: GCC makes branches of two in one loop.
  lanes<Lanes> lower;
  for (int l = 0; l < Lanes; ++l)
    lower.of[l] = a.of[l] < b.of[l] ? a.of[l] : b.of[l];
  for (int l = 0; l < Lanes; ++l)
    b.of[l] = a.of[l] < b.of[l] ? b.of[l] : a.of[l];
  a = lower;
#endif
}

/// Moves the least of `Count` values to the front and the greatest to the end.
template <int Count, int Lanes>
THRUSTLINE_HD inline void put_extremes_outside(lanes<Lanes>* values) {
  for (int i = 0; i < Count / 2; ++i)
    put_in_order(values[i], values[Count - 1 - i]);
  for (int i = 1; i < (Count + 1) / 2; ++i) {
    put_in_order(values[0], values[i]);
    put_in_order(values[Count - 1 - i], values[Count - 1]);
  }
}

/// Drops the extremes of `Count` values, takes another one from next(), drops the extremes again, and so on for `More`
/// values. The Count - More - 2 values that are left begin at values[1].
template <int Count, int More, int Lanes, class Next>
THRUSTLINE_HD inline void drop_extremes(lanes<Lanes>* values, Next& next) {
  put_extremes_outside<Count>(values);
  if constexpr (More > 0) {
    values[0] = next();
    drop_extremes<Count - 1, More - 1>(values, next);
  }
}

} // namespace thrustline::depth::detail
