// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace thrustline_program {

/// Whether the name ends in .f32 (for float) or .f64 (for double), in letters of either case: pairs of little-endian
/// numbers without a header.
bool is_raw_float(std::string const& path);
bool is_raw_double(std::string const& path);

/// Reads x0 y0 x1 y1 ... from such a file, or from standard input if the path is "-". Throws file_error if it cannot be
/// read or holds a part of a point.
template <class Real>
std::vector<Real> read_raw_points(std::string const& path);

} // namespace thrustline_program
