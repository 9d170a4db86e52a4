// SPDX-License-Identifier: MIT
#include "pictures/svg.hpp"

#include <cmath>
#include <ostream>

namespace thrustline_program::svg {
namespace {

// Paths are drawn in tenths of a pixel, so strokes are ten times as wide as they look.
constexpr const char* style = R"(<style>
text { font: 15px "DejaVu Sans", Verdana, sans-serif; fill: #57606a }
text.title { font-size: 19px; font-weight: bold; fill: #1f2328 }
path { fill: none; stroke-linejoin: round; stroke-linecap: round }
path.original { stroke: #a9b2bd; stroke-width: 16 }
path.result { stroke: #c9302c; stroke-width: 11 }
path.dots { stroke: #c9302c; stroke-width: 42 }
path.forced { stroke: #0550ae; stroke-width: 16 }
path.forced-dots { stroke: #0550ae; stroke-width: 40 }
path.without { stroke: #e8871e; stroke-width: 13; stroke-dasharray: 60 60 }
rect.frame { fill: none; stroke: #d0d7de }
rect.glass { fill: none; stroke: #1f2328; stroke-width: 1.5 }
rect.paper { fill: #ffffff }
</style>
)";

struct tenths {
  long x, y;
};

tenths at(planar_lines const& lines, std::int64_t i) {
  return {std::lround(10 * lines.xy[2 * i]), std::lround(10 * lines.xy[2 * i + 1])};
}

std::string box_attributes(box const& at) {
  return " x=\"" + std::to_string(std::lround(at.left)) + "\" y=\"" + std::to_string(std::lround(at.top)) +
         "\" width=\"" + std::to_string(std::lround(at.width())) + "\" height=\"" +
         std::to_string(std::lround(at.height())) + "\"";
}

std::string escaped(std::string const& words) {
  std::string safe;
  for (char c : words)
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return safe;
}

} // namespace

void open(std::ostream& out, double width, double height) {
  const box all{0, 0, width, height};
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << std::lround(width) << "\" height=\""
      << std::lround(height) << "\" viewBox=\"0 0 " << std::lround(width) << " " << std::lround(height) << "\">\n"
      << style;
  rectangle(out, all, "paper");
}

void close(std::ostream& out) { out << "</svg>\n"; }

void text(std::ostream& out, double x, double y, const char* css_class, std::string const& words) {
  out << "<text class=\"" << css_class << "\" x=\"" << std::lround(x) << "\" y=\"" << std::lround(y) << "\">"
      << escaped(words) << "</text>\n";
}

void rectangle(std::ostream& out, box const& at, const char* css_class) {
  out << "<rect class=\"" << css_class << "\"" << box_attributes(at) << "/>\n";
}

void path(std::ostream& out, planar_lines const& lines, const char* css_class) {
  out << "<path class=\"" << css_class << "\" transform=\"scale(.1)\" d=\"";
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const std::int64_t first = lines.offsets[s], end = lines.offsets[s + 1];
    if (first == end)
      continue;
    // Steps relative to the point before are half as long to write.
    tenths before = at(lines, first);
    out << "M" << before.x << " " << before.y << "l";
    if (end == first + 1)
      out << "0 0"; // a dot
    for (std::int64_t i = first + 1; i < end; ++i) {
      const tenths next = at(lines, i);
      out << (i == first + 1 ? "" : " ") << next.x - before.x << " " << next.y - before.y;
      before = next;
    }
    out << "\n";
  }
  out << "\"/>\n";
}

void dots(std::ostream& out, planar_lines const& lines, const char* css_class) {
  planar_lines single;
  single.xy = lines.xy;
  for (std::int64_t i = 1; i <= lines.points(); ++i)
    single.offsets.push_back(i);
  path(out, single, css_class);
}

void open_clip(std::ostream& out, box const& at, std::string const& name) {
  out << "<clipPath id=\"" << name << "\"><rect" << box_attributes(at) << "/></clipPath>\n<g clip-path=\"url(#" << name
      << ")\">\n";
}

void close_clip(std::ostream& out) { out << "</g>\n"; }

} // namespace thrustline_program::svg
