// SPDX-License-Identifier: MIT
#include "commands/hull_arguments.hpp"

#include "commands/command_line.hpp"
#include "commands/lines_input.hpp"
#include "commands/names.hpp"
#include "commands/output_checks.hpp"
#include "formats/message_text.hpp"
#include "formats/raw_points.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

constexpr const char* details =
    R"(INPUT, by extension or --format: .csv with columns x and y, or those of --x and --y; .geojson, .json, .geojsonl,
.geojsons, .ndjson and .wkt, all points of all geometries; .f32 and .f64, pairs of little-endian numbers. "-" is standard
input or output; standard input needs --format. OUTPUT is a CSV file with the header index,x,y: the vertices
counter-clockwise, from the one of least x and among these of least y, not closed. The index counts the points of INPUT
from 0, without skipped rows. The hull is exact. Coordinates of a text are 4.49e307 at most.

The report of --json: points, vertices, device, seconds (read, compute, write), and rows_skipped if it is not 0.

Exit status: 0 success; 1 bad input or output; 2 bad usage. No file is overwritten without --overwrite, and a run that
fails leaves no file.)";

constexpr name_of_value<raw_numbers> raw_names[] = {{"f32", raw_numbers::f32}, {"f64", raw_numbers::f64}};

std::string format_list(std::string const& separator) {
  std::string list;
  for (auto const& [name, format] : format_names())
    list += name + separator;
  return list + raw_names[0].first + separator + raw_names[1].first;
}

/// Returns what is wrong with the name of a format, or an empty string.
std::string read_format(std::string const& text, hull_arguments& arguments) {
  for (auto const& [name, raw] : raw_names)
    if (text == name)
      return arguments.raw = raw, "";
  for (auto const& [name, format] : format_names())
    if (text == name)
      return arguments.read.format = format, "";
  return "'" + excerpt(text) + "' is none of " + format_list(", ");
}

} // namespace

raw_numbers raw_numbers_of(hull_arguments const& arguments) {
  if (arguments.raw != raw_numbers::none || arguments.read.format != file_format::by_extension)
    return arguments.raw;
  return is_raw_float(arguments.input)    ? raw_numbers::f32
         : is_raw_double(arguments.input) ? raw_numbers::f64
                                          : raw_numbers::none;
}

void declare_options(option_set& options, hull_arguments& arguments) {
  options.file("INPUT", arguments.input, "file to read");
  options.output_file(arguments.output, "CSV file to write");
  const auto set_format = [&arguments](std::string const& name) { return read_format(name, arguments); };
  options.text("--format", set_format, "format of INPUT, whatever its extension").type(format_list("|"));
  add_csv_options(options, arguments.read);
  options.flag("--keep-collinear", arguments.keep_collinear, "keep the points on the edges of the hull, too");
  add_place(options, arguments.where);
  options.output("--plot", arguments.plot, ".svg", "draw the points and their hull");
  options.flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  options.flag("--overwrite", arguments.overwrite, "replace existing files");
  options.flag("-q,--quiet", arguments.quiet, "print errors only");
  options.details(details);
}

void check_together(hull_arguments const& arguments) {
  const bool raw = raw_numbers_of(arguments) != raw_numbers::none;
  const file_format given = arguments.read.format;
  if (arguments.input == "-" && !raw && given == file_format::by_extension)
    throw usage_error("INPUT: standard input needs --format");
  check_csv_options(arguments.read, raw                                  ? file_format::by_extension
                                    : given == file_format::by_extension ? format_of(arguments.input)
                                                                         : given);
  if (!arguments.to_standard_output())
    check_csv_output(arguments.output);
  check_together(arguments.where);
  const std::vector<file_argument> outputs{{"OUTPUT", arguments.output}, {"--plot", arguments.plot}};
  check_inputs_stay({{"INPUT", arguments.input}}, outputs);
  check_outputs_differ(outputs, arguments.json);
}

} // namespace thrustline_program
