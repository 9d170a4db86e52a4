// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>

#include "pictures/planar_lines.hpp"

namespace thrustline_program::svg {

/// The opening tag and what the classes look like: title, caption, original, result, dots, frame, glass.
void open(std::ostream& out, double width, double height);
void close(std::ostream& out);

void text(std::ostream& out, double x, double y, const char* css_class, std::string const& words);
void rectangle(std::ostream& out, box const& at, const char* css_class);

/// All lines as one path.
void path(std::ostream& out, planar_lines const& lines, const char* css_class);

/// A dot at each point.
void dots(std::ostream& out, planar_lines const& lines);

/// What is drawn between stays within the box. Names must differ within a picture.
void open_clip(std::ostream& out, box const& at, std::string const& name);
void close_clip(std::ostream& out);

} // namespace thrustline_program::svg
