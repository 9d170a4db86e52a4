// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Planar lines of a file.
struct real_lines {
  std::string name;
  std::vector<double> xy;
  std::vector<std::int64_t> offsets;
};

/// Lines of the files that exist in a folder; none if the folder's name is empty or the program was built without
/// readers. Reports on standard error what it leaves out.
std::vector<real_lines> read_lines(std::string const& folder, std::vector<std::string> const& names);

/// Lines of a flat file as shoreline.py writes it, on a little-endian machine: int64 lines; int64 offsets[lines + 1];
/// double x, y of each point. Throws std::runtime_error if the file cannot be read or its size contradicts its content.
real_lines read_flat_lines(std::string const& path);

} // namespace thrustline::bench
