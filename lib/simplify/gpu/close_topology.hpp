// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/gpu/device_call.hpp"
#include "simplify/flow/prepared.hpp"
#include "simplify/gpu/bounded/round_follower.hpp"
#include "topology/flow/closure_report.hpp"
#include "topology/flow/edge_boxes.hpp"

namespace thrustline::gpu {

/// The memory of boxes of edges.
using edge_box_levels = flow::box_levels<flow::edge_boxes::bits, device_policy>;

/// The closure that keeps the topology, for points of any type.
class topology_closure : public round_follower {
public:
  virtual ~topology_closure() = default;

  /// Splits small rings if the mask is complete, and lists the points that it keeps. The first call also makes what
  /// needs no mask. Does not wait.
  void follow(flow::mask_state const& state) override = 0;

  /// Grows the mask to the closure (algorithms/topology.hpp). All points are valid. kept: the points of the complete
  /// mask that follow() was called for; nothing: this counts them, after a call of follow() if there was none. Waits.
  virtual flow::closure_report complete(std::optional<std::int64_t> kept) = 0;
};

/// The closure on a device. It is not part of the engines, so that it is compiled once for each type.
template <class Real>
class closure_on_cuda final : public topology_closure {
public:
  /// Takes memory for follow(). All arrays are on the device; `mask` is that of plain Ramer-Douglas-Peucker. boxes:
  /// null, or the memory of the boxes of edges, whose first level is made.
  closure_on_cuda(device_policy const& policy, flow::call_input<Real, 2> const& input, std::uint8_t* mask,
                  std::unique_ptr<edge_box_levels> boxes = nullptr);
  ~closure_on_cuda() override;

  void follow(flow::mask_state const& state) override;
  flow::closure_report complete(std::optional<std::int64_t> kept) override;

private:
  class state;

  std::unique_ptr<state> state_;
};

} // namespace thrustline::gpu
