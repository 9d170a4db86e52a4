// SPDX-License-Identifier: MIT
#pragma once

#include "core/executor_state.hpp"
#include <thrustline/simplify.hpp>

/// CPU and CUDA implementations of simplify() and max_deviation(). Arguments have passed the checks of check_lines.hpp
/// and check_options.hpp.
namespace thrustline::detail {

template <class Real, int D>
struct simplify_on_cpu {
  static simplify_report simplify(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                  simplify_outputs<Real, D> const& outputs);
  static double max_deviation(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                              const std::uint8_t* keep_mask);
};

template <class Real, int D>
struct simplify_on_cuda {
  static simplify_report simplify(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                  simplify_outputs<Real, D> const& outputs);
  static double max_deviation(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                              const std::uint8_t* keep_mask);
};

} // namespace thrustline::detail

/// Instantiates `what`<Real, D> for the point types of the compiled API.
#define THRUSTLINE_FOR_EACH_POINT_TYPE(what)                                                                           \
  what<float, 1>;                                                                                                      \
  what<float, 2>;                                                                                                      \
  what<float, 3>;                                                                                                      \
  what<double, 1>;                                                                                                     \
  what<double, 2>;                                                                                                     \
  what<double, 3>;
