// SPDX-License-Identifier: MIT
#include "stixels_report.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "json_number.hpp"
#include "text.hpp"

namespace thrustline_program {

void print_json(std::ostream& out, stixels_summary const& summary) {
  nlohmann::ordered_json road = {{"estimated", summary.road_estimated},
                                 {"slope", json_number(summary.road.slope)},
                                 {"horizon", json_number(summary.road.horizon)}};
  if (summary.road_estimated) {
    road["camera_tilt"] = json_number(summary.tilt);
    road["camera_height"] = json_number(summary.height);
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
  out << ", read " << rounded(summary.seconds_read, 2) << " s, " << summary.device << " "
      << rounded(summary.seconds_compute, 2) << " s, write " << rounded(summary.seconds_write, 2) << " s\n";
}

} // namespace thrustline_program
