// SPDX-License-Identifier: MIT
#include "commands/segment_arguments.hpp"

#include "commands/command_line.hpp"
#include "commands/image_input.hpp"
#include "commands/names.hpp"
#include "commands/output_checks.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<holes> hole_names[] = {{"ignore", holes::ignore}, {"fill", holes::fill}};
constexpr name_of_value<axis> axis_names[] = {{"columns", axis::columns}, {"rows", axis::rows}};

/// The engines for columns of images: all but bounded, which `auto` takes for long columns on a GPU.
constexpr name_of_value<thrustline::engine> column_engine_names[] = {engine_names[0], engine_names[1], engine_names[2],
                                                                     engine_names[3]};

constexpr const char* details =
    R"(INPUT is a grey PNG or PGM (P5, P2) image, recognised by its first bytes; "-" is standard input.
  16 bits: disparity = value / 256, as in KITTI's images;  8 bits: disparity = value.  Value 0 means no measurement.

Steps, in this order:
  --median 3|5    each valid pixel becomes the median of the valid pixels around it
  --holes fill    invalid pixels between two valid ones of a column take the smaller disparity, others the nearest one;
                  ignore: they are left out, and a column begins and ends at its first and last valid pixel;
                  a column with fewer than two has no segment
  --rows N        columns are resampled to N pixels, each the nearest one
  then each column is split at its pixel farthest from the line between its ends, while that is farther than T.
With --axis rows, "column" and "row" change places in all of this, and in OUTPUT, whose first column is then "row".

OUTPUT is CSV; "-" is standard output. A row is a segment: its column, its first and last row (counted from 0, from the
left and from the top; neighbours share a row), and the disparities there in pixels.

--plot draws disparities in false colour, over the camera image of --image if there is one, and a white dot at each cut.

The report of --json: columns that were segmented and rows of each (with --axis rows the other way round: rows that
were segmented and pixels of each), segments, tolerance, engine, device, seconds.

Exit status: 0 success; 1 bad input or output; 2 bad usage. No file is overwritten without --overwrite, and a run that
fails leaves no file.)";

} // namespace

void declare_options(option_set& options, segment_arguments& arguments) {
  options.file("INPUT", arguments.input, "depth image to read");
  options.output_file(arguments.output, "CSV file of segments to write");
  options.number("-t,--tolerance", arguments.tolerance, "largest distance of a pixel to its segment, disparity")
      .required();
  add_invalid_value(options, arguments.invalid);
  options.choice("--holes", hole_names, arguments.holes, "what becomes of these pixels (default: ignore)");
  add_median(options, arguments.median);
  options.whole("--rows", arguments.rows, {1, 1000000}, "resample columns to N rows, 1 to 1000000").type("N");
  options.choice("--axis", axis_names, arguments.axis, "which lines of the image to segment (default: columns)");
  options.choice("--engine", column_engine_names, arguments.engine,
                 "every engine gives the same result; fused takes up to 1024 rows (default: auto)");
  add_max_pixels(options, arguments.max_pixels);
  add_place(options, arguments.where);
  options.output("--plot", arguments.plot, ".png", "draw the image in false colour with the cuts: near red, far blue");
  options.name("--image", arguments.image, "grey image of 8 bits to draw them on, of INPUT's size").type("LEFT.png");
  options.output("--reconstruct", arguments.reconstruct, ".png",
                 "write the image that the segments describe: 16 bits, disparity * 256, at least 1; 0 for none");
  options.flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  options.flag("--overwrite", arguments.overwrite, "replace existing files");
  options.flag("-q,--quiet", arguments.quiet, "print errors only");
  options.details(details);
}

void check_together(segment_arguments const& arguments) {
  if (!(arguments.tolerance >= 0))
    throw usage_error("--tolerance: " + exact(arguments.tolerance) + " is not a number >= 0");
  check_together(arguments.where);
  if (arguments.where.device == device::cuda && arguments.engine == thrustline::engine::recursive)
    throw usage_error("--engine recursive: runs on the CPU only");
  if (!arguments.to_standard_output())
    check_csv_output(arguments.output);

  if (!arguments.image.empty() && arguments.plot.empty())
    throw usage_error("--image: has no effect without --plot");
  if (!arguments.image.empty() && arguments.rows > 0)
    throw usage_error("--image: does not fit --rows, which changes the size of the picture");
  if (arguments.input == "-" && arguments.image == "-")
    throw usage_error("INPUT and --image cannot both come from standard input");
  const std::vector<file_argument> outputs{
      {"OUTPUT", arguments.output}, {"--plot", arguments.plot}, {"--reconstruct", arguments.reconstruct}};
  check_inputs_stay({{"INPUT", arguments.input}, {"--image", arguments.image}}, outputs);
  check_outputs_differ(outputs, arguments.json);
}

} // namespace thrustline_program
