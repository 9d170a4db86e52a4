// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "commands/command_line.hpp"
#include "commands/lines_input.hpp"
#include "commands/names.hpp"
#include "commands/output_checks.hpp"
#include "commands/simplify_arguments.hpp"
#include "formats/extension.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr std::int64_t most_steps = 1'000'000'000'000'000; // of a quantised coordinate, within a double's digits

file_format output_format(simplify_arguments const& arguments) {
  return arguments.to_standard_output() ? file_format::by_extension : format_of(arguments.output);
}

void check_format(simplify_arguments const& arguments, file_format from) {
  const file_format to = output_format(arguments);
  const std::string from_name = name_of(format_names(), from);
  if (arguments.to_topojson() && !is_geojson(from) && from != file_format::wkt)
    throw usage_error("OUTPUT: TopoJSON is written from GeoJSON or WKT only; INPUT has format " + from_name);
  if (arguments.quantization && !arguments.to_topojson())
    throw usage_error("--quantization: OUTPUT does not end in .topojson");
  if (arguments.quantization && !(*arguments.quantization >= 2 && *arguments.quantization <= most_steps))
    throw usage_error("--quantization: " + std::to_string(*arguments.quantization) +
                      " is not a whole number from 2 to 1000000000000000");
  if (to != file_format::by_extension && to != from)
    throw usage_error("OUTPUT: " + arguments.output + " has format " + name_of(format_names(), to) + ", INPUT " +
                      from_name + "; formats are not converted");
}

void check_topology(simplify_arguments const& arguments) {
  if (!arguments.keeps_topology())
    return;
  if (arguments.count_each || arguments.ratio_each)
    throw usage_error(std::string(arguments.count_each ? "--count-each" : "--ratio-each") +
                      ": --topology needs one tolerance for all lines");
  if (!arguments.significance.empty())
    throw usage_error("--significance: cannot be combined with --topology, where points depend on each other");
  if (arguments.ring_start != thrustline::ring_start::first)
    throw usage_error("--ring-start: rings start where they meet others with --topology");
  if (arguments.small_rings == thrustline::ring_minimum::drop && arguments.wants_count())
    throw usage_error("--small-rings drop: needs --tolerance or --levels with --topology");
}

/// Refuses choices for rings where no format has them.
void check_rings(simplify_arguments const& arguments, file_format from) {
  if (from != file_format::csv)
    return;
  const bool least = arguments.ring_start == thrustline::ring_start::least;
  if (least || arguments.small_rings == thrustline::ring_minimum::drop)
    throw usage_error(std::string(least ? "--ring-start least" : "--small-rings drop") +
                      ": INPUT is a CSV file, which has no rings");
}

void check_metric(simplify_arguments const& arguments, file_format from) {
  const bool timed = arguments.metric == thrustline::metric::synchronised;
  if (arguments.measure == units::metres && arguments.metric && arguments.metric != thrustline::metric::great_ellipse)
    throw usage_error("--units m: uses metric great_ellipse, not " + name_of(metric_names, *arguments.metric));
  if (arguments.measure == units::data && arguments.in_metres())
    throw usage_error("--units data: metric great_ellipse computes in metres");
  if (arguments.in_metres() && !arguments.read.column.empty())
    throw usage_error("--units m: needs longitudes and latitudes, not values of a --column");
  if (arguments.keeps_topology() && (arguments.in_metres() || timed))
    throw usage_error("--topology: works in the plane only, without " +
                      std::string(timed ? "--metric synchronised" : "--units m"));
  if (!timed && !arguments.read.t.empty())
    throw usage_error("--t: has an effect with --metric synchronised only");
  if (timed && from != file_format::csv)
    throw usage_error("--metric synchronised: reads x, y and t of CSV files only");
  if (timed && !arguments.read.column.empty())
    throw usage_error("--metric synchronised: needs x, y and t, not values of a --column");
}

void check_levels(simplify_arguments const& arguments) {
  for (std::string const& level : arguments.levels) {
    double tolerance = 0;
    if (const char* const problem = read_number(level, tolerance))
      throw usage_error("--levels: '" + excerpt(level) + "' " + problem);
    if (!(tolerance >= 0))
      throw usage_error("--levels: " + excerpt(level) + " is not a number >= 0");
  }
}

/// OUTPUT alone may replace INPUT: it holds all of it but the dropped points.
void check_files(simplify_arguments const& arguments) {
  std::vector<file_argument> outputs;
  const std::vector<std::string> paths = output_paths(arguments);
  for (std::size_t k = 0; k < paths.size(); ++k)
    outputs.push_back({arguments.levels.empty() ? "OUTPUT" : "--levels " + arguments.levels[k], paths[k]});
  std::vector<file_argument> others{
      {"--mask", arguments.mask}, {"--plot", arguments.plot}, {"--significance", arguments.significance}};
  outputs.insert(outputs.end(), others.begin(), others.end());
  const bool in_place = arguments.levels.empty() && !arguments.to_standard_output();
  check_inputs_stay({{"INPUT", arguments.input}}, in_place ? others : outputs);
  check_inputs_stay({{"--pins", arguments.pins}}, outputs);
  check_outputs_differ(outputs, arguments.json);
}

} // namespace

void check_together(simplify_arguments const& arguments) {
  if (arguments.tolerance && !(*arguments.tolerance >= 0))
    throw usage_error("--tolerance: " + exact(*arguments.tolerance) + " is not a number >= 0");
  if (arguments.input == "-" && arguments.read.format == file_format::by_extension)
    throw usage_error("INPUT: standard input needs --format");
  const file_format from =
      arguments.read.format == file_format::by_extension ? format_of(arguments.input) : arguments.read.format;
  if (from == file_format::by_extension)
    throw usage_error(
        has_extension(arguments.input, ".topojson")
            ? "INPUT: TopoJSON is written, not read: give the GeoJSON that " + arguments.input + " is from"
            : "INPUT: the extension of " + arguments.input + " belongs to no known format; --format names one");
  check_format(arguments, from);
  check_csv_options(arguments.read, from);
  check_metric(arguments, from);
  check_rings(arguments, from);
  if (arguments.input == "-" && arguments.pins == "-")
    throw usage_error("--pins: INPUT and the pins cannot both be standard input");
  check_together(arguments.where);
  if (arguments.where.device == device::cuda && arguments.engine == thrustline::engine::recursive)
    throw usage_error("--engine recursive: runs on the CPU only");

  if (arguments.count && *arguments.count < 0)
    throw usage_error("--count: " + std::to_string(*arguments.count) + " is not a number >= 0");
  if (arguments.count_each && *arguments.count_each < 0)
    throw usage_error("--count-each: " + std::to_string(*arguments.count_each) + " is not a number >= 0");
  check_levels(arguments);
  if (arguments.wants_significance() && arguments.engine != thrustline::engine::automatic &&
      arguments.engine != thrustline::engine::bounded)
    throw usage_error("--engine " + name_of(engine_names, arguments.engine) +
                      ": --count, --ratio, --count-each, --ratio-each, --levels and --significance use bounded");
  check_topology(arguments);
  if (!arguments.levels.empty() && arguments.to_standard_output())
    throw usage_error("--levels: several outputs cannot go to standard output");
  if (!arguments.levels.empty() && !(arguments.mask + arguments.plot).empty())
    throw usage_error("--levels: --mask and --plot need a single output");
  if (!arguments.significance.empty() && !arguments.complete())
    throw usage_error(
        "--significance: needs one of --tolerance, --count, --ratio, --count-each, --ratio-each and --levels");

  check_files(arguments);
}

} // namespace thrustline_program
