// SPDX-License-Identifier: MIT
#include "commands/simplify_arguments.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "commands/command_line.hpp"
#include "commands/lines_input.hpp"
#include "commands/names.hpp"
#include "formats/extension.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<units> unit_names[] = {{"data", units::data}, {"m", units::metres}};

constexpr const char* details = R"(Formats, by extension:
  .csv            a header of column names (required, for one column too), then rows. Columns x and y, or those of --x
                  and --y: one polyline; with a column id, or --id, one polyline for each run of rows of the same id. One
                  column, or --column: a series of values against the row number
  .geojson .json  LineString, MultiLineString, Polygon, MultiPolygon; bare, in features and in collections
  .geojsonl .geojsons .ndjson  the same, one object a line or after each record separator
  .wkt            the same types, each geometry on lines of its own
OUTPUT has the format of INPUT and all of its text but the dropped points: other columns, attributes, heights and points
pass through byte for byte. Its extension may be an unknown one, but not that of another format. "-" is standard input or
output; standard input needs --format.

An OUTPUT that ends in .topojson is a TopoJSON topology of a GeoJSON or WKT INPUT: what lines have in common is written
once, as an arc; ids, properties and the order of features stay, heights are left out. With --quantization N its
coordinates are whole numbers from 0 to N - 1 in the box around all points, which makes files small. So a point moves by
at most half a step along x and y, a step being the box's width or height / (N - 1), and lines that are nearer to each
other than a step may touch or cross.

Rings of polygons stay closed. They are cut open where they start, which is always kept, or with --ring-start least at
their point with the least x, then y: then the same ring gives the same result wherever it starts. A ring that would keep
fewer than the 4 positions that a ring needs is cut at its point farthest from the start, too, and at the point farthest
from the line between these two; its parts are simplified one by one. With --small-rings drop such a ring is left out, and
with the outer ring of a polygon the polygon; rings with a pin stay, and the outer ring of a hole with one. The report
counts these rings.

How much to keep: give one of --tolerance, --count, --ratio, --count-each, --ratio-each and --levels. Ratios are rounded
up to a number of points.
--count and --ratio keep more points than asked for if the lines have more ends, and if rings need more positions. They
keep fewer if all dropped points lie on the lines between the kept ones. A note says which. The same holds for each line
with --count-each and --ratio-each, and a line of fewer points than N keeps them all.

With --topology all lines and rings are simplified together, and what did not cross or touch before does not after. Point
geometries are not looked at. Parts that lines have in common, such as borders of polygons, are found and stay in common.
--topology within looks at each line alone, or at each arc where borders are shared. Rings keep 4 positions, or with
--small-rings drop those go first of which fewer are left without --topology. Rings of two different points keep 3; with
--topology within a ring of several arcs may cross itself, or become a line there and back of 3 positions. A note counts
rings of fewer than 4. --count and --ratio keep the most points, N or fewer, that some tolerance gives, or more where every
tolerance keeps more. With --json or --stats the report counts the crossings and contacts of the input and of the result,
and the places of the input that nearly equal another one. --topology cannot be combined with --units m, --metric
great_ellipse, --metric synchronised, --count-each, --ratio-each, --significance, --ring-start least, a series of values
(--column), nor --small-rings drop with --count or --ratio.

With --levels T1,T2,... the outputs are called OUTPUT with each tolerance, as written, before the extension: out-T1.csv.
--count, --ratio, --count-each, --ratio-each, --levels and --significance use engine bounded.

Distances are planar, in the units of the data: in degrees if coordinates are degrees. With --units m coordinates are
degrees of longitude and latitude (as GeoJSON's always are), and distances are metres on the WGS 84 ellipsoid, to the
great ellipse between kept points; lines may cross the date line. A latitude beyond 90 is an error.

The report of --json: points_in, points_out, series (the number of lines), tolerance (that of the result, also with --count
and its like), metric, engine, device, levels (of the split tree; not those of --levels), seconds (read, compute, write),
max_deviation, rings_completed (rings that got 4 positions; 0 with --topology, which keeps them itself), points_for_rings
(points that this added), rings_made_crossing (rings that cross or touch themselves now and did not before).
  If they are not 0: rings_dropped, rings_collapsed (rings of 4 positions or more that keep fewer), rows_skipped.
  With --count, --ratio, --count-each and --ratio-each: points_asked.
  With --topology an object topology: of (within, between or both), arcs, shared_arcs, junctions, forced (segments that had
  to split), rounds, closures (tolerances tried, with --count and --ratio), input and output (crossings, contacts, and
  complete: whether all were counted), near_places, seconds_checks.

Exit status: 0 success; 1 bad input or output; 2 bad usage. No file is overwritten without --overwrite, and a run that
fails leaves no file.)";

std::string without_blanks_around(std::string const& text) {
  constexpr const char* blanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Entries of a list with commas, without the blanks around them; empty entries too.
std::vector<std::string> entries_of(std::string const& list) {
  std::vector<std::string> entries{""};
  for (const char c : list)
    if (c == ',')
      entries.emplace_back();
    else
      entries.back() += c;
  std::transform(entries.begin(), entries.end(), entries.begin(), without_blanks_around);
  return entries;
}

/// Reads a share, 0.1 or 10%. Returns what is wrong with the text, or an empty string.
std::string read_ratio(std::string const& text, std::optional<double>& ratio) {
  if (text.empty())
    return "the value is empty";
  const bool per_cent = text.back() == '%';
  double value = 0;
  if (const char* const problem = read_number(per_cent ? text.substr(0, text.size() - 1) : text, value))
    return "'" + excerpt(text) + "' " + problem;
  if (!(value >= 0 && value <= (per_cent ? 100 : 1)))
    return excerpt(text) + " is not a number from 0 to 1, or 0% to 100%";
  ratio = per_cent ? value / 100 : value;
  return "";
}

} // namespace

void declare_options(option_set& options, simplify_arguments& arguments) {
  options.file("INPUT", arguments.input, "file to read");
  options.output_file(arguments.output, "file to write");
  option tolerance =
      options.number("-t,--tolerance", arguments.tolerance,
                     "largest distance of a dropped point to the result; without it, some are suggested");
  option count =
      options
          .whole(
              "--count", arguments.count,
              "keep N points of all lines together: the ends, then the most significant; ties go to the earlier point")
          .type("N")
          .excludes(tolerance);
  const auto set_ratio = [&arguments](std::string const& text) { return read_ratio(text, arguments.ratio); };
  option ratio = options.text("--ratio", set_ratio, "keep this share of the points, 0 to 1 or 0% to 100%, rounded up")
                     .type("P")
                     .excludes(tolerance)
                     .excludes(count);
  option count_each = options
                          .whole("--count-each", arguments.count_each,
                                 "keep N points of each line: its ends, then the most significant; ties go to the "
                                 "earlier point")
                          .type("N")
                          .excludes(tolerance)
                          .excludes(count)
                          .excludes(ratio);
  const auto set_ratio_each = [&arguments](std::string const& text) { return read_ratio(text, arguments.ratio_each); };
  option ratio_each =
      options.text("--ratio-each", set_ratio_each, "keep this share of the points of each line, as --ratio of all")
          .type("P")
          .excludes(tolerance)
          .excludes(count)
          .excludes(ratio)
          .excludes(count_each);
  const auto set_levels = [&arguments](std::string const& list) {
    arguments.levels = entries_of(list);
    return std::string();
  };
  options.text("--levels", set_levels, "write one output for each tolerance, all from one pass")
      .type("T1,T2,...")
      .excludes(tolerance)
      .excludes(count)
      .excludes(ratio)
      .excludes(count_each)
      .excludes(ratio_each);
  options.choice(
      "--metric", metric_names, arguments.metric,
      "distance to a segment, to its infinite line, or along y; on the Earth, as --units m; or, with times in a column "
      "t, to where a segment is at the same time (default: segment; for series of values vertical)");
  options.choice_or_alone(
      "--topology", topology_names, "both", arguments.topology,
      "no new crossings: of each line with itself (within), of lines with each other (between), or both (alone: both)");
  options.choice("--units", unit_names, arguments.measure,
                 "unit of distances: that of the data, or metres, where x and y are longitude and latitude in degrees "
                 "(default: data)");
  options.choice("--engine", engine_names, arguments.engine,
                 "every engine gives the same result; fused takes series of up to 1024 points (default: auto)");
  options.choice(
      "--ring-start", ring_start_names, arguments.ring_start,
      "where rings of polygons are cut open: at their first point, or at the least x, then y (default: first)");
  options.choice("--small-rings", small_rings_names, arguments.small_rings,
                 "rings that would keep fewer than 4 positions: keep 4 or more, or drop the ring (default: keep)");
  options
      .whole("--quantization", arguments.quantization,
             "number of different x and of different y values in a .topojson OUTPUT, 2 to 10^15; points move by at "
             "most half a step (default: none)")
      .type("N");
  add_place(options, arguments.where);
  options.choice("--format", format_names(), arguments.read.format, "format of INPUT, whatever its extension");
  options.name("--column", arguments.read.column, "column of a CSV file to read as a series of values").type("COLUMN");
  add_csv_options(options, arguments.read);
  options.name("--t", arguments.read.t, "column of a CSV file with times, for --metric synchronised (default: t)")
      .type("COLUMN");
  const option pins = options
                          .name("--pins", arguments.pins,
                                "file with a line for each point of INPUT, and for each skipped row: 1 if it must be "
                                "kept, 0 if not; lines are split at such points and their pieces simplified one by one")
                          .type("FILE");
  options.name("--pin-column", arguments.read.pins, "column of a CSV file with the pins, in place of --pins")
      .type("COLUMN")
      .excludes(pins);
  options.output("--plot", arguments.plot, ".svg", "draw the original and the result");
  options
      .name("--mask", arguments.mask,
            "write a line for each point of INPUT: 1 if it is kept, 0 if it is dropped; and 0 for each skipped row")
      .type("FILE");
  options
      .name("--significance", arguments.significance,
            "write a line for each point of INPUT: the tolerance from which on it is dropped, inf for ends; and 0 for "
            "each "
            "skipped row")
      .type("FILE");
  options.flag("--stats", arguments.stats, "print more about the result on standard error");
  options.flag("--json", arguments.json,
               "print a report on standard output, as one JSON object (with --levels one line for each tolerance); "
               "an infinite number is the string \"inf\"");
  options.flag("--overwrite", arguments.overwrite, "replace existing files");
  const option quiet = options.flag("-q,--quiet", arguments.quiet, "print errors only, and what --stats asks for");
  options.flag("-v,--verbose", arguments.verbose, "print each step as it begins").excludes(quiet);
  options.details(details);
}

bool simplify_arguments::to_topojson() const { return has_extension(output, ".topojson"); }

double level_tolerance(std::string const& level) {
  double value = 0;
  return read_number(level, value) ? std::nan("") : value;
}

std::vector<std::string> output_paths(simplify_arguments const& arguments) {
  if (arguments.levels.empty())
    return {arguments.output};
  std::vector<std::string> paths;
  const std::filesystem::path output(arguments.output);
  if (const std::string name = output.filename().string(); name.empty() || name == "." || name == "..")
    throw usage_error("OUTPUT: " + arguments.output + " is a folder; --levels adds levels to the name of a file");
  for (std::string const& level : arguments.levels) {
    std::filesystem::path path = output;
    paths.push_back(path.replace_filename(output.stem().string() + "-" + level + output.extension().string()).string());
  }
  return paths;
}

} // namespace thrustline_program
