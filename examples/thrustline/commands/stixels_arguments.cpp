// SPDX-License-Identifier: MIT
#include "commands/stixels_arguments.hpp"

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

constexpr name_of_value<thrustline::stixel_mode> mode_names[] = {{"corrected", thrustline::stixel_mode::corrected},
                                                                 {"faithful", thrustline::stixel_mode::faithful}};

constexpr const char* details =
    R"(INPUT is a grey PNG or PGM (P5, P2) image, told by its first bytes; "-" is standard input.
  16 bits: disparity = value / 256, as in KITTI's images;  8 bits: disparity = value.  Value 0 is no measurement.
Disparities of D and more are not used either; the report says how many they are. Pixels without measurement belong to
what is around them; where they are the sky, as in images from laser scanners and rendered ones, --invalid none takes
them as disparity 0.

Columns of W pixels become one, of the means of their valid pixels a row, and each is split into stixels: pieces that
are ground, an object or sky; columns of pixels left over on the right have none. The road is the strongest line in the
v-disparity histogram, if it puts the camera 0.5 to 5 m above it; or give the disparity that it gains a row, ALPHA, and
its horizon, counted from the top.
  --mode corrected   disparities are rounded to look up their costs, an object's noise follows from the stixel's mean
  --mode faithful    as the program of Hernandez-Juarez et al. (2016) does: rounded down, noise by each pixel,
                     objects under 1 px written as sky

OUTPUT is CSV; "-" is standard output. A row is a stixel: its column of stixels, its first and last row (both included,
counted from 0, from the top), its class (ground, object or sky) and the mean of its valid disparities in pixels.

--plot draws stixels over the image of --image, or over the disparities: objects from red (near) to green (far), sky
and objects below 1 pixel of disparity blue, ground clear; a dark line at each one's top.

The report of --json: the image's and the stixels' columns and rows, stixels of each class, the range D, the share of
pixels that are valid and the share of these beyond the range, mode, the road (slope, horizon, and of an estimated one
the tilt and height that it gives the camera and its votes), device, seconds.

Exit status: 0; 1 bad input or output, or no road was found; 2 bad usage. Nothing is overwritten without --overwrite,
and a run that fails leaves no file.)";

void set_road(std::string const& text, std::optional<thrustline::road_model>& road) {
  road.reset();
  if (text == "auto")
    return;
  const std::size_t comma = text.find(',');
  thrustline::road_model given;
  if (comma == std::string::npos || !CLI::detail::lexical_cast(text.substr(0, comma), given.slope) ||
      !CLI::detail::lexical_cast(text.substr(comma + 1), given.horizon))
    throw CLI::ValidationError("--road", text + " is neither auto nor ALPHA,HORIZON_ROW");
  road = given;
}

} // namespace

void declare_options(CLI::App& command, stixels_arguments& arguments) {
  add_file(command, "INPUT", arguments.input, "disparity image to read");
  add_file(command, "OUTPUT", arguments.output, "CSV file of stixels to write");
  command.add_option("--focal", arguments.camera.focal_length, "focal length, pixels")
      ->required()
      ->check(not_empty())
      ->type_name("F");
  command.add_option("--baseline", arguments.camera.baseline, "distance of the two cameras, metres")
      ->required()
      ->check(not_empty())
      ->type_name("B");
  command.add_option("--cy", arguments.camera.principal_row, "row of the optical axis, from the top")
      ->required()
      ->check(not_empty())
      ->type_name("C");
  command.add_option("--max-disparity", arguments.max_disparity, "disparities are below this (default: 128)")
      ->check(CLI::Range(2, 1024).description(""))
      ->type_name("D");
  command.add_option("--width", arguments.width, "pixels across a stixel (default: 5)")
      ->check(CLI::Range(1, 1000000).description(""))
      ->type_name("W");
  add_choice(command, "--mode", mode_names, arguments.mode, "which reading of the model (default: corrected)");
  command
      .add_option_function<std::string>(
          "--road", [&arguments](std::string const& text) { set_road(text, arguments.road); },
          "the road, or auto to estimate it (default: auto)")
      ->type_name("auto|ALPHA,HORIZON_ROW");
  add_invalid_value(command, arguments.invalid);
  add_choice(command, "--median", median_names, arguments.median, "window of a median filter, 0 for none (default: 0)");
  add_place(command, arguments.where);
  command.add_option("--plot", arguments.plot, "draw the stixels")->check(written_as(".png"))->type_name("FILE.png");
  command.add_option("--image", arguments.image, "grey image of 8 bits to draw them on, of INPUT's size")
      ->check(named())
      ->type_name("LEFT.png");
  command.add_flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  command.add_flag("--overwrite", arguments.overwrite, "replace files that exist");
  command.add_flag("-q,--quiet", arguments.quiet, "print errors only");
  command.footer(details);
}

void check_together(stixels_arguments const& arguments) {
  if (arguments.to_standard_output() && arguments.json)
    throw usage_error("--json and OUTPUT would both go to standard output");
  check_together(arguments.where);
  if (!arguments.to_standard_output() && std::filesystem::path(arguments.output).extension() != ".csv")
    throw usage_error("OUTPUT: " + arguments.output + " is no .csv file");
  if (!arguments.image.empty() && arguments.plot.empty())
    throw usage_error("--image: of no use without --plot");
  if (arguments.plot == "-")
    throw usage_error("only OUTPUT may go to standard output");
  if (arguments.input == "-" && arguments.image == "-")
    throw usage_error("INPUT and --image cannot both come from standard input");
  check_distinct({arguments.output, arguments.plot});
}

} // namespace thrustline_program
