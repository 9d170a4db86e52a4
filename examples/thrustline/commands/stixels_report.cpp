// SPDX-License-Identifier: MIT
#include "commands/stixels_report.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "formats/json_number.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

/// 0 of nothing.
double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

void print_json(std::ostream& out, stixels_summary const& summary) {
  nlohmann::ordered_json road = {{"estimated", summary.road_estimated},
                                 {"slope", json_number(summary.road.slope)},
                                 {"horizon", json_number(summary.road.horizon)}};
  if (summary.road_estimated) {
    road["camera_tilt"] = json_number(summary.tilt);
    road["camera_height"] = json_number(summary.height);
    road["votes"] = summary.votes;
  }
  const nlohmann::ordered_json report = {
      {"image_columns", summary.image_columns},
      {"rows", summary.rows},
      {"columns", summary.columns},
      {"width", summary.width},
      {"stixels", summary.stixels()},
      {"ground", summary.ground},
      {"object", summary.object},
      {"sky", summary.sky},
      {"max_disparity", summary.max_disparity},
      {"valid_share", share(summary.valid, summary.pixels())},
      {"beyond_share", share(summary.beyond, summary.valid)},
      {"mode", summary.mode == thrustline::stixel_mode::faithful ? "faithful" : "corrected"},
      {"road", road},
      {"device", summary.device},
      {"seconds",
       {{"read", summary.seconds_read}, {"compute", summary.seconds_compute}, {"write", summary.seconds_write}}},
  };
  out << report << "\n";
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
