// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Named line of a plot, with a dot and a ring of the same colour.
struct plotted_line {
  struct point {
    double x, y;
  };
  std::string name;
  std::vector<point> line;
  std::vector<point> dots{}; ///< the first one filled
};

struct line_plot {
  std::string x_label, y_label;
  std::vector<std::string> note;
  std::vector<plotted_line> lines;
};

/// Draws lines as SVG, both axes logarithmic. Throws std::runtime_error if the file cannot be written.
inline void write_line_plot(std::string const& path, line_plot const& plot) {
  constexpr double width = 760, height = 480, left = 70, right = 190, top = 30, bottom = 60;
  constexpr const char* colours[] = {"#1b6ca8", "#c0392b", "#27884a", "#8e44ad",
                                     "#b9770e", "#16808a", "#555555", "#d35487"};
  double least_x = 1e300, most_x = 0, least_y = 1e300, most_y = 0;
  const auto include = [&](plotted_line::point const& p) {
    least_x = std::min(least_x, p.x), most_x = std::max(most_x, p.x);
    least_y = std::min(least_y, p.y), most_y = std::max(most_y, p.y);
  };
  for (plotted_line const& each : plot.lines) {
    std::for_each(each.line.begin(), each.line.end(), include);
    std::for_each(each.dots.begin(), each.dots.end(), include);
  }
  const auto share = [](double value, double least, double most) {
    return std::log(value / least) / std::log(most / least);
  };
  const auto x_of = [&](double value) { return left + share(value, least_x, most_x) * (width - left - right); };
  const auto y_of = [&](double value) {
    return height - bottom - share(value, least_y, most_y) * (height - top - bottom);
  };

  std::ofstream out(path);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << " " << height
      << "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  const auto text = [&](double x, double y, std::string const& what, std::string const& more = "") {
    out << "<text x=\"" << x << "\" y=\"" << y << "\" " << more << ">" << what << "</text>\n";
  };
  const auto rule = [&](double x0, double y0, double x1, double y1) {
    out << "<line x1=\"" << x0 << "\" y1=\"" << y0 << "\" x2=\"" << x1 << "\" y2=\"" << y1
        << "\" stroke=\"#dddddd\"/>\n";
  };
  for (double power = 1e-3; power < 1e6; power *= 10)
    for (double digit : {1., 2., 5.}) {
      const double value = digit * power;
      char label[32];
      std::snprintf(label, sizeof label, "%g", value);
      if (value >= least_x && value <= most_x) {
        rule(x_of(value), top, x_of(value), height - bottom);
        text(x_of(value), height - bottom + 18, label, "text-anchor=\"middle\"");
      }
      if (value >= least_y && value <= most_y) {
        rule(left, y_of(value), width - right, y_of(value));
        text(left - 8, y_of(value) + 4, label, "text-anchor=\"end\"");
      }
    }
  text((left + width - right) / 2, height - 16, plot.x_label, "text-anchor=\"middle\"");
  text(16, top - 10, plot.y_label);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    plotted_line const& each = plot.lines[i];
    const std::string colour = colours[i % std::size(colours)];
    out << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << colour << "\" points=\"";
    for (plotted_line::point const& p : each.line)
      out << x_of(p.x) << "," << y_of(p.y) << " ";
    out << "\"/>\n";
    for (std::size_t d = 0; d < each.dots.size(); ++d)
      out << "<circle r=\"5\" stroke-width=\"2\" stroke=\"" << colour << "\" fill=\"" << (d == 0 ? colour : "none")
          << "\" cx=\"" << x_of(each.dots[d].x) << "\" cy=\"" << y_of(each.dots[d].y) << "\"/>\n";
    text(width - right + 12, top + 18 * static_cast<double>(i) + 10, each.name, "fill=\"" + colour + "\"");
  }
  for (std::size_t i = 0; i < plot.note.size(); ++i)
    text(width - right + 12, top + 18 * static_cast<double>(plot.lines.size() + i) + 20, plot.note[i]);
  out << "</svg>\n";
  if (!out.flush())
    throw std::runtime_error(path + ": cannot be written");
}

} // namespace thrustline::bench
