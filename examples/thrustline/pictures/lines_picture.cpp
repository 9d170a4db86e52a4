// SPDX-License-Identifier: MIT
#include "pictures/lines_picture.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "pictures/forced_lines.hpp"
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

/// What is drawn, in the same coordinates.
struct layers {
  planar_lines original, result;
  forced_lines forced;

  /// f(lines) of each layer.
  template <class F>
  layers each(F const& f) const {
    return {f(original), f(result), {f(forced.kept), f(forced.without), f(forced.points)}};
  }

  bool has_forced() const { return forced.points.points() > 0; }
};

layers mapped(layers const& all, box const& from, box const& to, bool upside_down) {
  return all.each([&](planar_lines const& lines) { return mapped(lines, from, to, upside_down); });
}

layers cut_to(layers const& all, box const& window) {
  return {
      cut_to(all.original, window),
      cut_to(all.result, window),
      {cut_to(all.forced.kept, window), cut_to(all.forced.without, window), points_within(all.forced.points, window)}};
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

/// The part that the glass shows: the one where most of the points `of_interest` are, enlarged until single points of
/// the result can be distinguished, along x only if the scales are not equal.
box window_of_glass(planar_lines const& result, planar_lines const& of_interest, box const& panel, box const& glass,
                    bool equal_scales) {
  const double strongest = equal_scales ? strongest_on_map : strongest_on_series;
  for (double magnification = weakest_glass;; magnification *= 2) {
    const double w = glass.width() / magnification;
    const double h = equal_scales ? glass.height() / magnification : panel.height();
    const crowd best = busiest(of_interest, panel, w, h);
    const box window = centred(best.x, equal_scales ? best.y : (panel.top + panel.bottom) / 2, w, h);
    if (points_within(result, window).points() <= most_under_glass || magnification > strongest / 2)
      return window;
  }
}

void draw(std::ostream& out, layers const& all, std::int64_t most, thrustline::executor const& on) {
  svg::path(out, thinned(all.original, most, on), "original");
  svg::path(out, thinned(all.result, most, on), "result");
  if (all.result.points() <= most_dots)
    svg::dots(out, all.result, "dots");
}

/// A short line of each colour with its name, the last one up to x.
void draw_legend(std::ostream& out, double x, double y, bool has_forced) {
  struct entry {
    const char *layer, *name;
    double width;
  };
  std::vector<entry> entries{{"original", "original", 130}, {"result", "result", 130}};
  if (has_forced)
    entries.insert(entries.end(), {{"forced", "kept for the topology", 230}, {"without", "without it", 130}});
  constexpr double length = 32, gap = 10;
  for (entry const& e : entries)
    x -= e.width;
  for (auto const& [layer, name, wide] : entries) {
    planar_lines sample;
    sample.add(x, y - 5);
    sample.add(x + length, y - 5);
    sample.end_series();
    svg::path(out, sample, layer);
    svg::text(out, x + length + gap, y, "caption", name);
    x += wide;
  }
}

void draw_under_glass(std::ostream& out, layers const& seen, box const& panel, box const& glass, bool equal_scales,
                      thrustline::executor const& on) {
  const box window =
      window_of_glass(seen.result, seen.has_forced() ? seen.forced.points : seen.result, panel, glass, equal_scales);
  svg::rectangle(out, window, "glass");
  svg::open_clip(out, glass, "glass");
  const layers magnified = mapped(cut_to(seen, window), window, glass, false);
  draw(out, magnified, most_in_glass, on);
  if (seen.has_forced()) {
    svg::path(out, thinned(magnified.forced.without, most_in_glass, on), "without");
    svg::path(out, thinned(magnified.forced.kept, most_in_glass, on), "forced");
    svg::dots(out, fewer_points(magnified.forced.points, most_dots), "forced-dots");
  }
  svg::close_clip(out);
  svg::rectangle(out, glass, "glass");
}

} // namespace

void write_picture(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                   picture_options const& options, thrustline::executor const& on) {
  const std::vector<std::uint8_t> all(keep_mask.size(), 1);
  layers both{lines_of(data, all), lines_of(data, keep_mask), {}};
  if (!options.plain_mask.empty())
    both.forced = find_forced_lines(data, keep_mask, options.plain_mask);
  const box around = bounds(both.original);
  const bool magnify = both.original.points() >= fewest_to_magnify;

  const double panel_width = width - 2 * margin - (magnify ? glass_width + margin : 0);
  const double height = panel_height(around, panel_width, options.equal_scales);
  const box panel{margin, header, margin + panel_width, header + height};
  const box glass{panel.right + margin, header, panel.right + margin + glass_width, header + height};

  svg::open(out, width, header + height + margin);
  svg::text(out, margin, 34, "title", options.title);
  svg::text(out, margin, 60, "caption", options.caption);
  draw_legend(out, width - margin, 60, both.has_forced());
  const layers seen = mapped(both, around, fitted(around, shrunk(panel, padding), options.equal_scales), true);
  draw(out, seen, most_in_panel, on);
  if (seen.has_forced())
    svg::dots(out, fewer_points(seen.forced.points, most_dots), "forced-dots");
  svg::rectangle(out, panel, "frame");
  if (magnify)
    draw_under_glass(out, seen, panel, glass, options.equal_scales, on);
  svg::close(out);
}

} // namespace thrustline_program
