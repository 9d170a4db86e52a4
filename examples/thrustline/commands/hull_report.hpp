// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace thrustline_program {

/// What one run of `hull` did.
struct hull_summary {
  std::int64_t points = 0, vertices = 0;
  std::int64_t rows_skipped = 0; ///< rows of a CSV file that --invalid skip dropped
  std::string device;
  double seconds_read = 0, seconds_compute = 0, seconds_write = 0;
};

/// "1,000 points, hull of 12 vertices"
std::string counts(hull_summary const& summary);

/// One object, one line.
void print_json(std::ostream& out, hull_summary const& summary);

/// One line for people.
void print_summary(std::ostream& out, hull_summary const& summary);

} // namespace thrustline_program
