// SPDX-License-Identifier: MIT
#include "commands/segment_command.hpp"

#include <iostream>

#include <unistd.h>

#include <thrustline/segment_columns.hpp>

#include "commands/image_input.hpp"
#include "commands/names.hpp"
#include "commands/segment_report.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/pending_files.hpp"
#include "formats/png_image.hpp"
#include "pictures/disparity_picture.hpp"
#include "processing/disparity_image.hpp"
#include "terminal/errors.hpp"
#include "terminal/progress.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

using column_segments = thrustline::ragged<thrustline::column_segment<float>>;

/// One run: its arguments, images and results. With --axis rows the images are transposed, so that everything between
/// reading and drawing is about columns.
struct segmentation {
  segment_arguments const& arguments;
  thrustline::executor on;
  grey_image raw, background;
  disparity_image image;
  column_segments columns;
  segment_summary summary;
};

/// Throws file_error if --rows makes the image larger than --max-pixels.
void check_resampled(segmentation const& run) {
  segment_arguments const& arguments = run.arguments;
  if (arguments.rows == 0)
    return;
  if (const std::string problem = pixels_problem(run.raw.columns, arguments.rows, arguments.max_pixels);
      !problem.empty())
    throw file_error(arguments.input, "resampled by --rows, " + problem);
}

void read(segmentation& run) {
  const stopwatch time;
  run.raw = read_raw_image(run.arguments.input, run.arguments.invalid, run.arguments.max_pixels);
  if (!run.arguments.image.empty())
    run.background = read_background(run.arguments.image, run.raw, run.arguments.input, run.arguments.max_pixels);
  if (run.arguments.axis == axis::rows) {
    run.raw = transposed(run.raw);
    run.background = transposed(run.background);
  }
  check_resampled(run);
  run.summary.seconds_read = time.seconds();
}

/// The engine that `automatic` chooses for columns of this length.
thrustline::engine engine_that_ran(segmentation const& run) {
  constexpr std::int64_t most_fused_rows = 1024;
  if (run.arguments.engine != thrustline::engine::automatic)
    return run.arguments.engine;
  if (run.image.rows <= most_fused_rows)
    return thrustline::engine::fused;
  return run.on.is_cuda() ? thrustline::engine::bounded : thrustline::engine::recursive;
}

void compute(segmentation& run) {
  const stopwatch time;
  segment_arguments const& arguments = run.arguments;
  run.image =
      prepared(run.on, run.raw, {arguments.invalid, arguments.median, arguments.holes == holes::fill, arguments.rows});
  const auto options = thrustline::segment_columns_options{}.tolerance(arguments.tolerance).engine(arguments.engine);
  run.columns = thrustline::segment_columns(run.on, run.image.view().as_columns(), options);

  segment_summary& summary = run.summary;
  summary.seconds_compute = time.seconds();
  summary.columns = run.image.columns;
  summary.rows = run.image.rows;
  summary.segments = static_cast<std::int64_t>(run.columns.values.size());
  summary.tolerance = arguments.tolerance;
  summary.engine = name_of(engine_names, engine_that_ran(run));
  summary.device = run.on.name();
}

void write_segments(std::ostream& out, segmentation const& run) {
  column_segments const& columns = run.columns;
  std::string text = run.summary.line_name() + ",first,last,value_first,value_last\n";
  for (std::size_t column = 0; column + 1 < columns.offsets.size(); ++column)
    for (auto s = static_cast<std::size_t>(columns.offsets[column]);
         s < static_cast<std::size_t>(columns.offsets[column + 1]); ++s) {
      thrustline::column_segment<float> const& segment = columns.values[s];
      append(text, column, ',');
      append(text, segment.first, ',');
      append(text, segment.last, ',');
      append(text, segment.value_first, ',');
      append(text, segment.value_last, '\n');
    }
  out << text;
}

void draw(std::ostream& out, segmentation const& run) {
  colour_image picture = picture_of(run.image, run.background, run.columns);
  write_png(out, run.arguments.axis == axis::rows ? transposed(picture) : picture);
}

void write_reconstruction(std::ostream& out, segmentation const& run) {
  disparity_image image(run.image.columns, run.image.rows);
  reconstruct_columns(
      run.on,
      {run.columns.offsets.data(), run.columns.values.data(), static_cast<std::int64_t>(run.columns.values.size())},
      image.view());
  const grey_image raw = raw_image(image);
  write_png(out, run.arguments.axis == axis::rows ? transposed(raw) : raw);
}

void write_outputs(segmentation& run, pending_files& files) {
  const stopwatch time;
  segment_arguments const& arguments = run.arguments;
  if (!arguments.plot.empty())
    files.write(arguments.plot, [&](std::ostream& out) { draw(out, run); });
  if (!arguments.reconstruct.empty())
    files.write(arguments.reconstruct, [&](std::ostream& out) { write_reconstruction(out, run); });
  files.write(arguments.output, [&](std::ostream& out) { write_segments(out, run); });
  run.summary.seconds_write = time.seconds();
}

/// Checks before any work what would fail at its end.
void check_outputs(segment_arguments const& arguments, pending_files const& files) {
  if (!arguments.to_standard_output())
    files.check(arguments.output);
  for (std::string const& path : {arguments.plot, arguments.reconstruct})
    if (!path.empty())
      files.check(path);
}

} // namespace

int segment_command(segment_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  check_outputs(arguments, files);

  segmentation run{arguments, executor_for(arguments), {}, {}, {}, {}, {}};
  run.summary.along_rows = arguments.axis == axis::rows;
  {
    progress line(!arguments.quiet && ::isatty(STDERR_FILENO));
    line.stage("reading " + escaped(file_name(arguments.input)));
    read(run);
    const std::string name = run.summary.line_name();
    line.stage("segmenting " + counted(run.raw.columns, name, name + "s") + " on " + run.on.name());
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
