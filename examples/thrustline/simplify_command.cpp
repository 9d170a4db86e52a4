// SPDX-License-Identifier: MIT
#include "simplify_command.hpp"

#include <algorithm>
#include <iostream>

#include <unistd.h>

#include "deviations.hpp"
#include "errors.hpp"
#include "formats/file_error.hpp"
#include "library_view.hpp"
#include "names.hpp"
#include "pending_files.hpp"
#include "picture.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "rings.hpp"
#include "stopwatch.hpp"
#include "suggestions.hpp"
#include "text.hpp"

namespace thrustline_program {
namespace {

using keep_mask = std::vector<std::uint8_t>;

thrustline::executor executor_for(simplify_arguments const& arguments) {
  return executor_on(arguments.device, arguments.threads,
                     arguments.threads > 0 || arguments.engine == thrustline::engine::recursive);
}

thrustline::simplify_options options_for(simplify_arguments const& arguments, dataset const& data) {
  const thrustline::metric usual = data.dimensions == 1 ? thrustline::metric::vertical : thrustline::metric::segment;
  return thrustline::simplify_options{}
      .tolerance(arguments.tolerance.value_or(0))
      .metric(arguments.metric.value_or(usual))
      .engine(arguments.engine);
}

/// One run: what is known at its start and what is found on the way.
struct simplification {
  simplify_arguments const& arguments;
  thrustline::executor on;
  dataset data;
  thrustline::simplify_options options;
  keep_mask mask;
  simplify_summary summary;
};

void compute(simplification& run) {
  const stopwatch time;
  run.mask.resize(static_cast<std::size_t>(run.data.points()));
  const thrustline::simplify_report report =
      with_lines(run.data, [&](auto const& lines) { return simplify(run.on, lines, run.options, run.mask.data()); });
  run.summary.rings_completed = complete_rings(run.data, run.on, run.options, run.mask);
  run.summary.seconds_compute = time.seconds();
  run.summary.levels = report.levels;
  run.summary.engine = name_of(engine_names, report.used);
}

void describe(simplification& run) {
  simplify_summary& summary = run.summary;
  summary.points_in = run.data.points();
  summary.points_out = std::count(run.mask.begin(), run.mask.end(), std::uint8_t(1));
  summary.series = run.data.series();
  for (std::int64_t s = 0; s < summary.series; ++s)
    summary.longest_series = std::max(summary.longest_series, run.data.offsets[s + 1] - run.data.offsets[s]);
  summary.tolerance = run.options.tolerance();
  summary.metric = name_of(metric_names, run.options.metric());
  summary.device = run.on.name();
  summary.max_deviation = with_lines(
      run.data, [&](auto const& lines) { return max_deviation(run.on, lines, run.options, run.mask.data()); });
}

void write_mask(std::ostream& out, keep_mask const& mask) {
  std::string text;
  text.reserve(2 * mask.size());
  for (std::uint8_t kept : mask)
    text += kept ? "1\n" : "0\n";
  out << text;
}

void draw(std::ostream& out, simplification const& run) {
  simplify_summary const& summary = run.summary;
  picture_options picture;
  picture.title = summary.points_in == 0
                      ? "no points"
                      : counted(summary.points_in, "point", "points") + " in, " + grouped(summary.points_out) +
                            " out (" + per_cent(summary.points_out, summary.points_in) + ")";
  picture.caption = "tolerance " + rounded(summary.tolerance) + ", max deviation " + rounded(summary.max_deviation, 4) +
                    ", metric " + summary.metric + ", " + grouped(summary.series) + " series";
  picture.equal_scales = run.data.dimensions == 2 && run.options.metric() != thrustline::metric::vertical;
  write_picture(out, run.data, run.mask, picture, run.on);
}

void write_outputs(simplification& run, pending_files& files) {
  const stopwatch time;
  simplify_arguments const& arguments = run.arguments;
  if (!arguments.mask.empty())
    write_mask(files.open(arguments.mask), run.mask);
  if (!arguments.plot.empty())
    draw(files.open(arguments.plot), run);
  if (arguments.to_standard_output()) {
    write_kept(std::cout, run.data, run.mask);
    if (!std::cout.flush())
      throw file_error("standard output", "could not be written in full");
  } else {
    write_kept(files.open(arguments.output), run.data, run.mask);
  }
  files.commit();
  run.summary.seconds_write = time.seconds();
}

void print_reports(simplification const& run) {
  simplify_arguments const& arguments = run.arguments;
  if (run.summary.rings_completed > 0 && !arguments.quiet)
    std::cerr << "note: " << counted(run.summary.rings_completed, "ring", "rings")
              << " would have kept fewer than the 4 positions of a ring and kept more\n";
  if (run.summary.series == 0 && !arguments.quiet)
    std::cerr << "note: " << arguments.input << " holds no line\n";
  if (arguments.json)
    print_json(std::cout, run.summary);
  else if (!arguments.quiet)
    print_summary(std::cerr, run.summary);
  if (arguments.stats)
    print_statistics(std::cerr, run.summary, deviations(run.data, run.mask, run.options.metric()));
}

/// Before any work: whatever can be said to fail later.
void check_outputs(simplify_arguments const& arguments, pending_files const& files) {
  if (!arguments.to_standard_output())
    files.check(arguments.output);
  for (std::string const& path : {arguments.mask, arguments.plot})
    if (!path.empty())
      files.check(path);
}

} // namespace

int simplify_command(simplify_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  if (arguments.tolerance)
    check_outputs(arguments, files);

  simplification run{arguments, executor_for(arguments), {}, {}, {}, {}};
  {
    progress line(!arguments.quiet && !arguments.verbose && ::isatty(STDERR_FILENO));
    const auto stage = [&](std::string const& name) {
      line.stage(name);
      if (arguments.verbose)
        std::cerr << name << "\n";
    };
    stage("reading " + arguments.input);
    const stopwatch time;
    run.data = read_dataset(arguments.input, arguments.read);
    run.summary.seconds_read = time.seconds();
    run.options = options_for(arguments, run.data);

    if (arguments.tolerance) {
      stage("simplifying " + counted(run.data.points(), "point", "points") + " in " + grouped(run.data.series()) +
            " series on " + run.on.name());
      compute(run);
      describe(run);
      stage("writing " + arguments.output);
      write_outputs(run, files);
    }
  }
  if (!arguments.tolerance) {
    std::cerr << "--tolerance is required.\n";
    print_suggestions(std::cerr, run.data, run.on, run.options);
    return bad_usage;
  }
  print_reports(run);
  return success;
}

} // namespace thrustline_program
