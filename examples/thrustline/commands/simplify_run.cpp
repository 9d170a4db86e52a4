// SPDX-License-Identifier: MIT
#include "commands/simplify_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "commands/names.hpp"
#include "commands/output_checks.hpp"
#include "commands/simplify_topology.hpp"
#include "processing/crossing_rings.hpp"
#include "processing/library_view.hpp"
#include "processing/rings.hpp"
#include "terminal/errors.hpp"
#include "terminal/stopwatch.hpp"

namespace thrustline_program {
namespace {

using keep_mask = std::vector<std::uint8_t>;

/// Keeps a number of points of all lines together, or of each line.
template <class Lines>
thrustline::simplify_to_count_report keep_count(simplification const& run, Lines const& lines, keep_mask& mask) {
  simplify_arguments const& arguments = run.arguments;
  const auto series = static_cast<std::size_t>(lines.series);
  if (arguments.count)
    return simplify_to_count(run.on, lines, run.options, *arguments.count, mask.data());
  if (arguments.ratio)
    return simplify_to_ratio(run.on, lines, run.options, *arguments.ratio, mask.data());
  if (arguments.count_each) {
    const std::vector<std::int64_t> counts(series, *arguments.count_each);
    return simplify_to_count(run.on, lines, run.options, {counts.data(), lines.series}, mask.data());
  }
  const std::vector<double> ratios(series, *arguments.ratio_each);
  return simplify_to_ratio(run.on, lines, run.options, {ratios.data(), lines.series}, mask.data());
}

/// Makes the mask, without the points that complete rings. Returns the tolerance that it stands for.
double choose(simplification const& run, std::size_t which, keep_mask& mask, simplify_summary& summary) {
  simplify_arguments const& arguments = run.arguments;
  mask.resize(static_cast<std::size_t>(run.data.points()));
  return with_lines(run.data, [&](auto const& lines) {
    thrustline::simplify_to_count_report report;
    report.equal_tolerance = run.options.tolerance();
    if (arguments.wants_count()) {
      report = keep_count(run, lines, mask);
    } else if (!arguments.levels.empty()) {
      static_cast<thrustline::simplify_report&>(report) = run.significance_report;
      report.equal_tolerance = level_tolerance(arguments.levels[which]);
      for (std::size_t i = 0; i < mask.size(); ++i)
        mask[i] = run.significance[i] > report.equal_tolerance || std::isinf(run.significance[i]);
    } else {
      static_cast<thrustline::simplify_report&>(report) = simplify(run.on, lines, run.options, mask.data());
    }
    if (arguments.wants_count())
      summary.points_asked = report.asked;
    summary.asked_of_each = arguments.count_each || arguments.ratio_each;
    summary.levels = report.levels;
    summary.engine = name_of(engine_names, report.used);
    return report.equal_tolerance;
  });
}

/// Does the same with --topology.
double choose_topology(simplification const& run, std::size_t which, simplify_result& made) {
  simplify_arguments const& arguments = run.arguments;
  const double tolerance =
      arguments.levels.empty() ? run.options.tolerance() : level_tolerance(arguments.levels[which]);
  topology_choice choice = choose_with_topology(arguments, *run.layer, tolerance);
  made.mask = std::move(choice.mask);
  made.plain = std::move(choice.plain);
  made.summary.topology = choice.summary;
  made.summary.points_asked = choice.asked;
  made.summary.rings_dropped = choice.rings_dropped;
  made.summary.levels = choice.levels;
  made.summary.engine = name_of(engine_names, choice.used);
  made.summary.max_deviation = choice.max_deviation;
  return choice.tolerance;
}

void find_significance(simplification& run) {
  const bool for_levels = !run.arguments.levels.empty() && !run.arguments.keeps_topology();
  if (!for_levels && run.arguments.significance.empty())
    return;
  const stopwatch time;
  const auto down_to_zero = thrustline::simplify_options(run.options).tolerance(0);
  run.significance.resize(static_cast<std::size_t>(run.data.points()));
  run.significance_report = with_lines(
      run.data, [&](auto const& lines) { return significance(run.on, lines, down_to_zero, run.significance.data()); });
  run.seconds_significance = time.seconds();
}

void make_layer(simplification& run) {
  if (!run.arguments.keeps_topology())
    return;
  if (run.data.dimensions != 2)
    throw usage_error("--topology: INPUT has values against their index, not points of a map");
  run.layer.emplace(run.data, run.on, thrustline::simplify_options(run.options).topology(run.arguments.topology));
}

} // namespace

thrustline::simplify_options options_for(simplify_arguments const& arguments, dataset const& data) {
  const thrustline::metric usual = arguments.in_metres()  ? thrustline::metric::great_ellipse
                                   : data.dimensions == 1 ? thrustline::metric::vertical
                                                          : thrustline::metric::segment;
  const auto options = thrustline::simplify_options{}
                           .tolerance(arguments.tolerance.value_or(0))
                           .metric(arguments.metric.value_or(usual))
                           .engine(arguments.engine)
                           .pins(data.pins.data(), static_cast<std::int64_t>(data.pins.size()));
  return with_rings(options, data, arguments.ring_start);
}

void prepare(simplification& run) {
  make_layer(run);
  find_significance(run);
}

simplify_result compute(simplification const& run, std::size_t which) {
  simplify_result made;
  simplify_summary& summary = made.summary;
  made.path = output_paths(run.arguments)[which];
  const stopwatch time;
  const auto kept = [&] { return std::count(made.mask.begin(), made.mask.end(), std::uint8_t(1)); };
  made.options = run.options;
  made.options.tolerance(run.layer ? choose_topology(run, which, made) : choose(run, which, made.mask, summary));
  const std::int64_t chosen = kept();
  if (!run.layer) { // which has kept or dropped small rings
    const thrustline::finish_rings_report rings =
        finish_small_rings(run.data, run.on, made.options, run.arguments.small_rings, made.mask);
    summary.rings_completed = rings.completed;
    summary.rings_dropped = rings.dropped;
  }
  summary.rings_collapsed = rings_collapsed(run.data, made.mask);
  summary.rings_made_crossing = rings_made_crossing(run.data, made.mask);
  summary.seconds_compute = time.seconds() + run.seconds_significance;
  if (summary.topology)
    summary.seconds_compute -= summary.topology->seconds_checks;
  summary.seconds_read = run.seconds_read;
  summary.points_in = run.data.points();
  summary.points_out = kept();
  summary.points_for_rings = std::max(summary.points_out - chosen, std::int64_t(0)); // dropped rings take points away
  summary.pinned = std::count(run.data.pins.begin(), run.data.pins.end(), std::uint8_t(1)) > 0;
  summary.in_plane = made.options.metric() != thrustline::metric::great_ellipse;
  summary.rows_skipped = static_cast<std::int64_t>(run.data.skipped.size());
  summary.series = run.data.series();
  for (std::int64_t s = 0; s < summary.series; ++s)
    summary.longest_series = std::max(summary.longest_series, run.data.offsets[s + 1] - run.data.offsets[s]);
  summary.tolerance = made.options.tolerance();
  summary.metric = name_of(metric_names, made.options.metric());
  summary.device = run.on.name();
  if (!run.layer) // which measures its arcs
    summary.max_deviation = with_lines(
        run.data, [&](auto const& lines) { return max_deviation(run.on, lines, made.options, made.mask.data()); });
  return made;
}

} // namespace thrustline_program
