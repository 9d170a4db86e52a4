// SPDX-License-Identifier: MIT
#include "commands/stixels_report.hpp"

#include <ostream>

#include "terminal/json_object.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

/// part / whole; 0 if the whole is 0.
double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

void print_json(std::ostream& out, stixels_summary const& summary) {
  json_object road;
  road.add("estimated", summary.road_estimated).add("slope", summary.road.slope).add("horizon", summary.road.horizon);
  if (summary.road_estimated)
    road.add("camera_tilt", summary.tilt).add("camera_height", summary.height).add("votes", summary.votes);
  json_object report;
  report.add("image_columns", summary.image_columns)
      .add("rows", summary.rows)
      .add("columns", summary.columns)
      .add("width", summary.width)
      .add("stixels", summary.stixels())
      .add("ground", summary.ground)
      .add("object", summary.object)
      .add("sky", summary.sky)
      .add("max_disparity", summary.max_disparity)
      .add("valid_share", share(summary.valid, summary.pixels()))
      .add("beyond_share", share(summary.beyond, summary.valid))
      .add("mode", summary.mode == thrustline::stixel_mode::faithful ? "faithful" : "corrected")
      .add("road", road)
      .add("device", summary.device)
      .add("seconds", seconds_object(summary));
  out << report.text() << "\n";
}

void print_summary(std::ostream& out, stixels_summary const& summary) {
  out << counted(summary.columns, "column", "columns") << " of " << counted(summary.rows, "row", "rows") << " -> "
      << counted(summary.stixels(), "stixel", "stixels") << " (" << grouped(summary.ground) << " ground, "
      << grouped(summary.object) << " object, " << grouped(summary.sky) << " sky), road "
      << rounded(summary.road.slope, 4) << " px a row from row " << rounded(summary.road.horizon, 4);
  if (summary.road_estimated)
    out << " (camera " << rounded(summary.height, 3) << " m above it)";
  out << ", " << per_cent(summary.valid, summary.pixels()) << " of the pixels valid";
  if (summary.beyond > 0)
    out << ", " << per_cent(summary.beyond, summary.valid)
        << " of these not used, as they are >= " << summary.max_disparity << " px";
  out << ", read " << rounded(summary.seconds_read, 2) << " s, " << summary.device << " "
      << rounded(summary.seconds_compute, 2) << " s, write " << rounded(summary.seconds_write, 2) << " s\n";
}

} // namespace thrustline_program
