// SPDX-License-Identifier: MIT
#include "pictures/lines_picture.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "pictures/planar_lines.hpp"
#include "pictures/svg.hpp"

namespace thrustline_program {
namespace {

constexpr double width = 1280, margin = 24, padding = 12;
constexpr double header = 76; ///< height of the title and the caption
constexpr double glass_width = 400;
constexpr double weakest_glass = 12, strongest_on_map = 48, strongest_on_series = 400; ///< magnification
constexpr std::int64_t most_under_glass = 300;  ///< points of the result, where the glass can be stronger
constexpr double lowest = 300, highest = 900;   // height of the panels
constexpr double ratio_of_unequal_scales = 0.4; // height : width of panels without equal scales
constexpr std::int64_t most_in_panel = 20000;   // vertices of a layer in the left panel,
constexpr std::int64_t most_in_glass = 5000;    // in the right one
constexpr std::int64_t most_dots = 1500;
constexpr std::int64_t fewest_to_magnify = 200;

/// The original and the result, in the same coordinates.
struct layers {
  planar_lines original, result;
};

layers mapped(layers const& both, box const& from, box const& to, bool upside_down) {
  return {mapped(both.original, from, to, upside_down), mapped(both.result, from, to, upside_down)};
}

layers cut_to(layers const& both, box const& window) {
  return {cut_to(both.original, window), cut_to(both.result, window)};
}

box shrunk(box const& b, double by) { return {b.left + by, b.top + by, b.right - by, b.bottom - by}; }

box centred(double x, double y, double across, double down) {
  return {x - across / 2, y - down / 2, x + across / 2, y + down / 2};
}

/// The largest box within `room` of the shape of `data`.
box fitted(box const& data, box const& room, bool equal_scales) {
  if (!equal_scales || (data.width() <= 0 && data.height() <= 0))
    return room;
  const double scale = std::min(data.width() > 0 ? room.width() / data.width() : INFINITY,
                                data.height() > 0 ? room.height() / data.height() : INFINITY);
  return centred((room.left + room.right) / 2, (room.top + room.bottom) / 2, scale * data.width(),
                 scale * data.height());
}

double panel_height(box const& data, double panel_width, bool equal_scales) {
  const double inner = panel_width - 2 * padding;
  double height = ratio_of_unequal_scales * inner;
  if (equal_scales && data.width() > 0)
    height = inner * data.height() / data.width();
  else if (equal_scales && data.height() > 0)
    height = highest;
  return std::clamp(height + 2 * padding, lowest, highest);
}

/// The points of the result in a cell: how many, and their mean.
struct crowd {
  std::int64_t points = 0;
  double x = 0, y = 0;
};

/// The busiest cell of a grid over the panel.
crowd busiest(planar_lines const& result, box const& panel, double cell_width, double cell_height) {
  const auto columns = static_cast<std::size_t>(std::ceil(panel.width() / cell_width));
  const auto rows = static_cast<std::size_t>(std::ceil(panel.height() / cell_height));
  std::vector<crowd> cells(columns * rows);
  for (std::int64_t i = 0; i < result.points(); ++i) {
    const double x = result.xy[2 * i], y = result.xy[2 * i + 1];
    const auto column = std::min(static_cast<std::size_t>((x - panel.left) / cell_width), columns - 1);
    const auto row = std::min(static_cast<std::size_t>((y - panel.top) / cell_height), rows - 1);
    crowd& cell = cells[row * columns + column];
    ++cell.points;
    cell.x += x;
    cell.y += y;
  }
  crowd best =
      *std::max_element(cells.begin(), cells.end(), [](crowd const& a, crowd const& b) { return a.points < b.points; });
  best.x /= static_cast<double>(best.points);
  best.y /= static_cast<double>(best.points);
  return best;
}

/// The part that the glass shows: the busiest one, enlarged until single points can be distinguished, along x only if
/// the scales are not equal.
box window_of_glass(planar_lines const& result, box const& panel, box const& glass, bool equal_scales) {
  const double strongest = equal_scales ? strongest_on_map : strongest_on_series;
  for (double magnification = weakest_glass;; magnification *= 2) {
    const double w = glass.width() / magnification;
    const double h = equal_scales ? glass.height() / magnification : panel.height();
    const crowd best = busiest(result, panel, w, h);
    if (best.points <= most_under_glass || magnification > strongest / 2)
      return centred(best.x, equal_scales ? best.y : (panel.top + panel.bottom) / 2, w, h);
  }
}

void draw(std::ostream& out, layers const& both, std::int64_t most, thrustline::executor const& on) {
  svg::path(out, thinned(both.original, most, on), "original");
  svg::path(out, thinned(both.result, most, on), "result");
  if (both.result.points() <= most_dots)
    svg::dots(out, both.result);
}

/// A short line of each colour with its name.
void draw_legend(std::ostream& out, double x, double y) {
  constexpr double length = 32, gap = 10, step = 130;
  for (const char* layer : {"original", "result"}) {
    planar_lines sample;
    sample.add(x, y - 5);
    sample.add(x + length, y - 5);
    sample.end_series();
    svg::path(out, sample, layer);
    svg::text(out, x + length + gap, y, "caption", layer);
    x += step;
  }
}

void draw_under_glass(std::ostream& out, layers const& seen, box const& panel, box const& glass, bool equal_scales,
                      thrustline::executor const& on) {
  const box window = window_of_glass(seen.result, panel, glass, equal_scales);
  svg::rectangle(out, window, "glass");
  svg::open_clip(out, glass, "glass");
  draw(out, mapped(cut_to(seen, window), window, glass, false), most_in_glass, on);
  svg::close_clip(out);
  svg::rectangle(out, glass, "glass");
}

} // namespace

void write_picture(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                   picture_options const& options, thrustline::executor const& on) {
  const std::vector<std::uint8_t> all(keep_mask.size(), 1);
  const layers both{lines_of(data, all), lines_of(data, keep_mask)};
  const box around = bounds(both.original);
  const bool magnify = both.original.points() >= fewest_to_magnify;

  const double panel_width = width - 2 * margin - (magnify ? glass_width + margin : 0);
  const double height = panel_height(around, panel_width, options.equal_scales);
  const box panel{margin, header, margin + panel_width, header + height};
  const box glass{panel.right + margin, header, panel.right + margin + glass_width, header + height};

  svg::open(out, width, header + height + margin);
  svg::text(out, margin, 34, "title", options.title);
  svg::text(out, margin, 60, "caption", options.caption);
  draw_legend(out, width - margin - glass_width, 60);
  const layers seen = mapped(both, around, fitted(around, shrunk(panel, padding), options.equal_scales), true);
  draw(out, seen, most_in_panel, on);
  svg::rectangle(out, panel, "frame");
  if (magnify)
    draw_under_glass(out, seen, panel, glass, options.equal_scales, on);
  svg::close(out);
}

} // namespace thrustline_program
