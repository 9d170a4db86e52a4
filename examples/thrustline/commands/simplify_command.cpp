// SPDX-License-Identifier: MIT
#include "commands/simplify_command.hpp"

#include <iostream>

#include <unistd.h>

#include "commands/lines_input.hpp"
#include "commands/simplify_outputs.hpp"
#include "commands/simplify_run.hpp"
#include "commands/suggestions.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/pending_files.hpp"
#include "formats/pins.hpp"
#include "processing/deviations.hpp"
#include "processing/places.hpp"
#include "processing/rings.hpp"
#include "terminal/errors.hpp"
#include "terminal/progress.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

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

void print_notes(simplification const& run, simplify_result const& made) {
  simplify_arguments const& arguments = run.arguments;
  simplify_summary const& summary = made.summary;
  if (!arguments.quiet) {
    print_skipped_note(std::cerr, run.data);
    print_range_note(std::cerr, summary);
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

} // namespace

int simplify_command(simplify_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  if (arguments.complete())
    check_outputs(arguments, files);

  simplification run{arguments, executor_for(arguments), {}, {}, {}, {}, {}};
  std::vector<simplify_result> results;
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
    if (arguments.in_metres())
      pin_map_edges(run.data);
    if (arguments.small_rings == thrustline::ring_minimum::drop)
      pin_shells_of_pinned_holes(run.data);
    run.seconds_read = time.seconds();
    run.options = options_for(arguments, run.data);

    if (arguments.complete()) {
      stage("simplifying " + counted(run.data.points(), "point", "points") + " in " + grouped(run.data.series()) +
            " series on " + run.on.name());
      prepare(run);
      write_significance(run, files);
      for (std::size_t which = 0; which < output_paths(arguments).size(); ++which) {
        results.push_back(compute(run, which));
        stage("writing " + output_name(results.back().path));
        write_outputs(run, results.back(), files);
      }
    }
  }
  if (!arguments.complete()) {
    std::cerr
        << "thrustline: one of --tolerance, --count, --ratio, --count-each, --ratio-each and --levels is required\n";
    print_suggestions(std::cerr, run);
    return bad_usage;
  }
  files.commit([&](std::ostream& out) {
    for (simplify_result const& made : results)
      if (arguments.json)
        print_json(out, made.summary);
  });
  for (simplify_result const& made : results)
    print_notes(run, made);
  return success;
}

} // namespace thrustline_program
