// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/rings.hpp"
#include "simplify/flow/simplify_flow.hpp"

/// The course of a call of significance, the same on every policy.
namespace thrustline::flow {

template <class Real>
struct is_significant {
  const Real* values;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return values[i] > Real(0) ? 1 : 0; }
};

/// As simplify_on(), but the engine's marks are the values.
template <class Policy, class Real, int D, class Engine>
simplify_report significance_on(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                                const double* tolerances, Engine engine, Real* values, seen_points seen) {
  check_input(policy, lines, tolerances, options.invalid(), seen);

  simplify_report report;
  report.points = lines.count;
  constexpr Real ends = std::numeric_limits<Real>::infinity();
  if (options.closed()) {
    const validity<Real, D> valid = validity_by<Real, D>(options);
    const opened_rings<Policy, Real, D> rings(policy, lines, options.invalid() == invalid::ignore, valid);
    detail::temporary<Real, Policy> opened(policy, rings.lines().count);
    report.levels = mask_open_series(policy, rings.lines(), options, tolerances, engine, opened.data(), ends).levels;
    rings.close_marks(opened.data(), values);
  } else {
    const engine_report told = mask_open_series(policy, lines, options, tolerances, engine, values, ends, seen);
    if (told.refused)
      check_input(policy, lines, tolerances, options.invalid()); // throws
    report.levels = told.levels;
    if (told.kept >= 0) {
      report.kept = told.kept;
      return report;
    }
  }
  auto kept = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), is_significant<Real>{values});
  report.kept = detail::reduce<std::int64_t>(policy, kept, lines.count, std::int64_t(0), detail::plus<std::int64_t>{});
  return report;
}

} // namespace thrustline::flow
