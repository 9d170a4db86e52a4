// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cpu/with_policy.hpp"
#include "simplify/cpu/batch_of.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"
#include "simplify/cpu/recursive/recursive_engine.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/simplify_flow.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/simplify_backends.hpp"
#include <thrustline/algorithms/rdp.hpp>

namespace thrustline::cpu {

/// Calls of fewer points are done before the workspace of engine `bounded` is made, and before other threads are awake.
inline constexpr std::int64_t fewest_for_bounded = 1024;

/// The threads for a call of so many points: on a busy machine one that has to be waited for costs milliseconds.
inline int threads_for(std::int64_t points, int threads) { return points < fewest_for_bounded ? 1 : threads; }

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real, int D>
simplify_report simplify_on_cpu<Real, D>::simplify(executor_state& on, polylines<Real, D> const& lines,
                                                   simplify_options const& options,
                                                   simplify_outputs<Real, D> const& outputs) {
  const std::int64_t whole[2] = {0, lines.points};
  const flow::batch<Real, D> batch = cpu::batch_of(lines, whole);
  const engine used = options.engine() != engine::automatic    ? options.engine()
                      : lines.points < cpu::fewest_for_bounded ? engine::recursive
                                                               : engine::bounded;

  const int threads = cpu::threads_for(lines.points, on.threads);
  cpu::bounded_engine<Real, D> bounded(threads);
  const flow::seen_points seen{used == engine::bounded && bounded.make_boxes_early(batch, options)};

  simplify_report report = cpu::with_policy(threads, [&](auto const& policy) {
    const auto run = [&](auto points, auto count, auto* ends, auto series, auto tolerance, auto metric,
                         std::uint8_t* mask) {
      if (used == engine::bounded)
        return bounded.simplify({points, count, metric.skip, metric.valid}, cpu::list_ends(ends, series), tolerance,
                                options.metric(), mask);
      if (used == engine::fused)
        check_engine(used, flow::longest_series(policy, ends, series, count, metric.skip));
      if (used != engine::composed) {
        // Where all points are valid the bare metric makes the faster loop.
        if (metric.skip)
          return cpu::recursive_engine(threads, points, ends, series, tolerance, metric, mask);
        return cpu::recursive_engine(threads, points, ends, series, tolerance, metric.metric, mask);
      }
      using Index = decltype(count);
      return rdp_loop(policy, points, count, flow::listed_series<Index>{ends}, series, tolerance, mask, metric);
    };
    return flow::simplify_on(policy, batch, options, options.tolerances(), run, outputs, seen);
  });
  report.used = used;
  return report;
}

template <class Real, int D>
double simplify_on_cpu<Real, D>::max_deviation(executor_state& on, polylines<Real, D> const& lines,
                                               simplify_options const& options, const std::uint8_t* keep_mask) {
  const std::int64_t whole[2] = {0, lines.points};
  return cpu::with_policy(cpu::threads_for(lines.points, on.threads), [&](auto const& policy) {
    return flow::deviation_on(policy, cpu::batch_of(lines, whole), options, keep_mask);
  });
}

} // namespace thrustline::detail
