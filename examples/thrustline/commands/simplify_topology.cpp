// SPDX-License-Identifier: MIT
#include "commands/simplify_topology.hpp"

#include <algorithm>
#include <utility>

#include <thrustline/map_checks.hpp>
#include <thrustline/significance.hpp>

#include "commands/names.hpp"
#include "processing/topology_search.hpp"
#include "terminal/stopwatch.hpp"

namespace thrustline_program {
namespace {

constexpr std::int64_t most_tests = 1'000'000'000; // some seconds; more are needed for scribbles only

/// The arcs with the points of a mask alone.
thrustline::ragged<double> kept_arcs(thrustline::line_arcs<double> const& of, std::vector<std::uint8_t> const& mask) {
  thrustline::ragged<double> kept;
  kept.offsets.push_back(0);
  for (std::size_t arc = 0; arc + 1 < of.arcs.offsets.size(); ++arc) {
    for (std::int64_t i = of.arcs.offsets[arc]; i < of.arcs.offsets[arc + 1]; ++i)
      if (mask[static_cast<std::size_t>(i)])
        kept.values.insert(kept.values.end(), of.arcs.values.begin() + 2 * i, of.arcs.values.begin() + 2 * i + 2);
    kept.offsets.push_back(static_cast<std::int64_t>(kept.values.size()) / 2);
  }
  return kept;
}

topology_checks check_layer(topology_layer const& layer, std::vector<std::uint8_t> const& arc_mask) {
  topology_checks checks;
  checks.input = count_crossings(layer.on(), layer.arcs().view(), most_tests);
  const thrustline::ragged<double> kept = kept_arcs(layer.arcs(), arc_mask);
  const thrustline::polylines<double, 2> lines(kept.values.data(), kept.offsets.back(), kept.offsets.data(),
                                               static_cast<std::int64_t>(kept.offsets.size()) - 1);
  checks.output = count_crossings(layer.on(), lines, most_tests);
  checks.near_places = count_near_places(layer.on(), layer.arcs().view());
  return checks;
}

topology_summary summary_of(topology_layer const& layer, thrustline::topology_counts const& counts) {
  topology_summary summary;
  summary.of = name_of(topology_names, layer.options().topology());
  summary.arcs = layer.arcs().view().series;
  summary.shared = layer.arcs().shared;
  summary.junctions = layer.arcs().junctions;
  summary.forced = counts.forced;
  summary.rounds = counts.rounds;
  return summary;
}

/// Completes the choice of a simplified layer.
topology_choice chosen(simplify_arguments const& arguments, topology_layer const& layer, simplified_layer made,
                       double tolerance) {
  topology_choice choice;
  choice.tolerance = tolerance;
  choice.max_deviation = layer.largest_deviation(made.arc_mask);
  choice.levels = made.report.levels;
  choice.used = made.report.used;
  choice.summary = summary_of(layer, made.report.topology);
  if (arguments.json || arguments.stats) {
    const stopwatch time;
    choice.summary.checks = check_layer(layer, made.arc_mask);
    choice.summary.seconds_checks = time.seconds();
  }
  if (!arguments.plot.empty())
    choice.plain = layer.plain(tolerance).mask;
  choice.mask = std::move(made.mask);
  return choice;
}

} // namespace

topology_choice choose_with_topology(simplify_arguments const& arguments, topology_layer const& layer,
                                     double tolerance) {
  if (arguments.count || arguments.ratio) {
    const std::int64_t asked =
        arguments.count ? *arguments.count : thrustline::count_of_ratio(*arguments.ratio, layer.data().points());
    searched_layer found = keep_at_most(layer, asked);
    topology_choice choice = chosen(arguments, layer, std::move(found.layer), found.tolerance);
    choice.asked = asked;
    choice.summary.closures = found.closures;
    return choice;
  }
  if (arguments.small_rings == thrustline::ring_minimum::drop) {
    std::vector<std::uint8_t> dropped = small_rings(layer, tolerance);
    const std::int64_t count = std::count(dropped.begin(), dropped.end(), std::uint8_t(1));
    if (count > 0) {
      const topology_layer rest(layer.data(), layer.on(), layer.options(), std::move(dropped));
      topology_choice choice = chosen(arguments, rest, rest.at(tolerance), tolerance);
      choice.rings_dropped = count;
      return choice;
    }
  }
  return chosen(arguments, layer, layer.at(tolerance), tolerance);
}

} // namespace thrustline_program
