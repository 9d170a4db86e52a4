// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// The number of the lowest bit that is set; there must be one.
THRUSTLINE_HD inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  int lowest = 0;
  while ((bits & 1u << lowest) == 0)
    ++lowest;
  return lowest;
#endif
}

THRUSTLINE_HD inline int count_bits(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  int count = 0;
  for (; bits != 0; bits &= bits - 1)
    ++count;
  return count;
#endif
}

} // namespace thrustline::flow
