// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace thrustline_program {

/// What one run of `segment` did. With --axis rows, columns are the image's rows.
struct segment_summary {
  std::int64_t columns = 0, rows = 0, segments = 0;
  bool along_rows = false; ///< --axis rows
  double tolerance = 0;
  std::string engine, device;
  double seconds_read = 0, seconds_compute = 0, seconds_write = 0;

  /// What was segmented: "column", or "row" of the image.
  std::string line_name() const { return along_rows ? "row" : "column"; }
};

/// One object, one line.
void print_json(std::ostream& out, segment_summary const& summary);

/// One line for people.
void print_summary(std::ostream& out, segment_summary const& summary);

} // namespace thrustline_program
