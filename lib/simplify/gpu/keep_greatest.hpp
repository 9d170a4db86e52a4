// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::gpu {

/// Selection by significance on a device. It is not part of the engines, so that it is compiled once for each type.
template <class Real>
struct keep_greatest_on_cuda {
  /// As cpu::keep_greatest(); both arrays are on the device, which must be the current one. Waits. Memory: the values
  /// twice, for a radix sort.
  static detail::kept_greatest<Real> run(device_policy const& policy, const Real* values, std::int64_t n,
                                         std::int64_t count, std::uint8_t* mask);
};

} // namespace thrustline::gpu
