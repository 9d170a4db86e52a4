// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/cpu/thread_policy.hpp"
#include "core/offsets_or_whole.hpp"
#include "core/threads.hpp"
#include "simplify/cpu/bounded/significance_outcome.hpp"
#include "simplify/cpu/host_arrays.hpp"
#include "simplify/cpu/keep_greatest.hpp"
#include "simplify/flow/series_amounts.hpp"
#include "simplify/flow/significance_flow.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::cpu {

/// Engine `bounded` for significance, as flow::significance_on() takes it.
template <class Real, int D>
class significance_of_batch {
public:
  explicit significance_of_batch(int threads) : bounded_(threads) {}

  flow::unchecked begin(flow::call_input<Real, D> const& input, Real*) {
    return bounded_.make_boxes_early(input.lines, input.options) ? flow::unchecked::all_but_points
                                                                 : flow::unchecked::all;
  }

  template <class Problem>
  std::optional<flow::engine_report> run(Problem& problem) {
    problem.mark_ends();
    return flow::engine_report{bounded_.significance(points_of(problem), {problem.ends(), problem.series},
                                                     problem.tolerance, problem.metric_name, problem.marks)};
  }

private:
  significance_engine<Real, D> bounded_;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real, int D>
class significance_on_cpu final : public significance_backend<Real, D> {
public:
  simplify_report significance(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                               Real* values, memory) const override {
    const cpu::host_arrays<Real, D> arrays(lines, options);
    const cpu::thread_policy policy(threads::call_threads(on.threads, lines.points));
    cpu::significance_of_batch<Real, D> engine(policy.threads());
    simplify_report report = flow::significance_on(policy, arrays.input(), engine, values);
    report.used = engine::bounded;
    return report;
  }

  simplify_to_count_report simplify_to_count(executor_state& on, polylines<Real, D> const& lines,
                                             simplify_options const& options, std::int64_t count,
                                             std::uint8_t* keep_mask) const override {
    std::vector<Real> values(static_cast<std::size_t>(lines.points));
    simplify_to_count_report report{significance(on, lines, options, values.data(), memory::host)};
    std::vector<Real> some;
    const kept_greatest<Real> kept = cpu::keep_greatest(values.data(), lines.points, count, keep_mask, some);
    report.kept = kept.count;
    report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
    return report;
  }

  simplify_to_count_report simplify_each(executor_state& on, polylines<Real, D> const& lines,
                                         simplify_options const& options, amounts_of_series const& amounts,
                                         std::uint8_t* keep_mask) const override {
    const cpu::thread_policy policy(threads::call_threads(on.threads, lines.points));
    flow::check_amounts(policy, amounts, lines.series);
    std::vector<Real> values(static_cast<std::size_t>(lines.points));
    simplify_to_count_report report{significance(on, lines, options, values.data(), memory::host)};
    const offsets_or_whole offsets(lines);
    const flow::wanted_of_series wanted{amounts, offsets.data()};
    const kept_greatest<Real> kept =
        cpu::keep_greatest_of_each(policy.threads(), values.data(), wanted.offsets, lines.series, wanted, keep_mask);
    report.kept = kept.count;
    report.asked = flow::count_wanted(policy, wanted, lines.series);
    report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
    return report;
  }
};

template <class Real, int D>
significance_backend<Real, D> const& significance_backend<Real, D>::on_cpu() {
  static const significance_on_cpu<Real, D> backend{};
  return backend;
}

} // namespace thrustline::detail
