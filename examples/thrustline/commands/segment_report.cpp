// SPDX-License-Identifier: MIT
#include "commands/segment_report.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "formats/json_number.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {

void print_json(std::ostream& out, segment_summary const& summary) {
  const nlohmann::ordered_json report = {
      {"columns", summary.columns},
      {"rows", summary.rows},
      {"segments", summary.segments},
      {"tolerance", json_number(summary.tolerance)},
      {"engine", summary.engine},
      {"device", summary.device},
      {"seconds",
       {{"read", summary.seconds_read}, {"compute", summary.seconds_compute}, {"write", summary.seconds_write}}},
  };
  out << report << "\n";
}

void print_summary(std::ostream& out, segment_summary const& summary) {
  out << counted(summary.columns, "column", "columns") << " of " << counted(summary.rows, "row", "rows") << " -> "
      << counted(summary.segments, "segment", "segments") << " ("
      << rounded(static_cast<double>(summary.segments) / static_cast<double>(summary.columns), 3)
      << " a column), tolerance " << rounded(summary.tolerance) << ", read " << rounded(summary.seconds_read, 2)
      << " s, " << summary.device << " " << rounded(summary.seconds_compute, 2) << " s, write "
      << rounded(summary.seconds_write, 2) << " s\n";
}

} // namespace thrustline_program
