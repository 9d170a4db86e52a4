// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "core/cpu/wide_numbers.hpp"
#include <thrustline/geometry/point.hpp>

/// Points and boxes of the plane, as the closure computes with them: in double, which holds a float exactly.
namespace thrustline::cpu {

using plane_point = point<double, 2>;
using plane_box = box<double, 2>;
using wide_double = rounding::wide<double>;

/// Lines of a map in host memory: line l has the points [offsets[l], offsets[l + 1]).
struct plane_lines {
  const plane_point* points;
  std::int64_t count;
  const std::int64_t* offsets;
  std::int64_t lines;
};

template <class Real = double>
box<Real, 2> empty_box() {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  return {{{infinity, infinity}}, {{-infinity, -infinity}}};
}

template <class Real>
void enclose(box<Real, 2>& b, point<Real, 2> const& p) {
  for (int k = 0; k < 2; ++k) {
    b.low[k] = p[k] < b.low[k] ? p[k] : b.low[k];
    b.high[k] = p[k] > b.high[k] ? p[k] : b.high[k];
  }
}

template <class Real>
void enclose(box<Real, 2>& b, box<Real, 2> const& c) {
  for (int k = 0; k < 2; ++k) {
    b.low[k] = c.low[k] < b.low[k] ? c.low[k] : b.low[k];
    b.high[k] = c.high[k] > b.high[k] ? c.high[k] : b.high[k];
  }
}

inline bool same_place(plane_point const& a, plane_point const& b) { return a[0] == b[0] && a[1] == b[1]; }

/// Order by abscissa, then by ordinate.
inline int compare(plane_point const& a, plane_point const& b) {
  for (int k = 0; k < 2; ++k)
    if (a[k] != b[k])
      return a[k] < b[k] ? -1 : 1;
  return 0;
}

/// Box of the points [first, last], two of them in a vector. There is one point at least.
inline plane_box box_of(const plane_point* points, std::int64_t first, std::int64_t last) {
  plane_box all{points[first], points[first]};
  constexpr std::int64_t together = wide_double::size / 2;
  if (last - first + 1 < together) {
    for (std::int64_t i = first + 1; i <= last; ++i)
      enclose(all, points[i]);
    return all;
  }
  const auto load = [&](std::int64_t i) { return wide_double::load(points[i].x); };
  wide_double low = load(last - together + 1), high = low; // these may be read twice
  for (std::int64_t i = first; i + together <= last; i += together) {
    const wide_double w = load(i);
    low = rounding::min(low, w);
    high = rounding::max(high, w);
  }
  const auto lows = low.a < low.b ? low.a : low.b, highs = high.a > high.b ? high.a : high.b;
  for (int k = 0; k < 2; ++k) {
    all.low[k] = lows[k] < lows[k + 2] ? lows[k] : lows[k + 2];
    all.high[k] = highs[k] > highs[k + 2] ? highs[k] : highs[k + 2];
  }
  return all;
}

} // namespace thrustline::cpu
