// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "simplify/flow/prepared.hpp"

namespace thrustline::gpu {

/// The keep mask of open series for other capabilities. It is compiled with simplify() for the same points, as it takes
/// the same kernels.
template <class Real, int D>
struct open_mask {
  /// Arrays are in device memory; the input has been checked. Waits.
  static void run(device_call const& call, flow::call_input<Real, D> const& input, std::uint8_t* mask);
};

} // namespace thrustline::gpu
