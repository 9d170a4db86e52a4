// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>

#include <thrustline/executor.hpp>

#include "pictures/planar_lines.hpp"

namespace thrustline_program {

/// What a picture of a hull shows.
struct hull_drawing {
  planar_lines ring;  ///< the hull, closed
  planar_lines lines; ///< the lines of the points; empty: they have none
  planar_lines dots;  ///< points without lines, each a series of two equal points
  std::string title;
};

/// An SVG: the lines or dots in grey under the hull in colour. At most about 20,000 vertices of lines are drawn.
void write_picture(std::ostream& out, hull_drawing const& drawing, thrustline::executor const& on);

} // namespace thrustline_program
