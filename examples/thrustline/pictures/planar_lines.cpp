// SPDX-License-Identifier: MIT
#include "pictures/planar_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <thrustline/simplify.hpp>

namespace thrustline_program {
namespace {

box bounds_of(planar_lines const& lines, std::int64_t first, std::int64_t end) {
  const double* const p = lines.xy.data() + 2 * first;
  box found{p[0], p[1], p[0], p[1]};
  for (std::int64_t i = 0; i < end - first; ++i) {
    found.left = std::min(found.left, p[2 * i]);
    found.right = std::max(found.right, p[2 * i]);
    found.top = std::min(found.top, p[2 * i + 1]);
    found.bottom = std::max(found.bottom, p[2 * i + 1]);
  }
  return found;
}

planar_lines without_smaller_than(double size, planar_lines const& lines) {
  planar_lines left;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const std::int64_t first = lines.offsets[s], end = lines.offsets[s + 1];
    if (first == end)
      continue;
    const box around = bounds_of(lines, first, end);
    if (std::max(around.width(), around.height()) < size)
      continue;
    left.xy.insert(left.xy.end(), lines.xy.begin() + 2 * first, lines.xy.begin() + 2 * end);
    left.end_series();
  }
  return left;
}

planar_lines simplified(planar_lines const& lines, double tolerance, thrustline::executor const& on) {
  const thrustline::polylines<double, 2> view(lines.xy.data(), lines.points(), lines.offsets.data(), lines.series());
  auto kept = thrustline::simplify_points(on, view, thrustline::simplify_options{}.tolerance(tolerance));
  return {std::move(kept.values), std::move(kept.offsets)};
}

bool meets(box const& window, const double* a, const double* b) {
  return std::max(a[0], b[0]) >= window.left && std::min(a[0], b[0]) <= window.right &&
         std::max(a[1], b[1]) >= window.top && std::min(a[1], b[1]) <= window.bottom;
}

} // namespace

planar_lines lines_of(dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  const double longest_step = is_geojson(data.format) ? 180 : std::numeric_limits<double>::infinity();
  const int d = data.dimensions;
  planar_lines lines;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::int64_t first = data.offsets[s], last = data.offsets[s + 1] - 1;
    const std::vector<std::int64_t> kept = kept_points(data, keep_mask, s);
    bool broken = false;
    for (std::int64_t i = first; i <= last; ++i) {
      const double* p = data.coordinates.data() + i * d;
      broken = broken || (i > first && std::abs(p[0] - p[-d]) > longest_step);
      if (!keep_mask[i])
        continue;
      if (broken)
        lines.end_series();
      broken = false;
      if (i == last)
        p = data.coordinates.data() + kept.back() * d;
      lines.add(d == 1 ? static_cast<double>(i - first) : p[0], d == 1 ? p[0] : p[1]);
    }
    lines.end_series();
  }
  return lines;
}

box bounds(planar_lines const& lines) { return lines.points() == 0 ? box{} : bounds_of(lines, 0, lines.points()); }

planar_lines mapped(planar_lines lines, box const& from, box const& to, bool upside_down) {
  const double scale_x = from.width() > 0 ? to.width() / from.width() : 0;
  const double scale_y = from.height() > 0 ? to.height() / from.height() : 0;
  const double left = from.width() > 0 ? to.left : (to.left + to.right) / 2;
  const double top = from.height() > 0 ? to.top : (to.top + to.bottom) / 2;
  for (std::size_t k = 0; k < lines.xy.size(); k += 2) {
    lines.xy[k] = left + (lines.xy[k] - from.left) * scale_x;
    lines.xy[k + 1] = top + (upside_down ? from.bottom - lines.xy[k + 1] : lines.xy[k + 1] - from.top) * scale_y;
  }
  return lines;
}

planar_lines cut_to(planar_lines const& lines, box const& window) {
  planar_lines seen;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    bool inside = false;
    for (std::int64_t i = lines.offsets[s] + 1; i < lines.offsets[s + 1]; ++i) {
      const double *const b = lines.xy.data() + 2 * i, *const a = b - 2;
      const bool meet = meets(window, a, b);
      if (meet && !inside)
        seen.add(a[0], a[1]);
      if (meet)
        seen.add(b[0], b[1]);
      if (inside && !meet)
        seen.end_series();
      inside = meet;
    }
    if (inside)
      seen.end_series();
  }
  return seen;
}

planar_lines thinned(planar_lines const& lines, std::int64_t most, thrustline::executor const& on) {
  double tolerance = 0.5;
  for (;; tolerance *= 2) {
    planar_lines thin = simplified(without_smaller_than(tolerance, lines), tolerance, on);
    if (thin.points() <= most)
      return thin;
  }
}

} // namespace thrustline_program
