// SPDX-License-Identifier: MIT
#include "commands/segment_report.hpp"

#include <ostream>

#include "terminal/json_object.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {

void print_json(std::ostream& out, segment_summary const& summary) {
  json_object report;
  report.add("columns", summary.columns)
      .add("rows", summary.rows)
      .add("segments", summary.segments)
      .add("tolerance", summary.tolerance)
      .add("engine", summary.engine)
      .add("device", summary.device)
      .add("seconds", seconds_object(summary));
  out << report.text() << "\n";
}

void print_summary(std::ostream& out, segment_summary const& summary) {
  const std::string line = summary.line_name();
  out << counted(summary.columns, line, line + "s") << " of "
      << (summary.along_rows ? counted(summary.rows, "pixel", "pixels") : counted(summary.rows, "row", "rows"))
      << " -> " << counted(summary.segments, "segment", "segments") << " ("
      << rounded(static_cast<double>(summary.segments) / static_cast<double>(summary.columns), 3) << " a " << line
      << "), tolerance " << rounded(summary.tolerance) << ", read " << rounded(summary.seconds_read, 2) << " s, "
      << summary.device << " " << rounded(summary.seconds_compute, 2) << " s, write "
      << rounded(summary.seconds_write, 2) << " s\n";
}

} // namespace thrustline_program
