// SPDX-License-Identifier: MIT
#include "pictures/hull_picture.hpp"

#include <algorithm>
#include <ostream>

#include "pictures/svg.hpp"

namespace thrustline_program {
namespace {

/// A quarter of the coordinates: the box around the largest ones is then finite.
planar_lines quartered(planar_lines lines) {
  for (double& x : lines.xy)
    x /= 4;
  return lines;
}

} // namespace

void write_picture(std::ostream& out, hull_drawing const& drawing, thrustline::executor const& on) {
  constexpr double width = 1280, margin = 24, header = 60, most_height = 1200;
  constexpr std::int64_t most_vertices = 20000;
  const box around = bounds(quartered(drawing.ring));
  const double inner = width - 2 * margin;
  const double ratio = around.width() > 0 ? around.height() / around.width() : 1;
  const double scale = std::min(1.0, ratio > 0 ? most_height / (inner * ratio) : 1.0);
  const box to{margin, header, margin + inner * scale, header + std::max(1.0, inner * ratio * scale)};
  svg::open(out, width, to.bottom + margin);
  svg::text(out, margin, 34, "title", drawing.title);
  if (drawing.lines.points() > 0)
    svg::path(out, thinned(mapped(quartered(drawing.lines), around, to, true), most_vertices, on), "original");
  else
    svg::path(out, mapped(quartered(drawing.dots), around, to, true), "original");
  svg::path(out, mapped(quartered(drawing.ring), around, to, true), "result");
  svg::close(out);
}

} // namespace thrustline_program
