// SPDX-License-Identifier: MIT
#include "simplify_arguments.hpp"

#include <filesystem>
#include <set>

#include <CLI/CLI.hpp>

#include "choice.hpp"
#include "errors.hpp"
#include "names.hpp"
#include "text.hpp"

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

Distances are planar, in the units of the data: degrees, where coordinates are degrees.

Exit status: 0; 1 bad input or output; 2 bad usage. Nothing is overwritten without --overwrite, and a run that fails
leaves no file.)";

file_format output_format(simplify_arguments const& arguments) {
  return arguments.to_standard_output() ? file_format::by_extension : format_of(arguments.output);
}

} // namespace

void declare_options(CLI::App& command, simplify_arguments& arguments) {
  command.add_option("INPUT", arguments.input, "file to read")->required();
  command.add_option("OUTPUT", arguments.output, "file to write")->required();
  command.add_option("-t,--tolerance", arguments.tolerance,
                     "largest distance of a point left out to the result; without it, suggestions are printed");
  add_choice(command, "--metric", metric_names, arguments.metric,
             "distance to a segment, to its whole line, or along y (default: segment; for series of values vertical)");
  add_choice(command, "--engine", engine_names, arguments.engine, "all give the same result (default: auto)");
  add_choice(command, "--device", device_names, arguments.device,
             "where to compute (default: auto, a GPU if there is one)");
  command.add_option("--threads", arguments.threads, "CPU threads, 0 for all cores; asks for the CPU")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  add_choice(command, "--format", format_names, arguments.read.format, "format of INPUT, whatever its extension");
  command.add_option("--column", arguments.read.column, "column of a CSV file to read as a series of values")
      ->type_name("NAME");
  command.add_option("--plot", arguments.plot, "draw the original and the result")->type_name("FILE.svg");
  command.add_option("--mask", arguments.mask, "write 1 or 0 a line for each point of INPUT: kept or left out")
      ->type_name("FILE");
  command.add_flag("--stats", arguments.stats, "print more about the result on standard error");
  command.add_flag("--json", arguments.json,
                   "print a report on standard output, as one JSON object; an infinite number is the string \"inf\"");
  command.add_flag("--overwrite", arguments.overwrite, "replace files that exist");
  CLI::Option* const quiet = command.add_flag("-q,--quiet", arguments.quiet, "print errors only");
  command.add_flag("-v,--verbose", arguments.verbose, "tell what is being done")->excludes(quiet);
  command.footer(details);
}

void check_together(simplify_arguments const& arguments) {
  if (arguments.tolerance && !(*arguments.tolerance >= 0))
    throw usage_error("--tolerance: " + rounded(*arguments.tolerance) + " is not a number >= 0");
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
  if (arguments.device == device::cuda && arguments.threads > 0)
    throw usage_error("--threads: of no use with --device cuda");
  if (arguments.device == device::cuda && arguments.engine == thrustline::engine::recursive)
    throw usage_error("--engine recursive: runs on the CPU only");

  std::set<std::filesystem::path> outputs;
  for (std::string const& path : {arguments.output, arguments.mask, arguments.plot})
    if (!path.empty() && !outputs.insert(std::filesystem::weakly_canonical(path)).second)
      throw usage_error(path + " is to be written twice");
  if (arguments.mask == "-" || arguments.plot == "-")
    throw usage_error("only OUTPUT may go to standard output");
}

} // namespace thrustline_program
