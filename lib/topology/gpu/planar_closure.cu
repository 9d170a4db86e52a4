// SPDX-License-Identifier: MIT
#include "topology/gpu/planar_closure.hpp"

#include "topology/flow/planar_closure.hpp"

namespace thrustline::gpu {

flow::closure_report planar_closure(device_policy const& policy, flow::plane_lines const& lines, topology scope,
                                    flow::node_splitter const& splitter, std::uint8_t* keep) {
  return flow::planar_closure(policy, lines, scope, splitter, keep);
}

} // namespace thrustline::gpu
