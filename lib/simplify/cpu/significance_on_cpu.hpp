// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/cpu/with_policy.hpp"
#include "simplify/cpu/batch_of.hpp"
#include "simplify/cpu/bounded/significance_outcome.hpp"
#include "simplify/cpu/keep_greatest.hpp"
#include "simplify/flow/significance_flow.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::detail {

template <class Real, int D>
simplify_report significance_on_cpu<Real, D>::significance(executor_state& on, polylines<Real, D> const& lines,
                                                           simplify_options const& options, Real* values, memory) {
  const std::int64_t whole[2] = {0, lines.points};
  const flow::batch<Real, D> batch = cpu::batch_of(lines, whole);
  cpu::significance_engine<Real, D> bounded(on.threads);
  const flow::seen_points seen{bounded.make_boxes_early(batch, options)};

  simplify_report report = cpu::with_policy(on.threads, [&](auto const& policy) {
    const auto run = [&](auto points, auto count, auto* ends, auto series, auto tolerance, auto metric, Real* marks) {
      return bounded.significance({points, count, metric.skip, metric.valid}, cpu::list_ends(ends, series), tolerance,
                                  options.metric(), marks);
    };
    return flow::significance_on(policy, batch, options, options.tolerances(), run, values, seen);
  });
  report.used = engine::bounded;
  return report;
}

template <class Real, int D>
simplify_to_count_report significance_on_cpu<Real, D>::simplify_to_count(executor_state& on,
                                                                         polylines<Real, D> const& lines,
                                                                         simplify_options const& options,
                                                                         std::int64_t count, std::uint8_t* keep_mask) {
  std::vector<Real> values(static_cast<std::size_t>(lines.points));
  simplify_to_count_report report{significance(on, lines, options, values.data(), memory::host)};
  const kept_greatest<Real> kept = cpu::keep_greatest(values, count, keep_mask);
  report.kept = kept.count;
  report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
  return report;
}

} // namespace thrustline::detail
