// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace thrustline_program {

/// Whether the name ends in .f32 (for float) or .f64 (for double): pairs of little-endian numbers, nothing else.
bool is_raw_float(std::string const& path);
bool is_raw_double(std::string const& path);

/// x0 y0 x1 y1 ... of such a file. Throws file_error if it cannot be read or holds no whole number of points.
template <class Real>
std::vector<Real> read_raw_points(std::string const& path);

} // namespace thrustline_program
