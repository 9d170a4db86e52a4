// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

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

template <class Real>
flow::closure_report closure_on_cuda<Real>::run(device_policy const& policy, flow::call_input<Real, 2> const& input,
                                                std::uint8_t* mask) {
  flow::batch<Real, 2> const& lines = input.lines;
  constexpr bool is_double = std::is_same_v<Real, double>;
  const detail::temporary<flow::plane_point, device_policy> widened(policy, is_double ? 0 : lines.count);
  const flow::plane_point* points = widened.data();
  if constexpr (is_double)
    points = lines.points;
  else
    detail::for_each_index(policy, lines.count, widen_point<Real>{lines.points, widened.data()});
  return planar_closure(policy, {points, lines.count, lines.offsets, lines.series}, input.options.topology(),
                        flow::split_by_metric<device_policy, Real>(policy, lines, input.options), mask);
}

} // namespace thrustline::gpu
