// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <thrustline/geometry/orientation.hpp>

#include "random_numbers.hpp"

/// Random planar layers: simple rings, nested and side by side, and open lines, whose segments meet at ends only.
namespace thrustline::test {

using lattice_point = point<double, 2>;
using lattice_line = std::vector<lattice_point>;

inline bool same_place(lattice_point const& a, lattice_point const& b) { return a[0] == b[0] && a[1] == b[1]; }

/// Whether p lies on the segment ab.
inline bool is_on(lattice_point const& a, lattice_point const& b, lattice_point const& p) {
  return orientation(a, b, p) == 0 && std::min(a[0], b[0]) <= p[0] && p[0] <= std::max(a[0], b[0]) &&
         std::min(a[1], b[1]) <= p[1] && p[1] <= std::max(a[1], b[1]);
}

/// Whether the segments ab and cd have a point in common that is not an end of both.
inline bool collide(lattice_point const& a, lattice_point const& b, lattice_point const& c, lattice_point const& d) {
  const auto touches = [](lattice_point const& p, lattice_point const& q, lattice_point const& end,
                          lattice_point const& other, lattice_point const& other_end) {
    return !same_place(end, other) && !same_place(end, other_end) && is_on(p, q, end);
  };
  if ((same_place(a, c) && same_place(b, d)) || (same_place(a, d) && same_place(b, c)))
    return true;
  if (touches(a, b, c, a, b) || touches(a, b, d, a, b) || touches(c, d, a, c, d) || touches(c, d, b, c, d))
    return true;
  return orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0;
}

class planar_layer {
public:
  planar_layer(random_numbers& numbers) : numbers_(numbers), extent_(6 + numbers.below(20)) {
    for (std::int64_t k = 1 + numbers.below(6); k > 0; --k)
      numbers.below(3) ? add_ring(4 + numbers.below(16)) : add_walk(2 + numbers.below(30));
    cut_at_junctions();
  }

  std::vector<lattice_line> lines;

private:
  lattice_point place(std::int64_t x, std::int64_t y, std::int64_t extent) {
    return {{static_cast<double>(x + numbers_.below(extent)), static_cast<double>(y + numbers_.below(extent))}};
  }

  bool is_free(lattice_point const& a, lattice_point const& b) const {
    for (lattice_line const& line : lines)
      for (std::size_t k = 0; k + 1 < line.size(); ++k)
        if (collide(a, b, line[k], line[k + 1]))
          return false;
    return true;
  }

  /// Adds a ring through random points, uncrossed by reversals, if it collides with no line.
  void add_ring(std::int64_t points) {
    const std::int64_t x = numbers_.below(extent_), y = numbers_.below(extent_), extent = 2 + numbers_.below(extent_);
    lattice_line ring;
    for (; points > 0; --points) {
      const lattice_point p = place(x, y, extent);
      if (std::none_of(ring.begin(), ring.end(), [&](lattice_point const& q) { return same_place(p, q); }))
        ring.push_back(p);
    }
    if (ring.size() < 3 || !uncross(ring))
      return;
    ring.push_back(ring.front());
    for (std::size_t k = 0; k + 1 < ring.size(); ++k)
      if (!is_free(ring[k], ring[k + 1]))
        return;
    lines.push_back(ring);
  }

  bool uncross(lattice_line& ring) {
    for (int tries = 0; tries < 2000; ++tries) {
      const auto [i, j] = first_collision(ring);
      if (i == j)
        return true;
      if (numbers_.below(4) == 0)
        std::swap(ring[numbers_.below(ring.size())], ring[numbers_.below(ring.size())]);
      else
        std::reverse(ring.begin() + i + 1, ring.begin() + j + 1);
    }
    return false;
  }

  static std::pair<std::int64_t, std::int64_t> first_collision(lattice_line const& ring) {
    const auto n = static_cast<std::int64_t>(ring.size());
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = i + 1; j < n; ++j)
        if (collide(ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]))
          return {i, j};
    return {0, 0};
  }

  /// Adds an open line that collides with nothing. It may begin at the end of another line.
  void add_walk(std::int64_t points) {
    lattice_point at = place(0, 0, extent_);
    if (!lines.empty() && numbers_.below(2)) {
      lattice_line const& other = lines[numbers_.below(lines.size())];
      at = numbers_.below(2) ? other.front() : other.back();
    }
    lines.push_back({at});
    for (int tries = 0; tries < 60 && static_cast<std::int64_t>(lines.back().size()) <= points; ++tries) {
      const lattice_point next{
          {at[0] + static_cast<double>(numbers_.below(7) - 3), at[1] + static_cast<double>(numbers_.below(7) - 3)}};
      if (same_place(at, next) || !is_free(at, next))
        continue;
      lines.back().push_back(next);
      at = next;
    }
    if (lines.back().size() < 2)
      lines.pop_back();
  }

  /// Cuts the lines at points that occur more than once, but for the ends of a ring that no other line meets.
  void cut_at_junctions() {
    std::map<std::pair<double, double>, int> occurrences;
    for (lattice_line const& line : lines)
      for (std::size_t k = same_place(line.front(), line.back()); k < line.size(); ++k)
        ++occurrences[{line[k][0], line[k][1]}];
    std::vector<lattice_line> parts;
    for (lattice_line const& line : lines) {
      parts.push_back({line.front()});
      for (std::size_t k = 1; k < line.size(); ++k) {
        parts.back().push_back(line[k]);
        if (k + 1 < line.size() && occurrences[{line[k][0], line[k][1]}] > 1)
          parts.push_back({line[k]});
      }
    }
    lines.swap(parts);
  }

  random_numbers& numbers_;
  std::int64_t extent_;
};

/// The lines with some points twice or three times in a row.
inline std::vector<lattice_line> with_repeats(random_numbers& numbers, std::vector<lattice_line> const& lines) {
  std::vector<lattice_line> repeated;
  for (lattice_line const& line : lines) {
    repeated.emplace_back();
    for (lattice_point const& p : line)
      repeated.back().insert(repeated.back().end(), numbers.below(4) == 0 ? 2 + numbers.below(2) : 1, p);
  }
  return repeated;
}

/// The lines with some points moved, so that lines touch and cross each other and themselves.
inline std::vector<lattice_line> disturbed(random_numbers& numbers, std::vector<lattice_line> lines) {
  for (lattice_line& line : lines) {
    const bool is_ring = same_place(line.front(), line.back());
    for (lattice_point& p : line)
      if (numbers.below(8) == 0)
        for (int k = 0; k < 2; ++k)
          p[k] += static_cast<double>(numbers.below(5)) - 2;
    if (is_ring)
      line.back() = line.front();
  }
  return lines;
}

/// Lines as flat arrays.
struct flat_lines {
  std::vector<lattice_point> points;
  std::vector<std::int64_t> offsets{0};

  flat_lines() = default;
  explicit flat_lines(std::vector<lattice_line> const& lines) {
    for (lattice_line const& line : lines)
      add(line);
  }

  void add(lattice_line const& line) {
    points.insert(points.end(), line.begin(), line.end());
    offsets.push_back(static_cast<std::int64_t>(points.size()));
  }

  std::int64_t lines() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t count() const { return static_cast<std::int64_t>(points.size()); }

  bool is_closed(std::int64_t line) const {
    return offsets[line + 1] - offsets[line] > 1 && same_place(points[offsets[line]], points[offsets[line + 1] - 1]);
  }
};

} // namespace thrustline::test
