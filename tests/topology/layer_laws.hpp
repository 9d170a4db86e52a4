// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planar_layers.hpp"

/// Laws of every simplification that keeps the topology of a planar layer, checked by direct means.
namespace thrustline::test {

/// Kept points of each line.
inline std::vector<lattice_line> kept_lines(flat_lines const& from, std::vector<std::uint8_t> const& keep) {
  std::vector<lattice_line> lines(static_cast<std::size_t>(from.lines()));
  for (std::int64_t l = 0; l < from.lines(); ++l)
    for (std::int64_t i = from.offsets[l]; i < from.offsets[l + 1]; ++i)
      if (keep[i])
        lines[l].push_back(from.points[i]);
  return lines;
}

inline bool any_collide(std::vector<lattice_line> const& lines) {
  struct edge {
    lattice_point a, b;
  };
  std::vector<edge> edges;
  for (lattice_line const& line : lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k)
      if (!same_place(line[k], line[k + 1])) {
        for (edge const& other : edges)
          if (collide(line[k], line[k + 1], other.a, other.b))
            return true;
        edges.push_back({line[k], line[k + 1]});
      }
  return false;
}

/// -1, 0, 1: outside the ring, on it, inside it.
inline int place_in_ring(lattice_line const& ring, lattice_point const& p) {
  bool inside = false;
  for (std::size_t k = 0; k + 1 < ring.size(); ++k) {
    if (is_on(ring[k], ring[k + 1], p))
      return 0;
    if ((ring[k][1] > p[1]) != (ring[k + 1][1] > p[1]))
      inside = inside != ((orientation(ring[k], ring[k + 1], p) > 0) == (ring[k + 1][1] > ring[k][1]));
  }
  return inside ? 1 : -1;
}

inline double twice_area(lattice_line const& ring) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < ring.size(); ++k)
    sum += ring[k][0] * ring[k + 1][1] - ring[k][1] * ring[k + 1][0];
  return sum;
}

/// Name of a law that the mask breaks, or nothing.
inline std::string broken_law(flat_lines const& lines, std::vector<std::uint8_t> const& keep, double tolerance) {
  const std::vector<lattice_line> kept = kept_lines(lines, keep);
  if (any_collide(kept))
    return "segments collide";
  for (std::int64_t l = 0; l < lines.lines(); ++l) {
    for (std::int64_t i = lines.offsets[l], before = i; i < lines.offsets[l + 1]; ++i) {
      if (!keep[i])
        continue;
      const auto chord = segment_distance{}(lines.points[before], lines.points[i], i - before);
      for (std::int64_t k = before + 1; k < i; ++k)
        if (chord.distance(lines.points[k], k - before) > tolerance)
          return "a dropped point is beyond the tolerance";
      before = i;
    }
    if (!lines.is_closed(l))
      continue;
    const lattice_line whole(lines.points.begin() + lines.offsets[l], lines.points.begin() + lines.offsets[l + 1]);
    if (twice_area(whole) * twice_area(kept[l]) <= 0)
      return "a ring has lost its turn";
    for (std::int64_t other = 0; other < lines.lines(); ++other)
      if (other != l)
        for (lattice_point const& p : kept[other])
          if (place_in_ring(whole, p) != place_in_ring(kept[l], p))
            return "a vertex has changed sides with a ring";
  }
  return {};
}

} // namespace thrustline::test
