// SPDX-License-Identifier: MIT
#pragma once

#include "executor_state.hpp"
#include <thrustline/significance.hpp>

/// Where a checked call goes. There is no such thing for CUDA yet.
namespace thrustline::detail {

template <class Real, int D>
struct significance_on_cpu {
  static simplify_report significance(executor_state& on, polylines<Real, D> const& lines,
                                      simplify_options const& options, Real* values);
};

} // namespace thrustline::detail
