// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Fills `data` from data.text: geometries, each on one line or more of its own, with `SRID=...;` before it or not;
/// blank lines and a byte order mark are allowed. Lines and the rings of polygons are series, in collections too. With
/// options.points each position of a POINT or MULTIPOINT is one; other points are passed through. Positions may have Z
/// and M, which are passed through. `path` is for messages.
void read_wkt(std::string const& path, read_options const& options, dataset& data);

} // namespace thrustline_program
