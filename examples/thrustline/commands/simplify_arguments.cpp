// SPDX-License-Identifier: MIT
#include "commands/simplify_arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "commands/choice.hpp"
#include "commands/names.hpp"
#include "formats/pending_files.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr const char* details = R"(Formats, by extension:
  .csv            a header of column names (required, for one column too), then rows. Columns x and y: one polyline;
                  with a column id, one for each run of rows of the same id; one column, or --column NAME: a series of
                  values against the row number
  .geojson .json  LineString, MultiLineString, Polygon, MultiPolygon; bare, in features and in collections
  .wkt            one geometry a line, the same types
OUTPUT is INPUT without the points left out, in the same format: other columns, attributes, heights and points pass
through, byte for byte. "-" is standard input or output, with --format.

Rings of polygons stay closed and start where they started. One that would keep fewer than the 4 positions a ring needs
is cut at its point farthest from the start and at the point farthest from the line between the two, and its three parts
are simplified one by one. How many these were is reported.

--count and --ratio keep more points than asked for where the ends of lines are more, and where rings are completed,
which comes on top. They keep fewer where all points left out are on the lines between those kept. A note tells.

With --levels T1,T2,... the files are called OUTPUT with each tolerance, as written, before the extension: out-T1.csv.
--count, --ratio, --levels and --significance compute with engine bounded.

Distances are planar, in the units of the data: degrees, where coordinates are degrees.

Exit status: 0; 1 bad input or output; 2 bad usage. Nothing is overwritten without --overwrite, and a run that fails
leaves no file.)";

file_format output_format(simplify_arguments const& arguments) {
  return arguments.to_standard_output() ? file_format::by_extension : format_of(arguments.output);
}

std::string without_blanks_around(std::string const& text) {
  constexpr const char* blanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// What stands between commas, without blanks around it; empty entries too.
std::vector<std::string> entries_of(std::string const& list) {
  std::vector<std::string> entries{""};
  for (char const c : list)
    if (c == ',')
      entries.emplace_back();
    else
      entries.back() += c;
  std::transform(entries.begin(), entries.end(), entries.begin(), without_blanks_around);
  return entries;
}

} // namespace

void declare_options(CLI::App& command, simplify_arguments& arguments) {
  add_file(command, "INPUT", arguments.input, "file to read");
  add_file(command, "OUTPUT", arguments.output, "file to write");
  CLI::Option* const tolerance =
      command
          .add_option("-t,--tolerance", arguments.tolerance,
                      "largest distance of a point left out to the result; without it, suggestions are printed")
          ->check(not_empty());
  CLI::Option* const count =
      command
          .add_option(
              "--count", arguments.count,
              "keep so many points of all lines together: the ends, then the most significant, of equals the first")
          ->check(of_64_bits())
          ->type_name("N")
          ->excludes(tolerance);
  CLI::Option* const ratio = command.add_option("--ratio", arguments.ratio, "keep that part of the points, 0 to 1")
                                 ->check(not_empty())
                                 ->type_name("P")
                                 ->excludes(tolerance)
                                 ->excludes(count);
  command
      .add_option_function<std::string>(
          "--levels", [&arguments](std::string const& list) { arguments.levels = entries_of(list); },
          "one output for each tolerance, all from one pass")
      ->type_name("T1,T2,...")
      ->excludes(tolerance)
      ->excludes(count)
      ->excludes(ratio);
  add_choice(command, "--metric", metric_names, arguments.metric,
             "distance to a segment, to its whole line, or along y (default: segment; for series of values vertical)");
  add_choice(command, "--engine", engine_names, arguments.engine, "all give the same result (default: auto)");
  add_place(command, arguments.where);
  add_choice(command, "--format", format_names, arguments.read.format, "format of INPUT, whatever its extension");
  command.add_option("--column", arguments.read.column, "column of a CSV file to read as a series of values")
      ->check(named())
      ->type_name("NAME");
  command.add_option("--plot", arguments.plot, "draw the original and the result")
      ->check(written_as(".svg"))
      ->type_name("FILE.svg");
  command.add_option("--mask", arguments.mask, "write 1 or 0 a line for each point of INPUT: kept or left out")
      ->check(named())
      ->type_name("FILE");
  command
      .add_option("--significance", arguments.significance,
                  "write a line for each point of INPUT: the tolerance from which on it is left out, inf for ends")
      ->check(named())
      ->type_name("FILE");
  command.add_flag("--stats", arguments.stats, "print more about the result on standard error");
  command.add_flag(
      "--json", arguments.json,
      "print a report on standard output, as one JSON object (with --levels one a line for each tolerance); "
      "an infinite number is the string \"inf\"");
  command.add_flag("--overwrite", arguments.overwrite, "replace files that exist");
  CLI::Option* const quiet = command.add_flag("-q,--quiet", arguments.quiet, "print errors only");
  command.add_flag("-v,--verbose", arguments.verbose, "tell what is being done")->excludes(quiet);
  command.footer(details);
}

void check_together(simplify_arguments const& arguments) {
  if (arguments.tolerance && !(*arguments.tolerance >= 0))
    throw usage_error("--tolerance: " + exact(*arguments.tolerance) + " is not a number >= 0");
  if (arguments.input == "-" && arguments.read.format == file_format::by_extension)
    throw usage_error("INPUT: standard input needs --format");
  const file_format from =
      arguments.read.format == file_format::by_extension ? format_of(arguments.input) : arguments.read.format;
  const file_format to = output_format(arguments);
  if (from == file_format::by_extension)
    throw usage_error("INPUT: the format of " + arguments.input + " is not known by its extension: --format tells it");
  if (to != file_format::by_extension && to != from)
    throw usage_error("OUTPUT: " + arguments.output + " is of format " + name_of(format_names, to) + " and INPUT of " +
                      name_of(format_names, from) + "; formats are not converted");
  if (!arguments.read.column.empty() && from != file_format::csv)
    throw usage_error("--column: INPUT is no CSV file");
  if (arguments.to_standard_output() && arguments.json)
    throw usage_error("--json and OUTPUT would both go to standard output");
  check_together(arguments.where);
  if (arguments.where.device == device::cuda && arguments.engine == thrustline::engine::recursive)
    throw usage_error("--engine recursive: runs on the CPU only");

  if (arguments.count && *arguments.count < 0)
    throw usage_error("--count: " + std::to_string(*arguments.count) + " is not a number >= 0");
  if (arguments.ratio && !(*arguments.ratio >= 0 && *arguments.ratio <= 1))
    throw usage_error("--ratio: " + exact(*arguments.ratio) + " is not a number from 0 to 1");
  for (std::string const& level : arguments.levels)
    if (!(level_tolerance(level) >= 0))
      throw usage_error("--levels: \"" + level + "\" is not a number >= 0");
  if (arguments.wants_significance() && arguments.engine != thrustline::engine::automatic &&
      arguments.engine != thrustline::engine::bounded)
    throw usage_error("--engine " + name_of(engine_names, arguments.engine) +
                      ": --count, --ratio, --levels and --significance take bounded");
  if (!arguments.levels.empty() && arguments.to_standard_output())
    throw usage_error("--levels: more than one output cannot go to standard output");
  if (!arguments.levels.empty() && !(arguments.mask + arguments.plot).empty())
    throw usage_error("--levels: --mask and --plot are for one output");
  if (!arguments.significance.empty() && !arguments.complete())
    throw usage_error("--significance: say how much to keep, too");

  std::vector<std::string> paths = output_paths(arguments);
  paths.insert(paths.end(), {arguments.mask, arguments.plot, arguments.significance});
  check_distinct(paths);
  if (arguments.mask == "-" || arguments.plot == "-" || arguments.significance == "-")
    throw usage_error("only OUTPUT may go to standard output");
}

double level_tolerance(std::string const& level) {
  char* end = nullptr;
  const double value = std::strtod(level.c_str(), &end);
  return level.empty() || *end != '\0' ? std::nan("") : value;
}

std::vector<std::string> output_paths(simplify_arguments const& arguments) {
  if (arguments.levels.empty())
    return {arguments.output};
  std::vector<std::string> paths;
  const std::filesystem::path output(arguments.output);
  for (std::string const& level : arguments.levels) {
    std::filesystem::path path = output;
    paths.push_back(path.replace_filename(output.stem().string() + "-" + level + output.extension().string()).string());
  }
  return paths;
}

} // namespace thrustline_program
