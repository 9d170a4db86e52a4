// SPDX-License-Identifier: MIT
#pragma once

#include "core/executor_state.hpp"
#include "core/placement.hpp"
#include <thrustline/convex_hull.hpp>

/// CPU and CUDA implementations of convex_hull(). They place as many vertices as the hulls have.
namespace thrustline::detail {

template <class Real>
class convex_hull_backend {
public:
  virtual hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                          placement<hull_outputs<Real>> const& place) const = 0;

  static convex_hull_backend const& on_cpu();
  static convex_hull_backend const& on_cuda();

protected:
  ~convex_hull_backend() = default;
};

} // namespace thrustline::detail
