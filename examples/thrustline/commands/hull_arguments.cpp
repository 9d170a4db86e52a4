// SPDX-License-Identifier: MIT
#include "commands/hull_arguments.hpp"

#include "commands/command_line.hpp"
#include "commands/output_checks.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

constexpr const char* details =
    R"(INPUT, by extension: .csv with columns x and y; .geojson, .json and .wkt, all points of all geometries; .f32 and
.f64, pairs of little-endian numbers. OUTPUT is a CSV file with the header index,x,y: the vertices counter-clockwise,
from the one of least x and among these of least y, not closed. The index counts the points of INPUT from 0. The hull is
exact.

Exit status: 0 success; 1 bad input or output; 2 bad usage. No file is overwritten without --overwrite, and a run that
fails leaves no file.)";

} // namespace

void declare_options(option_set& options, hull_arguments& arguments) {
  options.file("INPUT", arguments.input, "file to read");
  options.file("OUTPUT", arguments.output, "CSV file to write");
  options.flag("--keep-collinear", arguments.keep_collinear, "keep the points on the edges of the hull, too");
  add_place(options, arguments.where);
  options.output("--plot", arguments.plot, ".svg", "draw the points and their hull");
  options.flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  options.flag("--overwrite", arguments.overwrite, "replace existing files");
  options.details(details);
}

void check_together(hull_arguments const& arguments) {
  if (arguments.input == "-")
    throw usage_error("INPUT: must be a file, not standard input");
  check_csv_output(arguments.output);
  check_together(arguments.where);
  const std::vector<file_argument> outputs{{"OUTPUT", arguments.output}, {"--plot", arguments.plot}};
  check_inputs_stay({{"INPUT", arguments.input}}, outputs);
  check_outputs_differ(outputs, arguments.json);
}

} // namespace thrustline_program
