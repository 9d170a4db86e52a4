// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/executor_state.hpp"
#include <thrustline/significance.hpp>

/// The two ways a checked call may go.
namespace thrustline::detail {

/// What selection by significance has kept.
template <class Real>
struct kept_greatest {
  std::int64_t count;
  Real greatest_left_out; ///< 0: nothing that is significant
};

template <class Real, int D>
struct significance_on_cpu {
  /// `where`: host.
  static simplify_report significance(executor_state& on, polylines<Real, D> const& lines,
                                      simplify_options const& options, Real* values, memory where);
  /// The report's equal_tolerance does not know of the options', nor the report what was asked.
  static simplify_to_count_report simplify_to_count(executor_state& on, polylines<Real, D> const& lines,
                                                    simplify_options const& options, std::int64_t count,
                                                    std::uint8_t* keep_mask);
};

template <class Real, int D>
struct significance_on_cuda {
  static simplify_report significance(executor_state& on, polylines<Real, D> const& lines,
                                      simplify_options const& options, Real* values, memory where);
  static simplify_to_count_report simplify_to_count(executor_state& on, polylines<Real, D> const& lines,
                                                    simplify_options const& options, std::int64_t count,
                                                    std::uint8_t* keep_mask);
};

} // namespace thrustline::detail
