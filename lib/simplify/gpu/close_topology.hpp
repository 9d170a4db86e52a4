// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "simplify/flow/prepared.hpp"
#include "topology/flow/closure_report.hpp"

namespace thrustline::gpu {

/// The closure that keeps the topology, on a device. It is not part of the engines, so that it is compiled once for
/// each type.
template <class Real>
struct closure_on_cuda {
  /// Grows the mask of plain Ramer-Douglas-Peucker to the closure (algorithms/topology.hpp). All arrays are on the
  /// device, all points valid. Waits.
  static flow::closure_report run(device_policy const& policy, flow::call_input<Real, 2> const& input,
                                  std::uint8_t* mask);
};

} // namespace thrustline::gpu
