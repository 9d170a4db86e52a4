// SPDX-License-Identifier: MIT
#include "commands/simplify_command.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <utility>

#include <unistd.h>

#include <thrustline/significance.hpp>

#include "commands/lines_input.hpp"
#include "commands/names.hpp"
#include "commands/simplify_report.hpp"
#include "commands/simplify_topology.hpp"
#include "commands/suggestions.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/pending_files.hpp"
#include "formats/pins.hpp"
#include "pictures/lines_picture.hpp"
#include "processing/crossing_rings.hpp"
#include "processing/deviations.hpp"
#include "processing/library_view.hpp"
#include "processing/places.hpp"
#include "processing/result_arcs.hpp"
#include "processing/rings.hpp"
#include "terminal/errors.hpp"
#include "terminal/progress.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

using keep_mask = std::vector<std::uint8_t>;

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

/// Reads INPUT, and checks what the metric needs of it.
dataset read_input(simplify_arguments const& arguments) {
  read_options options = arguments.read;
  if (arguments.metric == thrustline::metric::synchronised && options.t.empty())
    options.t = "t";
  dataset data = read_dataset(arguments.input, options);
  const std::string name = file_name(arguments.input);
  const auto check = [&](bool good, const char* problem) {
    if (!good)
      throw file_error(escaped(name), problem);
  };
  check(!arguments.in_metres() || data.dimensions == 2, "--units m needs longitudes and latitudes, not one column");
  check(options.t.empty() || data.dimensions == 3, "--metric synchronised needs columns x, y and t, not one column");
  if (arguments.in_metres())
    check_places(name, data);
  return data;
}

/// Result of a run, or of one level.
struct result {
  std::string path;
  keep_mask mask;
  keep_mask plain;                      ///< with --plot and --topology: the mask without the topology
  thrustline::simplify_options options; ///< those of the run, with the tolerance of the mask
  simplify_summary summary;
};

/// One run: its arguments, data and intermediate results.
struct simplification {
  simplify_arguments const& arguments;
  thrustline::executor on;
  dataset data;
  thrustline::simplify_options options;
  std::optional<topology_layer> layer; ///< with --topology
  std::vector<double> significance;    ///< significance of every point, down to 0; empty if it is not needed
  thrustline::simplify_report significance_report;
  double seconds_read = 0, seconds_significance = 0;
};

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
double choose_topology(simplification const& run, std::size_t which, result& made) {
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

/// The result for OUTPUT, or for one level.
result compute(simplification const& run, std::size_t which) {
  result made;
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
  summary.rings_made_crossing = rings_made_crossing(run.data, made.mask);
  summary.seconds_compute = time.seconds() + run.seconds_significance;
  if (summary.topology)
    summary.seconds_compute -= summary.topology->seconds_checks;
  summary.seconds_read = run.seconds_read;
  summary.points_in = run.data.points();
  summary.points_out = kept();
  summary.points_for_rings = std::max(summary.points_out - chosen, std::int64_t(0)); // dropped rings take points away
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

/// A line for each point and for each skipped row, which is dropped whatever the tolerance.
void write_significance(std::ostream& out, dataset const& data, std::vector<double> const& values) {
  std::string text;
  for_each_row(
      data, [&](std::int64_t point) { append(text, values[point], '\n'); }, [&] { text += "0\n"; });
  out << text;
}

/// A line for each point and for each skipped row.
void write_mask(std::ostream& out, dataset const& data, keep_mask const& mask) {
  std::string text;
  text.reserve(2 * (mask.size() + data.skipped.size()));
  for_each_row(
      data, [&](std::int64_t point) { text += mask[point] ? "1\n" : "0\n"; }, [&] { text += "0\n"; });
  out << text;
}

void draw(std::ostream& out, simplification const& run, result const& made) {
  simplify_summary const& summary = made.summary;
  picture_options picture;
  picture.title = summary.points_in == 0
                      ? "no points"
                      : counted(summary.points_in, "point", "points") + " in, " + grouped(summary.points_out) +
                            " out (" + per_cent(summary.points_out, summary.points_in) + ")";
  picture.caption = "tolerance " + rounded(summary.tolerance) + ", max deviation " + rounded(summary.max_deviation, 4) +
                    ", metric " + summary.metric + ", " + grouped(summary.series) + " series";
  picture.plain_mask = made.plain;
  picture.equal_scales = run.data.dimensions > 1 && run.options.metric() != thrustline::metric::vertical;
  write_picture(out, run.data, made.mask, picture, run.on);
}

void write_result(std::ostream& out, simplification const& run, keep_mask const& mask) {
  if (!run.arguments.to_topojson())
    return write_kept(out, run.data, mask);
  topojson_options options;
  options.quantization = run.arguments.quantization;
  const std::string name = std::filesystem::path(run.arguments.input).stem().string();
  options.object = run.arguments.input == "-" ? "layer" : name;
  write_topojson(out, run.data, arcs_of_result(run.on, run.data, mask), options);
}

void write_outputs(simplification const& run, result& made, pending_files& files) {
  const stopwatch time;
  simplify_arguments const& arguments = run.arguments;
  if (!arguments.mask.empty())
    files.write(arguments.mask, [&](std::ostream& out) { write_mask(out, run.data, made.mask); });
  if (!arguments.plot.empty())
    files.write(arguments.plot, [&](std::ostream& out) { draw(out, run, made); });
  files.write(made.path, [&](std::ostream& out) { write_result(out, run, made.mask); });
  made.summary.seconds_write = time.seconds();
}

void print_notes(simplification const& run, result const& made) {
  simplify_arguments const& arguments = run.arguments;
  simplify_summary const& summary = made.summary;
  if (!arguments.quiet) {
    print_skipped_note(std::cerr, run.data);
    print_ring_notes(std::cerr, summary);
    print_topology_notes(std::cerr, summary);
    print_count_note(std::cerr, summary);
  }
  if (summary.series == 0 && !arguments.quiet)
    std::cerr << "note: " << escaped(file_name(arguments.input)) << " holds no line\n";
  if (!arguments.json && !arguments.quiet)
    print_summary(std::cerr, summary);
  if (arguments.stats)
    print_statistics(std::cerr, summary, deviations(run.data, made.mask, run.options.metric()));
}

/// Checks before any work what would fail at its end.
void check_outputs(simplify_arguments const& arguments, pending_files const& files) {
  if (!arguments.to_standard_output())
    for (std::string const& path : output_paths(arguments))
      files.check(path);
  for (std::string const& path : {arguments.mask, arguments.plot, arguments.significance})
    if (!path.empty())
      files.check(path);
}

} // namespace

int simplify_command(simplify_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  if (arguments.complete())
    check_outputs(arguments, files);

  simplification run{arguments, executor_for(arguments), {}, {}, {}, {}, {}};
  std::vector<result> results;
  {
    progress line(!arguments.quiet && !arguments.verbose && ::isatty(STDERR_FILENO));
    const auto stage = [&](std::string const& what) {
      const std::string name = escaped(what);
      line.stage(name);
      if (arguments.verbose)
        std::cerr << name << "\n";
    };
    stage("reading " + file_name(arguments.input));
    const stopwatch time;
    run.data = read_input(arguments);
    if (!arguments.pins.empty())
      read_pins(arguments.pins, run.data);
    run.seconds_read = time.seconds();
    run.options = options_for(arguments, run.data);

    if (arguments.complete()) {
      stage("simplifying " + counted(run.data.points(), "point", "points") + " in " + grouped(run.data.series()) +
            " series on " + run.on.name());
      make_layer(run);
      find_significance(run);
      if (!arguments.significance.empty())
        files.write(arguments.significance,
                    [&](std::ostream& out) { write_significance(out, run.data, run.significance); });
      for (std::size_t which = 0; which < output_paths(arguments).size(); ++which) {
        results.push_back(compute(run, which));
        stage("writing " + output_name(results.back().path));
        write_outputs(run, results.back(), files);
      }
    }
  }
  if (!arguments.complete()) {
    std::cerr << "one of --tolerance, --count, --ratio, --count-each, --ratio-each and --levels is required.\n";
    print_suggestions(std::cerr, run.data, run.on, run.options);
    return bad_usage;
  }
  files.commit([&](std::ostream& out) {
    for (result const& made : results)
      if (arguments.json)
        print_json(out, made.summary);
  });
  for (result const& made : results)
    print_notes(run, made);
  return success;
}

} // namespace thrustline_program
