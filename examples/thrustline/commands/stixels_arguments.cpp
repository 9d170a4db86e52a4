// SPDX-License-Identifier: MIT
#include "commands/stixels_arguments.hpp"

#include "commands/command_line.hpp"
#include "commands/image_input.hpp"
#include "commands/names.hpp"
#include "commands/output_checks.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<thrustline::stixel_mode> mode_names[] = {{"corrected", thrustline::stixel_mode::corrected},
                                                                 {"faithful", thrustline::stixel_mode::faithful}};

constexpr const char* details =
    R"(INPUT is a grey PNG or PGM (P5, P2) image, recognised by its first bytes; "-" is standard input.
  16 bits: disparity = value / 256, as in KITTI's images;  8 bits: disparity = value.  Value 0 means no measurement.
Disparities of D and more are not used either; the report counts them. Pixels without measurement belong to the stixel
around them. In images from laser scanners and in rendered ones these pixels are the sky: --invalid none reads them as
disparity 0.

W columns of pixels become one column of the means of their valid pixels in each row. Each is split into stixels: pieces
that are ground, an object or sky. Pixels left over on the right have no stixels. The road is the strongest line in the
v-disparity histogram that puts the camera 0.5 to 5 m above it; or --road gives its slope, ALPHA pixels of disparity a
row, and its horizon, a row counted from the top.
  --mode corrected   disparities are rounded to look up their costs; an object's noise follows from the stixel's mean
  --mode faithful    as the program of Hernandez-Juarez et al. (2016): rounded down, noise of each pixel,
                     objects under 1 px written as sky

OUTPUT is CSV; "-" is standard output. A row is a stixel: its column of stixels, its first and last row (both included,
counted from 0, from the top), its class (ground, object or sky) and the mean of its valid disparities in pixels.

--plot draws stixels over the image of --image, or over the disparities: objects from red (near) to green (far), sky
and objects below 1 pixel of disparity blue, ground clear; a dark line at the top of each.

The report of --json: columns and rows of the image, columns of stixels, stixels of each class, the range D, the share
of pixels that are valid and the share of these beyond the range, mode, road (slope and horizon; if it is estimated,
also the camera's tilt and height and the votes), device, seconds.

Exit status: 0 success; 1 bad input or output, or no road was found; 2 bad usage. No file is overwritten without
--overwrite, and a run that fails leaves no file.)";

/// Reads auto, or ALPHA,HORIZON_ROW. Returns what is wrong with the text, or an empty string.
std::string set_road(std::string const& text, std::optional<thrustline::road_model>& road) {
  road.reset();
  if (text == "auto")
    return "";
  const std::size_t comma = text.find(',');
  thrustline::road_model given;
  if (comma == std::string::npos || read_number(text.substr(0, comma), given.slope) ||
      read_number(text.substr(comma + 1), given.horizon))
    return text + " is neither auto nor ALPHA,HORIZON_ROW";
  road = given;
  return "";
}

/// Refuses a number that the library would refuse by the name of its own field.
void check_number(const char* option, double value, double least) {
  constexpr double most = 1e6;
  if (!(value >= least && value <= most))
    throw usage_error(option + (" " + exact(value)) + " is not a number from " + exact(least) + " to " + exact(most));
}

void check_camera(thrustline::stereo_camera const& camera) {
  check_number("--focal:", camera.focal_length, 1e-6);
  check_number("--baseline:", camera.baseline, 1e-6);
  check_number("--cy:", camera.principal_row, -1e6);
}

void check_road(thrustline::road_model const& road) {
  check_number("--road: ALPHA", road.slope, 1e-6);
  check_number("--road: HORIZON_ROW", road.horizon, -1e6);
}

} // namespace

void declare_options(option_set& options, stixels_arguments& arguments) {
  options.file("INPUT", arguments.input, "disparity image to read");
  options.output_file(arguments.output, "CSV file of stixels to write");
  options.number("--focal", arguments.camera.focal_length, "focal length, pixels").required().type("F");
  options.number("--baseline", arguments.camera.baseline, "distance between the two cameras, metres")
      .required()
      .type("B");
  options.number("--cy", arguments.camera.principal_row, "row of the optical axis, from the top").required().type("C");
  options
      .whole("--max-disparity", arguments.max_disparity, {2, 1024},
             "use disparities below this, 2 to 1024 pixels (default: 128)")
      .type("D");
  options
      .whole("--width", arguments.width, {1, 1000000},
             "width of a stixel, 1 to 1000000 pixels, INPUT's width at most (default: 5)")
      .type("W");
  options.choice("--mode", mode_names, arguments.mode, "variant of the model (default: corrected)");
  const auto read_road = [&arguments](std::string const& text) { return set_road(text, arguments.road); };
  options.text("--road", read_road, "the road, or auto to estimate it (default: auto)").type("auto|ALPHA,HORIZON_ROW");
  add_invalid_value(options, arguments.invalid);
  add_median(options, arguments.median);
  add_max_pixels(options, arguments.max_pixels);
  add_place(options, arguments.where);
  options.output("--plot", arguments.plot, ".png", "draw the stixels");
  options.name("--image", arguments.image, "grey image of 8 bits to draw them on, of INPUT's size").type("LEFT.png");
  options.flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  options.flag("--overwrite", arguments.overwrite, "replace existing files");
  options.flag("-q,--quiet", arguments.quiet, "print errors only");
  options.details(details);
}

void check_together(stixels_arguments const& arguments) {
  check_together(arguments.where);
  check_camera(arguments.camera);
  if (arguments.road)
    check_road(*arguments.road);
  if (!arguments.to_standard_output())
    check_csv_output(arguments.output);
  if (!arguments.image.empty() && arguments.plot.empty())
    throw usage_error("--image: has no effect without --plot");
  if (arguments.input == "-" && arguments.image == "-")
    throw usage_error("INPUT and --image cannot both come from standard input");
  const std::vector<file_argument> outputs{{"OUTPUT", arguments.output}, {"--plot", arguments.plot}};
  check_inputs_stay({{"INPUT", arguments.input}, {"--image", arguments.image}}, outputs);
  check_outputs_differ(outputs, arguments.json);
}

} // namespace thrustline_program
