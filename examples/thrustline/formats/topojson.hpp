// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// The lines of a dataset in terms of arcs.
struct arc_lines {
  std::vector<double> xy;                ///< x0 y0 x1 y1 ... of all arcs
  std::vector<std::int64_t> arc_offsets; ///< first point of each arc, and the end
  std::vector<std::int64_t> uses;        ///< arcs of each series, in order: a, or -1 - a for arc a from its end
  std::vector<std::int64_t> use_offsets; ///< first use of each series, and the end
  std::vector<std::uint8_t> left_out;    ///< for each series, 1: a ring that is left out, and with a shell its polygon
};

struct topojson_options {
  std::string object = "layer"; ///< name of the object that holds all geometries
  std::optional<std::int64_t>
      quantization; ///< different values of x and of y, 2 or more; none: coordinates as they are
};

/// Writes a dataset of GeoJSON or WKT as a TopoJSON topology (Bostock and Metcalf, The TopoJSON Format Specification
/// 1.0): each arc once, and one object of all geometries in their order, with the ids, properties and other members of
/// features byte for byte. Geometries refer to arcs, those that run from the end of an arc by ~index. Coordinates are
/// the shortest numbers that read back as the same doubles; heights are left out.
///
/// With quantization x and y are whole numbers from 0 to quantization - 1 in the box around all points, the points of
/// an arc but its first as differences. So a point moves by at most half a step, (x1 - x0) / (quantization - 1) / 2
/// along x and the same along y; what was apart by less may touch. All points stay, those too that fall together.
/// Throws std::invalid_argument for what TopoJSON cannot hold.
void write_topojson(std::ostream& out, dataset const& data, arc_lines const& lines, topojson_options const& options);

} // namespace thrustline_program
