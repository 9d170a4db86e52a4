// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "core/flow/tabulated.hpp"
#include "simplify/flow/engine.hpp"
#include "simplify/flow/mark_rings.hpp"

/// Pipeline of a call of significance(), the same on every policy.
namespace thrustline::flow {

template <class Real>
struct is_significant {
  const Real* values;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return values[i] > Real(0) ? 1 : 0; }
};

template <class Policy, class Real>
std::int64_t count_significant(Policy const& policy, const Real* values, std::int64_t n) {
  return sum_over(policy, n, is_significant<Real>{values});
}

/// Computes the significance of every point: the engine's marks are the values.
template <class Policy, class Real, int D, class Engine>
simplify_report significance_on(Policy const& policy, call_input<Real, D> const& input, Engine& engine, Real* values) {
  const batch<Real, D>& lines = input.lines;
  constexpr Real ends = std::numeric_limits<Real>::infinity();
  simplify_report report;
  report.points = lines.count;
  const auto mark = [&] {
    if constexpr (D > 1) { // a series of values is no ring
      const auto finish = [](call_input<Real, D> const&, ring_layout const&, Real*) { return std::int64_t(0); };
      if (has_rings(input))
        return mark_rings(policy, input, engine, values, ends, finish);
    }
    return check_and_mark(policy, input, engine, values, ends);
  };
  const engine_report done = mark();
  report.levels = done.levels;
  report.kept = done.kept ? *done.kept : count_significant(policy, values, lines.count);
  return report;
}

} // namespace thrustline::flow
