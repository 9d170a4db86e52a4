// SPDX-License-Identifier: MIT
#include "commands/simplify_outputs.hpp"

#include <filesystem>
#include <ostream>

#include "formats/file_content.hpp"
#include "pictures/lines_picture.hpp"
#include "processing/result_arcs.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

using keep_mask = std::vector<std::uint8_t>;

/// A line for each point and for each skipped row, which is dropped whatever the tolerance.
void write_significances(std::ostream& out, dataset const& data, std::vector<double> const& values) {
  std::string text;
  for_each_row(
      data, [&](std::int64_t point) { append(text, values[point], '\n'); }, [&] { text += "0\n"; });
  out << text;
}

/// A line for each point and for each skipped row.
void write_mask(std::ostream& out, dataset const& data, keep_mask const& mask) {
  std::string text;
  text.reserve(2 * (mask.size() + data.skipped.size()));
  for_each_row(
      data, [&](std::int64_t point) { text += mask[point] ? "1\n" : "0\n"; }, [&] { text += "0\n"; });
  out << text;
}

void draw(std::ostream& out, simplification const& run, simplify_result const& made) {
  simplify_summary const& summary = made.summary;
  picture_options picture;
  picture.title = summary.points_in == 0
                      ? "no points"
                      : counted(summary.points_in, "point", "points") + " in, " + grouped(summary.points_out) +
                            " out (" + per_cent(summary.points_out, summary.points_in) + ")";
  picture.caption = "tolerance " + rounded(summary.tolerance) + ", max deviation " + rounded(summary.max_deviation, 4) +
                    ", metric " + summary.metric + ", " + grouped(summary.series) + " series";
  picture.plain_mask = made.plain;
  picture.equal_scales = run.data.dimensions > 1 && run.options.metric() != thrustline::metric::vertical;
  write_picture(out, run.data, made.mask, picture, run.on);
}

void write_result(std::ostream& out, simplification const& run, keep_mask const& mask) {
  if (!run.arguments.to_topojson())
    return write_kept(out, run.data, mask);
  topojson_options options;
  options.quantization = run.arguments.quantization;
  const std::string name = std::filesystem::path(run.arguments.input).stem().string();
  options.object = run.arguments.input == "-" ? "layer" : name;
  write_topojson(out, run.data, arcs_of_result(run.on, run.data, mask), options);
}

} // namespace

void check_outputs(simplify_arguments const& arguments, pending_files const& files) {
  if (!arguments.to_standard_output())
    for (std::string const& path : output_paths(arguments))
      files.check(path);
  for (std::string const& path : {arguments.mask, arguments.plot, arguments.significance})
    if (!path.empty())
      files.check(path);
}

void write_significance(simplification const& run, pending_files& files) {
  if (!run.arguments.significance.empty())
    files.write(run.arguments.significance,
                [&](std::ostream& out) { write_significances(out, run.data, run.significance); });
}

void write_outputs(simplification const& run, simplify_result& made, pending_files& files) {
  const stopwatch time;
  simplify_arguments const& arguments = run.arguments;
  if (!arguments.mask.empty())
    files.write(arguments.mask, [&](std::ostream& out) { write_mask(out, run.data, made.mask); });
  if (!arguments.plot.empty())
    files.write(arguments.plot, [&](std::ostream& out) { draw(out, run, made); });
  files.write(made.path, [&](std::ostream& out) { write_result(out, run, made.mask); });
  made.summary.seconds_write = time.seconds();
}

} // namespace thrustline_program
