// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

#include <thrustline/geometry/point.hpp>

/// Data that the steps of the closure share. Pointers lead to the memory that the policy works on.
namespace thrustline::flow {

using plane_point = point<double, 2>;
using plane_box = box<double, 2>;

/// A hash that grows by the coordinates of a point: equal points change it equally.
THRUSTLINE_HD inline std::uint64_t hash_with(std::uint64_t hash, plane_point const& p) {
  for (int d = 0; d < 2; ++d) {
    const double same = p[d] + 0.0; // -0 and 0 are equal
    std::uint64_t bits;
    memcpy(&bits, &same, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

/// Lines of a map, their coordinates in double, which holds a float exactly. Line l has the points
/// [offsets[l], offsets[l + 1]).
struct closure_lines {
  const plane_point* points;
  std::int64_t count; ///< points
  const std::int64_t* offsets;
  std::int64_t lines;

  /// The line of a point.
  THRUSTLINE_HD std::int64_t line_of(std::int64_t point) const {
    std::int64_t low = 0, high = lines; // the last l with offsets[l] <= point
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (offsets[middle] <= point ? low : high) = middle;
    }
    return low;
  }
};

/// Node of the split tree that has been reached: the chord from point `first` to point `last`. last = first where a
/// line ends and no chord begins.
struct reached_node {
  static constexpr std::int64_t unknown = -2, none = -1;
  static constexpr double not_measured = -1;

  std::int64_t first, last;
  std::int64_t farthest; ///< of the points between
  double distance;       ///< of the farthest point; 0 if there is none

  static THRUSTLINE_HD reached_node between(std::int64_t first, std::int64_t last) {
    return {first, last, last - first < 2 ? none : unknown, last - first < 2 ? 0 : not_measured};
  }

  THRUSTLINE_HD bool is_leaf() const { return farthest == none; }
};

} // namespace thrustline::flow
