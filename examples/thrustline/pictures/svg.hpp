// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>

#include "pictures/planar_lines.hpp"

namespace thrustline_program::svg {

/// Writes the opening tag and the style of the classes: title, caption, original, result, dots, forced,
/// forced-dots, without, frame, glass.
void open(std::ostream& out, double width, double height);
void close(std::ostream& out);

void text(std::ostream& out, double x, double y, const char* css_class, std::string const& words);
void rectangle(std::ostream& out, box const& at, const char* css_class);

/// Draws all lines as one path.
void path(std::ostream& out, planar_lines const& lines, const char* css_class);

/// Draws a dot at each point.
void dots(std::ostream& out, planar_lines const& lines, const char* css_class);

/// Drawing between these two calls is clipped to the box. Names must differ within a picture.
void open_clip(std::ostream& out, box const& at, std::string const& name);
void close_clip(std::ostream& out);

} // namespace thrustline_program::svg
