// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/executor_state.hpp"
#include <thrustline/convex_hull.hpp>

/// The two ways a checked call of convex_hull may go.
namespace thrustline::detail {

/// Where the vertices go.
template <class Real>
struct hull_placer {
  std::function<hull_outputs<Real>(std::int64_t vertices)>
      outputs_for;                           ///< called once their number is known; may throw
  const hull_outputs<Real>* known = nullptr; ///< what it will return; null: not known before the number is

  hull_outputs<Real> operator()(std::int64_t vertices) const { return outputs_for(vertices); }
};

template <class Real>
struct convex_hull_on_cpu {
  static hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                         hull_placer<Real> const& place);
};

template <class Real>
struct convex_hull_on_cuda {
  static hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                         hull_placer<Real> const& place);
};

} // namespace thrustline::detail
