// SPDX-License-Identifier: MIT
#include "commands/stixels_command.hpp"

#include <cmath>
#include <iostream>
#include <optional>

#include <unistd.h>

#include "commands/image_input.hpp"
#include "commands/stixels_report.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/pending_files.hpp"
#include "formats/png_image.hpp"
#include "pictures/stixels_picture.hpp"
#include "processing/disparity_image.hpp"
#include "terminal/errors.hpp"
#include "terminal/progress.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

using stixel_columns = thrustline::ragged<thrustline::stixel>;

/// One run: its arguments, images and results.
struct stixels_run {
  stixels_arguments const& arguments;
  thrustline::executor on;
  grey_image raw, background;
  disparity_image image;
  stixel_columns columns;
  stixels_summary summary;
};

void read(stixels_run& run) {
  const stopwatch time;
  stixels_arguments const& arguments = run.arguments;
  run.raw = read_raw_image(arguments.input, arguments.invalid, arguments.max_pixels);
  if (arguments.width > run.raw.columns)
    throw usage_error("--width: " + std::to_string(arguments.width) + ", but " + file_name(arguments.input) + " has " +
                      counted(run.raw.columns, "column", "columns") + " of pixels");
  if (!arguments.image.empty())
    run.background = read_background(arguments.image, run.raw, arguments.input, arguments.max_pixels);
  run.summary.seconds_read = time.seconds();
}

void count_pixels(stixels_run& run) {
  run.summary.image_columns = run.image.columns;
  run.summary.rows = run.image.rows;
  run.summary.max_disparity = run.arguments.max_disparity;
  for (float disparity : run.image.values) {
    run.summary.valid += !std::isnan(disparity);
    run.summary.beyond += disparity >= static_cast<float>(run.arguments.max_disparity);
  }
}

std::string no_road(stixels_summary const& summary) {
  const std::string give = "give one by --road ALPHA,HORIZON_ROW";
  if (2 * summary.beyond <= summary.valid)
    return "no road was found; " + give;
  return "no road was found: " + per_cent(summary.beyond, summary.valid) +
         " of the valid pixels are not used, as they are >= " + std::to_string(summary.max_disparity) +
         " px; raise --max-disparity, or " + give;
}

/// The road of the arguments, or an estimate, which goes to the summary.
thrustline::road_model find_road(stixels_run& run) {
  if (run.arguments.road)
    return *run.arguments.road;
  std::optional<thrustline::road_estimate> found;
  estimate_road(run.on, run.image.view(), run.arguments.camera,
                thrustline::road_options{}.max_disparity(run.arguments.max_disparity), &found);
  if (!found)
    throw file_error(file_name(run.arguments.input), no_road(run.summary));
  run.summary.road_estimated = true;
  run.summary.tilt = found->tilt;
  run.summary.height = found->height;
  run.summary.votes = found->votes;
  return found->road;
}

void compute(stixels_run& run) {
  const stopwatch time;
  stixels_arguments const& arguments = run.arguments;
  stixels_summary& summary = run.summary;
  run.image = prepared(run.on, run.raw, {arguments.invalid, arguments.median, false, 0});
  count_pixels(run);
  summary.road = find_road(run);
  const auto options = thrustline::stixel_options{}
                           .max_disparity(arguments.max_disparity)
                           .width(arguments.width)
                           .mode(arguments.mode)
                           .road(summary.road);
  run.columns = thrustline::stixels(run.on, run.image.view(), arguments.camera, options);

  summary.seconds_compute = time.seconds();
  summary.columns = static_cast<std::int64_t>(run.columns.offsets.size()) - 1;
  summary.width = arguments.width;
  summary.mode = arguments.mode;
  summary.device = run.on.name();
  for (thrustline::stixel const& one : run.columns.values)
    ++(one.kind == thrustline::stixel_class::ground   ? summary.ground
       : one.kind == thrustline::stixel_class::object ? summary.object
                                                      : summary.sky);
}

void write_stixels(std::ostream& out, stixel_columns const& columns) {
  constexpr const char* class_names[] = {"ground,", "object,", "sky,"};
  std::string text = "column,first,last,class,disparity\n";
  for (std::size_t column = 0; column + 1 < columns.offsets.size(); ++column)
    for (auto s = static_cast<std::size_t>(columns.offsets[column]);
         s < static_cast<std::size_t>(columns.offsets[column + 1]); ++s) {
      thrustline::stixel const& one = columns.values[s];
      append(text, column, ',');
      append(text, one.first, ',');
      append(text, one.last, ',');
      text += class_names[static_cast<int>(one.kind)];
      append(text, one.disparity, '\n');
    }
  out << text;
}

void draw(std::ostream& out, stixels_run const& run) {
  grey_image const& background = run.arguments.image.empty() ? as_background(run.image) : run.background;
  write_png(out, picture_of(background, run.columns, run.arguments.width));
}

void write_outputs(stixels_run& run, pending_files& files) {
  const stopwatch time;
  stixels_arguments const& arguments = run.arguments;
  if (!arguments.plot.empty())
    files.write(arguments.plot, [&](std::ostream& out) { draw(out, run); });
  files.write(arguments.output, [&](std::ostream& out) { write_stixels(out, run.columns); });
  run.summary.seconds_write = time.seconds();
}

} // namespace

int stixels_command(stixels_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  if (!arguments.to_standard_output())
    files.check(arguments.output);
  if (!arguments.plot.empty())
    files.check(arguments.plot);

  stixels_run run{arguments, executor_at(arguments.where), {}, {}, {}, {}, {}};
  {
    progress line(!arguments.quiet && ::isatty(STDERR_FILENO));
    line.stage("reading " + escaped(file_name(arguments.input)));
    read(run);
    line.stage("finding stixels on " + run.on.name());
    compute(run);
    line.stage("writing " + escaped(output_name(arguments.output)));
    write_outputs(run, files);
  }
  files.commit([&](std::ostream& out) {
    if (arguments.json)
      print_json(out, run.summary);
  });
  if (!arguments.json && !arguments.quiet)
    print_summary(std::cerr, run.summary);
  return success;
}

} // namespace thrustline_program
