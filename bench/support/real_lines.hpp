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

/// The lines of files in a folder; nothing if the folder's name is empty. Files that are absent are left out and named
/// on standard error.
std::vector<real_lines> read_lines(std::string const& folder, std::vector<std::string> const& names);

/// The lines of a flat file as shoreline.py writes it, on a little-endian machine: int64 lines; int64 offsets[lines +
/// 1]; double x, y of each point. Throws std::runtime_error if it cannot be read or its size does not fit its header.
real_lines read_flat_lines(std::string const& path);

} // namespace thrustline::bench
