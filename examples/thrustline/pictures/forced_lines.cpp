// SPDX-License-Identifier: MIT
#include "pictures/forced_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace thrustline_program {
namespace {

/// Adds the kept points `part`, whose ends plain simplification keeps alone.
void add_part(dataset const& data, std::vector<std::int64_t> const& part, forced_lines& to) {
  const double longest_step = is_geojson(data.format) ? 180 : std::numeric_limits<double>::infinity();
  const auto at = [&](std::size_t k) { return data.coordinates.data() + 2 * part[k]; };
  for (std::size_t k = 1; k < part.size(); ++k)
    if (std::abs(at(k)[0] - at(k - 1)[0]) > longest_step)
      return; // across the antimeridian
  for (std::size_t k = 0; k < part.size(); ++k) {
    to.kept.add(at(k)[0], at(k)[1]);
    if (k == 0 || k + 1 == part.size())
      continue;
    to.points.add(at(k)[0], at(k)[1]);
    to.points.end_series();
  }
  // Lines that share a border draw the same dashes.
  const double *const first = at(0), *const last = at(part.size() - 1);
  const bool turns = std::lexicographical_compare(last, last + 2, first, first + 2);
  for (const double* const end : {turns ? last : first, turns ? first : last})
    to.without.add(end[0], end[1]);
  to.kept.end_series();
  to.without.end_series();
}

template <class Chosen>
planar_lines points_if(planar_lines const& points, Chosen chosen) {
  planar_lines found;
  for (std::size_t k = 0; k < points.xy.size(); k += 2)
    if (chosen(points.xy[k], points.xy[k + 1])) {
      found.add(points.xy[k], points.xy[k + 1]);
      found.end_series();
    }
  return found;
}

/// The first of the points in each square of that size.
planar_lines one_of_each_square(planar_lines const& points, double size) {
  std::set<std::pair<std::int64_t, std::int64_t>> taken;
  return points_if(points, [&](double x, double y) {
    return taken.insert({std::llround(x / size), std::llround(y / size)}).second;
  });
}

} // namespace

forced_lines find_forced_lines(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                               std::vector<std::uint8_t> const& plain_mask) {
  forced_lines found;
  std::vector<std::int64_t> part;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    part.clear();
    for (std::int64_t i = data.offsets[s]; i < data.offsets[s + 1]; ++i) {
      if (!keep_mask[static_cast<std::size_t>(i)])
        continue;
      part.push_back(i);
      if (!plain_mask[static_cast<std::size_t>(i)])
        continue;
      if (part.size() > 2)
        add_part(data, part, found);
      part.assign(1, i);
    }
  }
  return found;
}

planar_lines points_within(planar_lines const& points, box const& window) {
  return points_if(points, [&](double x, double y) {
    return x >= window.left && x <= window.right && y >= window.top && y <= window.bottom;
  });
}

planar_lines fewer_points(planar_lines const& points, std::int64_t most) {
  for (double size = 2;; size *= 2) { // pixels
    planar_lines chosen = one_of_each_square(points, size);
    if (chosen.points() <= most)
      return chosen;
  }
}

} // namespace thrustline_program
