// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/// Bit k: whether place k of the eight is true.
inline unsigned bits_of(wide_double::truth const& t) {
#if defined(__SSE2__)
  // The lower halves of four places at a time; a vector's halves are taken through memory where they have to be.
  const auto halves_of = [](auto const& four_places) {
    __m128 low, high;
    std::memcpy(&low, &four_places, sizeof low);
    std::memcpy(&high, reinterpret_cast<const char*>(&four_places) + sizeof low, sizeof high);
    return _mm_castps_si128(_mm_shuffle_ps(low, high, 0x88));
  };
  const __m128i shorts = _mm_packs_epi32(halves_of(t.a), halves_of(t.b));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(shorts, _mm_setzero_si128())));
#else
  using bits = decltype(t.a);
  const bits set = (t.a & bits{1, 2, 4, 8}) | (t.b & bits{16, 32, 64, 128});
  return static_cast<unsigned>(set[0] | set[1] | set[2] | set[3]);
#endif
}

/// Calls f(k) for each of the eight places k in which `t` is true.
template <class F>
void for_each_true(wide_double::truth const& t, F const& f) {
  for (unsigned left = bits_of(t); left != 0; left &= left - 1)
    f(__builtin_ctz(left));
}

/// Box that eights of numbers are compared with.
class box_limits {
public:
  explicit box_limits(plane_box const& b) {
    for (int k = 0; k < 2; ++k) {
      low_[k] = vector{} + b.low[k];
      high_[k] = vector{} + b.high[k];
    }
  }

  /// Which of eight boxes have a point in common with the box. low, high: x of all, then y of all.
  wide_double::truth meet(const double (&low)[2][8], const double (&high)[2][8]) const {
    return not_above(low[0], high_[0]) & not_above(low[1], high_[1]) & not_below(high[0], low_[0]) &
           not_below(high[1], low_[1]);
  }

private:
  using vector = wide_double::vector;

  static wide_double::truth not_above(const double* from, vector const& limit) {
    const wide_double w = wide_double::load(from);
    return {w.a <= limit, w.b <= limit};
  }
  static wide_double::truth not_below(const double* from, vector const& limit) {
    const wide_double w = wide_double::load(from);
    return {w.a >= limit, w.b >= limit};
  }

  vector low_[2], high_[2];
};

} // namespace thrustline::cpu
