// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "geometry_tree.hpp"

namespace thrustline::test {

/// How GEOS writes WKB.
struct geos_flavor {
  bool big_endian = false, extended = false;
  int srid = 0; ///< written if `extended` and not 0
};

/// GEOS' WKB of a geometry in WKT. Throws std::runtime_error if GEOS does not read it.
byte_string geos_wkb(std::string const& wkt, geos_flavor const& flavor);

/// GEOS' WKT of a geometry in WKB, with all digits, and its SRID in front. Throws std::runtime_error as above.
std::string geos_wkt(byte_string const& wkb);

/// What GEOS reads from WKB, built anew without the points of lines and rings that keep() drops, and written again in
/// the same flavor. keep() is called for each point of a line string or ring, in order; points of other geometries
/// stay.
byte_string geos_without_dropped(byte_string const& wkb, geos_flavor const& flavor,
                                 std::vector<std::uint8_t> const& keep);

/// Whether GEOS finds a WKB's geometry valid.
bool geos_is_valid(byte_string const& wkb);

} // namespace thrustline::test
