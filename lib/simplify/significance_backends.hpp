// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/executor_state.hpp"
#include <thrustline/significance.hpp>

/// CPU and CUDA implementations of significance() and simplify_to_count(). Arguments have been checked.
namespace thrustline::detail {

/// Result of a selection by significance.
template <class Real>
struct kept_greatest {
  std::int64_t count;     ///< points kept
  Real greatest_left_out; ///< 0: every significant point is kept
};

/// The points to keep of each series, as counts or as shares of its points; the other array is null.
struct amounts_of_series {
  const std::int64_t* counts;
  const double* ratios;
};

template <class Real, int D>
class significance_backend {
public:
  /// `where`: memory of the values; host on a CPU.
  virtual simplify_report significance(executor_state& on, polylines<Real, D> const& lines,
                                       simplify_options const& options, Real* values, memory where) const = 0;
  /// The caller sets the report's `asked`, and raises its equal_tolerance to the tolerance of the options.
  virtual simplify_to_count_report simplify_to_count(executor_state& on, polylines<Real, D> const& lines,
                                                     simplify_options const& options, std::int64_t count,
                                                     std::uint8_t* keep_mask) const = 0;
  /// amounts: in the memory of the points, not yet checked. The caller raises the report's equal_tolerance to the
  /// tolerance of the options.
  virtual simplify_to_count_report simplify_each(executor_state& on, polylines<Real, D> const& lines,
                                                 simplify_options const& options, amounts_of_series const& amounts,
                                                 std::uint8_t* keep_mask) const = 0;

  static significance_backend const& on_cpu();
  static significance_backend const& on_cuda();

protected:
  ~significance_backend() = default;
};

} // namespace thrustline::detail
