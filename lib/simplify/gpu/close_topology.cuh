// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/flow/kept_lists.hpp"
#include "simplify/flow/split_by_metric.hpp"
#include "simplify/gpu/close_topology.hpp"
#include "topology/gpu/planar_closure.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::gpu {

template <class Real>
struct widen_point {
  const point<Real, 2>* from;
  flow::plane_point* to;
  THRUSTLINE_HD void operator()(std::int64_t i) const {
    to[i] = {{static_cast<double>(from[i][0]), static_cast<double>(from[i][1])}};
  }
};

/// The memory and the steps of a closure.
template <class Real>
class closure_on_cuda<Real>::state {
public:
  state(device_policy const& policy, flow::call_input<Real, 2> const& input, std::uint8_t* mask,
        std::unique_ptr<edge_box_levels> boxes)
      : policy_(policy), input_(input), mask_(mask), widened_(policy, is_double ? 0 : input.lines.count),
        prepared_(policy, {points(), input.lines.count, input.lines.offsets, input.lines.series}, std::move(boxes)),
        splits_(input.lines, input.options) {}

  void follow(flow::mask_state const& state) {
    if (!is_prepared_)
      prepared_.fork();
    splits_.split_small_rings(policy_, state, mask_, prepared_.in_rings()); // rule 4; rule 1 holds already
    if (!is_prepared_)
      prepare();
    prepared_.fork();
    list_kept(prepared_, mask_); // in vain if there is another round; else it is done when the host knows that
  }

  flow::closure_report complete(std::optional<std::int64_t> kept) {
    if (input_.lines.count == 0)
      return {};
    if (!is_prepared_)
      follow({});
    const std::int64_t roots = kept ? *kept : flow::count_mask(policy_, mask_, input_.lines.count);
    return planar_closure(policy_, prepared_, input_.options.topology(), splits_, roots, mask_);
  }

private:
  static constexpr bool is_double = std::is_same_v<Real, double>;

  void prepare() {
    if constexpr (!is_double)
      detail::for_each_index(prepared_.policy(), input_.lines.count,
                             widen_point<Real>{input_.lines.points, widened_.data()});
    prepare_lines(prepared_);
    is_prepared_ = true;
  }

  const flow::plane_point* points() const {
    if constexpr (is_double)
      return input_.lines.points;
    else
      return widened_.data();
  }

  device_policy policy_;
  flow::call_input<Real, 2> input_;
  std::uint8_t* mask_;
  detail::temporary<flow::plane_point, device_policy> widened_;
  flow::prepared_lines<device_policy> prepared_;
  flow::split_by_metric<device_policy, Real> splits_;
  bool is_prepared_ = false;
};

template <class Real>
closure_on_cuda<Real>::closure_on_cuda(device_policy const& policy, flow::call_input<Real, 2> const& input,
                                       std::uint8_t* mask, std::unique_ptr<edge_box_levels> boxes)
    : state_(std::make_unique<state>(policy, input, mask, std::move(boxes))) {}

template <class Real>
closure_on_cuda<Real>::~closure_on_cuda() = default;

template <class Real>
void closure_on_cuda<Real>::follow(flow::mask_state const& state) {
  state_->follow(state);
}

template <class Real>
flow::closure_report closure_on_cuda<Real>::complete(std::optional<std::int64_t> kept) {
  return state_->complete(kept);
}

} // namespace thrustline::gpu
