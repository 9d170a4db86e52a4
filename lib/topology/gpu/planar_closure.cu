// SPDX-License-Identifier: MIT
#include "topology/gpu/planar_closure.hpp"

#include "topology/flow/planar_closure.hpp"

namespace thrustline::gpu {

void prepare_lines(flow::prepared_lines<device_policy> const& prepared) { prepared.make(); }

void list_kept(flow::prepared_lines<device_policy> const& prepared, const std::uint8_t* keep) {
  prepared.list_kept(keep);
}

flow::closure_report planar_closure(device_policy const& policy, flow::prepared_lines<device_policy>& prepared,
                                    topology scope, flow::node_splitter<device_policy> const& splitter,
                                    std::int64_t roots, std::uint8_t* keep) {
  return flow::planar_closure(policy, prepared, scope, splitter, roots, keep);
}

} // namespace thrustline::gpu
