// SPDX-License-Identifier: MIT
#include "commands/segment_arguments.hpp"

#include <cmath>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "commands/choice.hpp"
#include "commands/names.hpp"
#include "commands/raw_value.hpp"
#include "formats/pending_files.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<holes> hole_names[] = {{"ignore", holes::ignore}, {"fill", holes::fill}};
constexpr name_of_value<axis> axis_names[] = {{"columns", axis::columns}, {"rows", axis::rows}};

constexpr const char* details =
    R"(INPUT is a grey PNG or PGM (P5, P2) image, told by its first bytes; "-" is standard input.
  16 bits: disparity = value / 256, as in KITTI's images;  8 bits: disparity = value.  Value 0 is no measurement.

What is done, in this order:
  --median 3|5    the median of the valid pixels around each valid pixel
  --holes fill    invalid pixels between two valid ones of a column take the smaller disparity, others the nearest one;
                  ignore: they are left out, and a column begins and ends at its first and last valid pixel
  --rows N        columns are stretched or shrunk to N pixels, each the nearest one
  then each column is split at its pixel farthest from the line between its ends, while that is farther than T.
With --axis rows, "column" and "row" change places in all of this and in OUTPUT.

OUTPUT is CSV; "-" is standard output. A row is a segment: its column, its first and last row (counted from 0, from the
left and from the top; neighbours share a row), and the disparities there in pixels.

--plot draws disparities in false colour, over the camera image of --image if there is one, and a white dot at each cut.

The report of --json: columns and rows that were segmented, segments, tolerance, the engine that ran, device, seconds.

Exit status: 0; 1 bad input or output; 2 bad usage. Nothing is overwritten without --overwrite, and a run that fails
leaves no file.)";

} // namespace

void declare_options(CLI::App& command, segment_arguments& arguments) {
  add_file(command, "INPUT", arguments.input, "depth image to read");
  add_file(command, "OUTPUT", arguments.output, "CSV file of segments to write");
  command.add_option("-t,--tolerance", arguments.tolerance, "largest distance of a pixel to its segment, disparity")
      ->required()
      ->check(not_empty());
  add_invalid_value(command, arguments.invalid);
  add_choice(command, "--holes", hole_names, arguments.holes, "what to do with these pixels (default: ignore)");
  add_choice(command, "--median", median_names, arguments.median, "window of a median filter, 0 for none (default: 0)");
  command.add_option("--rows", arguments.rows, "resample columns to N rows")
      ->check(decimal())
      ->check(CLI::Range(1, 1000000).description(""))
      ->type_name("N");
  add_choice(command, "--axis", axis_names, arguments.axis, "which lines of the image to segment (default: columns)");
  add_choice(command, "--engine", column_engine_names, arguments.engine, "all give the same result (default: auto)");
  add_place(command, arguments.where);
  command.add_option("--plot", arguments.plot, "draw the image in false colour with the cuts: near red, far blue")
      ->check(written_as(".png"))
      ->type_name("FILE.png");
  command.add_option("--image", arguments.image, "grey image of 8 bits to draw them on, of INPUT's size")
      ->check(named())
      ->type_name("LEFT.png");
  command
      .add_option("--reconstruct", arguments.reconstruct,
                  "write the image that the segments stand for: 16 bits, disparity * 256, 0 for none")
      ->check(written_as(".png"))
      ->type_name("FILE.png");
  command.add_flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  command.add_flag("--overwrite", arguments.overwrite, "replace files that exist");
  command.add_flag("-q,--quiet", arguments.quiet, "print errors only");
  command.footer(details);
}

void check_together(segment_arguments const& arguments) {
  if (!(arguments.tolerance >= 0))
    throw usage_error("--tolerance: " + rounded(arguments.tolerance) + " is not a number >= 0");
  if (arguments.to_standard_output() && arguments.json)
    throw usage_error("--json and OUTPUT would both go to standard output");
  check_together(arguments.where);
  if (arguments.where.device == device::cuda && arguments.engine == thrustline::engine::recursive)
    throw usage_error("--engine recursive: runs on the CPU only");
  if (!arguments.to_standard_output() && std::filesystem::path(arguments.output).extension() != ".csv")
    throw usage_error("OUTPUT: " + arguments.output + " is no .csv file");

  if (!arguments.image.empty() && arguments.plot.empty())
    throw usage_error("--image: of no use without --plot");
  if (!arguments.image.empty() && arguments.rows > 0)
    throw usage_error("--image: of no use with --rows, which gives the picture another size");
  if (arguments.input == "-" && arguments.image == "-")
    throw usage_error("INPUT and --image cannot both come from standard input");
  check_distinct({arguments.output, arguments.plot, arguments.reconstruct});
  if (arguments.plot == "-" || arguments.reconstruct == "-")
    throw usage_error("only OUTPUT may go to standard output");
}

} // namespace thrustline_program
