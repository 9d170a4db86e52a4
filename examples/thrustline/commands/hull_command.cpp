// SPDX-License-Identifier: MIT
#include "commands/hull_command.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <ostream>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <thrustline/convex_hull.hpp>

#include "commands/choice.hpp"
#include "formats/dataset.hpp"
#include "formats/file_error.hpp"
#include "formats/pending_files.hpp"
#include "formats/raw_points.hpp"
#include "pictures/planar_lines.hpp"
#include "pictures/svg.hpp"
#include "terminal/errors.hpp"
#include "terminal/stopwatch.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr const char* details =
    R"(INPUT, by extension: .csv with columns x and y, .geojson, .json, .wkt, where every point counts, of lines,
polygons and points; .f32 and .f64, pairs of little-endian numbers. OUTPUT is a CSV file with the header index,x,y: the
vertices counter-clockwise from the least x and among these the least y, not closed; the index counts the points of
INPUT from 0. The hull is exact.

Exit status: 0; 1 bad input or output; 2 bad usage. Nothing is overwritten without --overwrite, and a run that fails
leaves no file.)";

/// The points as they were read: raw floats stay floats.
struct input {
  std::variant<std::vector<double>, std::vector<float>> xy;
  planar_lines lines; ///< what the picture shows, where INPUT has lines
};

input read_input(std::string const& path) {
  if (is_raw_float(path))
    return {read_raw_points<float>(path), {}};
  if (is_raw_double(path))
    return {read_raw_points<double>(path), {}};
  read_options options;
  options.points = true;
  dataset data = read_dataset(path, options);
  if (data.dimensions != 2)
    throw file_error(path, "a hull needs columns x and y");
  planar_lines lines;
  if (data.points() > data.series()) // not points alone
    lines = lines_of(data, std::vector<std::uint8_t>(static_cast<std::size_t>(data.points()), 1));
  return {std::move(data.coordinates), std::move(lines)};
}

/// The shortest text that reads back as the same number.
template <class Real>
std::string exact_text(Real value) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <class Real>
void write_vertices(std::ostream& out, std::vector<Real> const& xy, std::vector<std::int64_t> const& vertices) {
  out << "index,x,y\n";
  for (std::int64_t i : vertices)
    out << i << "," << exact_text(xy[2 * i]) << "," << exact_text(xy[2 * i + 1]) << "\n";
}

/// The points, or the lines they belong to, under the hull.
template <class Real>
void draw(std::ostream& out, std::vector<Real> const& xy, planar_lines const& lines,
          std::vector<std::int64_t> const& vertices, std::string const& title, thrustline::executor const& on) {
  constexpr double width = 1280, margin = 24, header = 60, most_height = 1200;
  constexpr std::int64_t most_dots = 20000, most_vertices = 20000;
  planar_lines ring, dots;
  for (std::size_t k = 0; k <= vertices.size() && !vertices.empty(); ++k) {
    const std::int64_t i = vertices[k % vertices.size()];
    ring.add(static_cast<double>(xy[2 * i]), static_cast<double>(xy[2 * i + 1]));
  }
  ring.end_series();
  const auto n = static_cast<std::int64_t>(xy.size() / 2);
  for (std::int64_t i = 0; i < n && lines.points() == 0; i += 1 + n / most_dots) {
    dots.add(static_cast<double>(xy[2 * i]), static_cast<double>(xy[2 * i + 1]));
    dots.add(static_cast<double>(xy[2 * i]), static_cast<double>(xy[2 * i + 1]));
    dots.end_series();
  }
  const box around = bounds(ring);
  const double inner = width - 2 * margin;
  const double ratio = around.width() > 0 ? around.height() / around.width() : 1;
  const double scale = std::min(1.0, ratio > 0 ? most_height / (inner * ratio) : 1.0);
  const box to{margin, header, margin + inner * scale, header + std::max(1.0, inner * ratio * scale)};
  svg::open(out, width, to.bottom + margin);
  svg::text(out, margin, 34, "title", title);
  if (lines.points() > 0)
    svg::path(out, thinned(mapped(lines, around, to, true), most_vertices, on), "original");
  else
    svg::path(out, mapped(dots, around, to, true), "original");
  svg::path(out, mapped(ring, around, to, true), "result");
  svg::close(out);
}

void check_together(hull_arguments const& arguments) {
  if (arguments.input == "-")
    throw usage_error("INPUT: a hull is of a file's points, not of standard input's");
  const std::string extension = std::filesystem::path(arguments.output).extension().string();
  if (extension != ".csv")
    throw usage_error("OUTPUT: " + arguments.output + " does not end in .csv");
  check_together(arguments.where);
  check_distinct({arguments.output, arguments.plot});
}

/// The vertices' indices. A point that is not finite is the file's fault: only raw numbers can bring one here.
template <class Real>
std::vector<std::int64_t> vertices_of(hull_arguments const& arguments, std::vector<Real> const& xy,
                                      thrustline::executor const& on) {
  const thrustline::point_set<Real> points(xy.data(), static_cast<std::int64_t>(xy.size() / 2));
  const auto options = thrustline::hull_options{}.keep_collinear(arguments.keep_collinear);
  try {
    return thrustline::convex_hull(on, points, options);
  } catch (thrustline::invalid_argument const& error) {
    throw file_error(arguments.input, error.what());
  }
}

} // namespace

void declare_options(CLI::App& command, hull_arguments& arguments) {
  add_file(command, "INPUT", arguments.input, "file to read");
  add_file(command, "OUTPUT", arguments.output, "CSV file to write");
  command.add_flag("--keep-collinear", arguments.keep_collinear, "also the points on the edges of the hull");
  add_place(command, arguments.where);
  command.add_option("--plot", arguments.plot, "draw the points and their hull")
      ->check(written_as(".svg"))
      ->type_name("FILE.svg");
  command.add_flag("--json", arguments.json, "print a report on standard output, as one JSON object");
  command.add_flag("--overwrite", arguments.overwrite, "replace files that exist");
  command.footer(details);
}

int hull_command(hull_arguments const& arguments) {
  check_together(arguments);
  pending_files files(arguments.overwrite);
  files.check(arguments.output);
  if (!arguments.plot.empty())
    files.check(arguments.plot);
  const thrustline::executor on = executor_at(arguments.where);

  const stopwatch reading;
  const input given = read_input(arguments.input);
  const double seconds_read = reading.seconds();
  std::visit(
      [&](auto const& xy) {
        const auto n = static_cast<std::int64_t>(xy.size() / 2);
        const stopwatch computing;
        const std::vector<std::int64_t> vertices = vertices_of(arguments, xy, on);
        const double seconds_compute = computing.seconds();

        const auto found = static_cast<std::int64_t>(vertices.size());
        const std::string summary = counted(n, "point", "points") + ", hull of " + counted(found, "vertex", "vertices");
        const stopwatch writing;
        write_vertices(files.open(arguments.output), xy, vertices);
        if (!arguments.plot.empty())
          draw(files.open(arguments.plot), xy, given.lines, vertices, summary, on);
        files.complete();
        const double seconds_write = writing.seconds();
        files.commit([&](std::ostream& out) {
          if (arguments.json)
            out << nlohmann::ordered_json{{"points", n},
                                          {"vertices", found},
                                          {"device", on.name()},
                                          {"seconds",
                                           {{"read", seconds_read},
                                            {"compute", seconds_compute},
                                            {"write", seconds_write}}}}
                << "\n";
        });
        if (!arguments.json)
          std::cerr << summary << ", " << rounded(1e3 * seconds_compute, 3) << " ms on " << on.name() << "\n";
      },
      given.xy);
  return success;
}

} // namespace thrustline_program
