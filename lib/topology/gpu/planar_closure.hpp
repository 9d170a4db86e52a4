// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "topology/flow/closure_report.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/plane.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::gpu {

/// flow::planar_closure() on a device, where all arrays are. Compiled once for all metrics and types of points. Waits
/// for the device before it allocates nodes, at the end, and whenever there is no room for more nodes; with
/// topology::between also whenever it looks at the nodes with the same ends once more.
flow::closure_report planar_closure(device_policy const& policy, flow::plane_lines const& lines, topology scope,
                                    flow::node_splitter const& splitter, std::uint8_t* keep);

} // namespace thrustline::gpu
