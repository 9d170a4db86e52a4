// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/engine.hpp"
#include "simplify/flow/rings.hpp"

/// Pipeline of a call of significance(), the same on every policy.
namespace thrustline::flow {

template <class Real>
struct is_significant {
  const Real* values;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return values[i] > Real(0) ? 1 : 0; }
};

template <class Policy, class Real>
std::int64_t count_significant(Policy const& policy, const Real* values, std::int64_t n) {
  auto significant =
      thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), is_significant<Real>{values});
  return detail::reduce<std::int64_t>(policy, significant, n, std::int64_t(0), detail::plus<std::int64_t>{});
}

/// Computes the significance of every point: the engine's marks are the values.
template <class Policy, class Real, int D, class Engine>
simplify_report significance_on(Policy const& policy, call_input<Real, D> const& input, Engine& engine, Real* values) {
  const batch<Real, D>& lines = input.lines;
  constexpr Real ends = std::numeric_limits<Real>::infinity();
  simplify_report report;
  report.points = lines.count;
  if (input.options.closed()) {
    check_input(policy, input);
    opened_rings<Policy, Real, D> rings(policy, lines, input.options);
    detail::temporary<Real, Policy> opened(policy, rings.lines().count);
    const call_input<Real, D> open_input{rings.lines(), input.options, input.tolerances, rings.open_pins(input.pins)};
    report.levels = mark_open_series(policy, open_input, engine, opened.data(), ends).value().levels;
    rings.close_marks(opened.data(), values);
  } else {
    const engine_report done = check_and_mark(policy, input, engine, values, ends);
    report.levels = done.levels;
    if (done.kept) {
      report.kept = *done.kept;
      return report;
    }
  }
  report.kept = count_significant(policy, values, lines.count);
  return report;
}

} // namespace thrustline::flow
