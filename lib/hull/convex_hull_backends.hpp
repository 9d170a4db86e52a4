// SPDX-License-Identifier: MIT
#pragma once

#include "core/executor_state.hpp"
#include "core/placement.hpp"
#include <thrustline/convex_hull.hpp>

/// CPU and CUDA implementations of convex_hull(). They place as many vertices as the hulls have.
namespace thrustline::detail {

template <class Real>
struct convex_hull_on_cpu {
  static hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                         placement<hull_outputs<Real>> const& place);
};

template <class Real>
struct convex_hull_on_cuda {
  static hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                         placement<hull_outputs<Real>> const& place);
};

} // namespace thrustline::detail
