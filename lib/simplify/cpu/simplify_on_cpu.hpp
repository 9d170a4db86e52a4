// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/cpu/thread_policy.hpp"
#include "core/threads.hpp"
#include "simplify/close_topology.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"
#include "simplify/cpu/host_arrays.hpp"
#include "simplify/cpu/recursive/recursive_engine.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/finish_rings.hpp"
#include "simplify/flow/select_flow.hpp"
#include "simplify/flow/simplify_flow.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/simplify_backends.hpp"
#include <thrustline/detail/for_each_range.hpp>

namespace thrustline::cpu {

/// Calls of fewer points end before the workspace of engine `bounded` is made.
inline constexpr std::int64_t fewest_for_bounded = 1024;

/// Engines `recursive` (also under the name `fused`), `composed` and `bounded` on CPU cores.
template <class Real, int D>
class batch_engine {
public:
  batch_engine(thread_policy const& policy, engine used, bool closed)
      : policy_(policy), used_(used), closing_points_(closed ? 1 : 0), bounded_(policy.threads()) {}

  /// An engine of the same kind for other points.
  batch_engine again() const { return {policy_, used_, closing_points_ > 0}; }

  /// Writes the points of the input now, or leaves that to the pass that makes the boxes.
  void write_points(flow::call_input<Real, D> const& input, detail::pending_points<Real, D> const& pending) {
    const bool begins_with_boxes = used_ == engine::bounded && !input.pins && !flow::has_rings(input) &&
                                   bounded_engine<Real, D>::makes_boxes_early(input.lines, input.options);
    if (begins_with_boxes)
      return bounded_.write_with_boxes(pending);
    detail::for_each_range(policy_, input.lines.count,
                           [&](std::int64_t first, std::int64_t last) { pending.write(first, last); });
  }

  flow::unchecked begin(flow::call_input<Real, D> const& input, std::uint8_t*) {
    const bool all_valid = used_ == engine::bounded && bounded_.make_boxes_early(input.lines, input.options);
    return all_valid ? flow::unchecked::all_but_points : flow::unchecked::all;
  }

  template <class Problem>
  std::optional<flow::engine_report> run(Problem& problem) {
    if (used_ == engine::composed)
      return flow::composed_engine<thread_policy>{policy_}.run(problem);
    problem.mark_ends();
    if (used_ == engine::bounded)
      return flow::engine_report{bounded_.simplify(points_of(problem), {problem.ends(), problem.series},
                                                   problem.tolerance, problem.metric_name, problem.marks)};
    if (used_ == engine::fused)
      thrustline::detail::check_fits_fused(used_, problem.longest() - closing_points_);
    // Where all points are valid the bare metric makes the faster loop.
    if (problem.metric.skip)
      return split(problem, problem.metric);
    return split(problem, problem.metric.metric);
  }

  flow::closure_report close_topology(flow::call_input<Real, D> const& input, std::uint8_t* mask) const {
    return {detail::close_topology(policy_.threads(), input.lines, input.options, mask), std::nullopt};
  }

private:
  template <class Problem, class Metric>
  flow::engine_report split(Problem const& problem, Metric const& metric) const {
    return {recursive_engine(policy_.threads(), problem, metric)};
  }

  thread_policy const& policy_;
  engine used_;
  std::int64_t closing_points_; ///< repeated points that close a ring, 0 or 1 in each series
  bounded_engine<Real, D> bounded_;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real, int D>
class simplify_on_cpu final : public simplify_backend<Real, D> {
public:
  simplify_report simplify(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                           wanted_results<Real> const& wanted) const override {
    return run(on, lines, options, wanted, nullptr);
  }

  simplify_report simplify_pending(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                   wanted_results<Real> const& wanted,
                                   pending_points<Real, D> const& pending) const override {
    return run(on, lines, options, wanted, &pending);
  }

  simplify_report select(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                         const std::uint8_t* keep_mask, wanted_results<Real> const& wanted) const override {
    const cpu::host_arrays<Real, D> arrays(lines, options);
    return flow::select_on(cpu::thread_policy(threads::call_threads(on.threads, lines.points)),
                           arrays.input_beside_mask(), keep_mask, wanted);
  }

  double max_deviation(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                       const std::uint8_t* keep_mask) const override {
    const cpu::thread_policy policy(threads::call_threads(on.threads, lines.points));
    const cpu::host_arrays<Real, D> arrays(lines, options);
    return flow::deviation_on(policy, arrays.input_beside_mask(), keep_mask);
  }

  finish_rings_report finish_rings(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                   std::uint8_t* keep_mask) const override {
    const cpu::host_arrays<Real, D> arrays(lines, options);
    const cpu::thread_policy policy(threads::call_threads(on.threads, lines.points));
    const cpu::batch_engine<Real, D> engine(policy, engine_for(lines.points, options), options.closed());
    return flow::finish_rings_on(policy, arrays.input(), engine, keep_mask);
  }

private:
  /// pending: null where the points are written.
  static simplify_report run(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                             wanted_results<Real> const& wanted, const pending_points<Real, D>* pending) {
    const cpu::host_arrays<Real, D> arrays(lines, options);
    const flow::call_input<Real, D> input = arrays.input();
    const engine used = engine_for(lines.points, options);
    const cpu::thread_policy policy(threads::call_threads(on.threads, lines.points));
    cpu::batch_engine<Real, D> engine(policy, used, options.closed());
    if (pending)
      engine.write_points(input, *pending);
    simplify_report report = flow::simplify_on(policy, input, engine, wanted);
    report.used = used;
    return report;
  }

  static engine engine_for(std::int64_t points, simplify_options const& options) {
    return options.engine() != engine::automatic ? options.engine()
           : points < cpu::fewest_for_bounded    ? engine::recursive
                                                 : engine::bounded;
  }
};

template <class Real, int D>
simplify_backend<Real, D> const& simplify_backend<Real, D>::on_cpu() {
  static const simplify_on_cpu<Real, D> backend{};
  return backend;
}

} // namespace thrustline::detail
