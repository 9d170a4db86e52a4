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

inline plane_box empty_box() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {{{infinity, infinity}}, {{-infinity, -infinity}}};
}

inline void enclose(plane_box& b, plane_point const& p) {
  for (int k = 0; k < 2; ++k) {
    b.low[k] = p[k] < b.low[k] ? p[k] : b.low[k];
    b.high[k] = p[k] > b.high[k] ? p[k] : b.high[k];
  }
}

inline void enclose(plane_box& b, plane_box const& c) {
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

/// Calls f(k) for each of the eight places k in which `t` is true.
template <class F>
void for_each_true(wide_double::truth const& t, F const& f) {
  using bits = decltype(t.a);
  const bits set = (t.a & bits{1, 2, 4, 8}) | (t.b & bits{16, 32, 64, 128});
  for (auto left = static_cast<unsigned>(set[0] | set[1] | set[2] | set[3]); left != 0; left &= left - 1)
    f(__builtin_ctz(left));
}

} // namespace thrustline::cpu
