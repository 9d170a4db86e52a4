// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/executor.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// A rectangle of the plane.
struct box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// Lines to be drawn: x0 y0 x1 y1 ..., y downwards once they are in pixels.
struct planar_lines {
  std::vector<double> xy;
  std::vector<std::int64_t> offsets{0};

  std::int64_t points() const { return static_cast<std::int64_t>(xy.size()) / 2; }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }

  void add(double x, double y) { xy.insert(xy.end(), {x, y}); }
  void end_series() { offsets.push_back(points()); }
};

/// The points whose mask is not 0. A series of values becomes a line over the index within the series. GeoJSON is in
/// degrees: its lines are broken where they jump across the antimeridian, from one edge of the map to the other.
planar_lines lines_of(dataset const& data, std::vector<std::uint8_t> const& keep_mask);

/// The smallest box around the points; empty at the origin if there are none.
box bounds(planar_lines const& lines);

/// The lines with `from` mapped to `to`, upside down if asked for (data has y upwards, pictures downwards).
planar_lines mapped(planar_lines lines, box const& from, box const& to, bool upside_down);

/// The parts of the lines that the window shows; each continues to the next point outside it.
planar_lines cut_to(planar_lines const& lines, box const& window);

/// Simplifies lines to what a picture can show: at half a pixel, or at the tolerance that leaves at most `most` points.
/// Lines smaller than that are left out.
planar_lines thinned(planar_lines const& lines, std::int64_t most, thrustline::executor const& on);

} // namespace thrustline_program
