// SPDX-License-Identifier: MIT
#include "commands/hull_report.hpp"

#include <ostream>

#include "terminal/json_object.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {

std::string counts(hull_summary const& summary) {
  return counted(summary.points, "point", "points") + ", hull of " + counted(summary.vertices, "vertex", "vertices");
}

void print_json(std::ostream& out, hull_summary const& summary) {
  json_object report;
  report.add("points", summary.points)
      .add("vertices", summary.vertices)
      .add("device", summary.device)
      .add("seconds", seconds_object(summary));
  if (summary.rows_skipped > 0)
    report.add("rows_skipped", summary.rows_skipped);
  out << report.text() << "\n";
}

void print_summary(std::ostream& out, hull_summary const& summary) {
  out << counts(summary) << ", " << rounded(1e3 * summary.seconds_compute, 3) << " ms on " << summary.device << "\n";
}

} // namespace thrustline_program
