// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/flow/count_below.hpp"
#include <thrustline/geometry/point.hpp>

/// Points, boxes and lines of the plane, as the closure computes with them: in double, which holds a float exactly.
namespace thrustline::flow {

using plane_point = point<double, 2>;
using plane_box = box<double, 2>;

/// Lines of a map: line l has the points [offsets[l], offsets[l + 1]).
struct plane_lines {
  const plane_point* points;
  std::int64_t count; ///< points
  const std::int64_t* offsets;
  std::int64_t lines;

  /// The line of a point.
  THRUSTLINE_HD std::int64_t line_of(std::int64_t point) const {
    return count_below(offsets, lines + 1, point + 1) - 1;
  }
};

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

template <class Real>
inline constexpr Real unbounded = std::numeric_limits<Real>::infinity();

template <class Real = double>
THRUSTLINE_HD box<Real, 2> empty_box() {
  return {{{unbounded<Real>, unbounded<Real>}}, {{-unbounded<Real>, -unbounded<Real>}}};
}

template <class Real>
THRUSTLINE_HD void enclose(box<Real, 2>& b, box<Real, 2> const& c) {
  for (int k = 0; k < 2; ++k) {
    b.low[k] = c.low[k] < b.low[k] ? c.low[k] : b.low[k];
    b.high[k] = c.high[k] > b.high[k] ? c.high[k] : b.high[k];
  }
}

template <class Real>
THRUSTLINE_HD void enclose(box<Real, 2>& b, point<Real, 2> const& p) {
  enclose(b, box<Real, 2>{p, p});
}

/// Value i of an array that begins at a multiple of 16 bytes. A device reads 16 bytes at a time: more than the
/// alignment of the coordinates lets the compiler do.
template <class T>
THRUSTLINE_HD T load_aligned(const T* values, std::int64_t i) {
  static_assert(sizeof(T) % 16 == 0);
#if defined(__CUDA_ARCH__)
  alignas(16) T value;
  for (std::size_t k = 0; k < sizeof(T) / sizeof(double2); ++k)
    reinterpret_cast<double2*>(&value)[k] = reinterpret_cast<const double2*>(values + i)[k];
  return value;
#else
  return values[i];
#endif
}

/// Whether two boxes have a point in common.
THRUSTLINE_HD inline bool overlap(plane_box const& a, plane_box const& b) {
  return (a.low[0] <= b.high[0]) & (b.low[0] <= a.high[0]) & (a.low[1] <= b.high[1]) & (b.low[1] <= a.high[1]);
}

/// Whether the point is in the box; false for NaN.
THRUSTLINE_HD inline bool covers(plane_box const& b, plane_point const& p) {
  return (b.low[0] <= p[0]) & (p[0] <= b.high[0]) & (b.low[1] <= p[1]) & (p[1] <= b.high[1]);
}

} // namespace thrustline::flow
