// SPDX-License-Identifier: MIT
#include "commands/hull_command.hpp"

#include <cstdint>
#include <iostream>
#include <ostream>
#include <variant>
#include <vector>

#include <thrustline/convex_hull.hpp>

#include "commands/hull_report.hpp"
#include "commands/lines_input.hpp"
#include "formats/dataset.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/pending_files.hpp"
#include "formats/raw_points.hpp"
#include "pictures/hull_picture.hpp"
#include "terminal/errors.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

/// The points as they were read: raw floats stay floats.
struct hull_input {
  std::variant<std::vector<double>, std::vector<float>> xy;
  planar_lines lines;            ///< what the picture shows, if INPUT has lines
  std::int64_t rows_skipped = 0; ///< of a CSV file
};

hull_input read_input(hull_arguments const& arguments) {
  std::string const& path = arguments.input;
  const raw_numbers raw = raw_numbers_of(arguments);
  if (raw == raw_numbers::f32)
    return {read_raw_points<float>(path), {}, 0};
  if (raw == raw_numbers::f64)
    return {read_raw_points<double>(path), {}, 0};
  read_options options = arguments.read;
  options.points = true;
  dataset data = read_dataset(path, options);
  if (data.dimensions != 2)
    throw file_error(file_name(path), "a hull needs columns x and y");
  if (!arguments.quiet)
    print_skipped_note(std::cerr, data);
  planar_lines lines;
  if (data.points() > data.series()) // not points alone
    lines = lines_of(data, std::vector<std::uint8_t>(static_cast<std::size_t>(data.points()), 1));
  return {std::move(data.coordinates), std::move(lines), static_cast<std::int64_t>(data.skipped.size())};
}

/// The indices of the vertices. A point that is not finite is a fault of the file: only raw numbers can bring one here.
template <class Real>
std::vector<std::int64_t> vertices_of(hull_arguments const& arguments, std::vector<Real> const& xy,
                                      thrustline::executor const& on) {
  const thrustline::point_set<Real> points(xy.data(), static_cast<std::int64_t>(xy.size() / 2));
  const auto options = thrustline::hull_options{}.keep_collinear(arguments.keep_collinear);
  try {
    return thrustline::convex_hull(on, points, options);
  } catch (thrustline::invalid_point const& error) {
    throw file_error(file_name(arguments.input), error.what());
  }
}

template <class Real>
void write_vertices(std::ostream& out, std::vector<Real> const& xy, std::vector<std::int64_t> const& vertices) {
  out << "index,x,y\n";
  for (std::int64_t i : vertices)
    out << i << "," << exact(xy[2 * i]) << "," << exact(xy[2 * i + 1]) << "\n";
}

/// The hull, and the lines of the points or, if they have none, an even choice of the points.
template <class Real>
hull_drawing drawing_of(std::vector<Real> const& xy, planar_lines const& lines,
                        std::vector<std::int64_t> const& vertices) {
  constexpr std::int64_t most_dots = 20000;
  const auto add = [&xy](planar_lines& to, std::int64_t i) {
    to.add(static_cast<double>(xy[2 * i]), static_cast<double>(xy[2 * i + 1]));
  };
  hull_drawing drawing{{}, lines, {}, ""};
  for (std::int64_t i : vertices)
    add(drawing.ring, i);
  if (!vertices.empty())
    add(drawing.ring, vertices.front());
  drawing.ring.end_series();
  const auto n = static_cast<std::int64_t>(xy.size() / 2);
  for (std::int64_t i = 0; i < n && lines.points() == 0; i += 1 + n / most_dots) {
    add(drawing.dots, i);
    add(drawing.dots, i);
    drawing.dots.end_series();
  }
  return drawing;
}

/// Computes and writes what the arguments ask for. The files stay pending.
template <class Real>
void process(hull_arguments const& arguments, hull_input const& input, std::vector<Real> const& xy,
             thrustline::executor const& on, pending_files& files, hull_summary& summary) {
  const stopwatch computing;
  const std::vector<std::int64_t> vertices = vertices_of(arguments, xy, on);
  summary.seconds_compute = computing.seconds();
  summary.points = static_cast<std::int64_t>(xy.size() / 2);
  summary.vertices = static_cast<std::int64_t>(vertices.size());
  summary.device = on.name();

  const stopwatch writing;
  files.write(arguments.output, [&](std::ostream& out) { write_vertices(out, xy, vertices); });
  if (!arguments.plot.empty()) {
    hull_drawing drawing = drawing_of(xy, input.lines, vertices);
    drawing.title = counts(summary);
    files.write(arguments.plot, [&](std::ostream& out) { write_picture(out, drawing, on); });
  }
  summary.seconds_write = writing.seconds();
}

} // namespace

int hull_command(hull_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  if (!arguments.to_standard_output())
    files.check(arguments.output);
  if (!arguments.plot.empty())
    files.check(arguments.plot);

  const thrustline::executor on = executor_at(arguments.where);

  hull_summary summary;
  const stopwatch reading;
  const hull_input input = read_input(arguments);
  summary.seconds_read = reading.seconds();
  summary.rows_skipped = input.rows_skipped;
  std::visit([&](auto const& xy) { process(arguments, input, xy, on, files, summary); }, input.xy);
  files.commit([&](std::ostream& out) {
    if (arguments.json)
      print_json(out, summary);
  });
  if (!arguments.json && !arguments.quiet)
    print_summary(std::cerr, summary);
  return success;
}

} // namespace thrustline_program
