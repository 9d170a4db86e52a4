// SPDX-License-Identifier: MIT
#pragma once

#include "core/executor_state.hpp"
#include <thrustline/simplify.hpp>

/// CPU and CUDA implementations of simplify() and max_deviation(). Arguments have passed the checks of check_lines.hpp
/// and check_options.hpp.
namespace thrustline::detail {

template <class Real, int D>
class simplify_backend {
public:
  virtual simplify_report simplify(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                   simplify_outputs<Real, D> const& outputs) const = 0;
  virtual double max_deviation(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                               const std::uint8_t* keep_mask) const = 0;

  static simplify_backend const& on_cpu();
  static simplify_backend const& on_cuda();

protected:
  ~simplify_backend() = default;
};

} // namespace thrustline::detail
