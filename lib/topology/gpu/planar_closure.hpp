// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "topology/flow/closure_report.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/prepared_lines.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::gpu {

/// prepared.make() on a device. Does not wait.
void prepare_lines(flow::prepared_lines<device_policy> const& prepared);

/// prepared.list_kept() on a device. Does not wait.
void list_kept(flow::prepared_lines<device_policy> const& prepared, const std::uint8_t* keep);

/// flow::planar_closure() on a device, where all arrays are. Compiled once for all metrics and types of points. Waits
/// for the device at the end, and whenever there is no room for more nodes; with topology::between also whenever it
/// looks at the nodes with the same ends once more.
flow::closure_report planar_closure(device_policy const& policy, flow::prepared_lines<device_policy>& prepared,
                                    topology scope, flow::node_splitter<device_policy> const& splitter,
                                    std::int64_t roots, std::uint8_t* keep);

} // namespace thrustline::gpu
