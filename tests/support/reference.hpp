// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

/// Distances and masks straight from their definitions, sharing no code with the library.
namespace thrustline::test {

/// A point in extended precision. In one dimension the step along the series becomes the abscissa.
using exact_point = std::array<long double, 3>;

template <class Real, int D>
exact_point exact(const Real* point, std::int64_t step) {
  exact_point p{};
  if constexpr (D == 1) {
    p[0] = static_cast<long double>(step);
    p[1] = point[0];
  } else {
    for (int d = 0; d < D; ++d)
      p[d] = point[d];
  }
  return p;
}

inline exact_point operator-(exact_point const& a, exact_point const& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline long double dot(exact_point const& a, exact_point const& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline long double norm(exact_point const& a) { return std::sqrt(dot(a, a)); }

inline exact_point cross(exact_point const& a, exact_point const& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The distance of p to the chord a b.
inline long double exact_distance(metric by, exact_point const& a, exact_point const& b, exact_point const& p) {
  const exact_point chord = b - a, from_first = p - a;
  if (by == metric::vertical) {
    const long double t = chord[0] == 0 ? 0 : from_first[0] / chord[0];
    return std::hypot(from_first[1] - t * chord[1], from_first[2] - t * chord[2]);
  }
  if (a == b)
    return norm(from_first);
  if (by == metric::segment) {
    if (dot(chord, from_first) <= 0)
      return norm(from_first);
    if (dot(chord, p - b) >= 0)
      return norm(p - b);
  }
  return norm(cross(chord, from_first)) / norm(chord);
}

struct exact_answer {
  std::vector<std::uint8_t> mask;
  std::int64_t levels = 0;
};

/// The answer for whole numbers against their index, metric vertical, in integer arithmetic.
inline exact_answer exact_vertical(std::vector<std::int64_t> const& y, std::int64_t tolerance) {
  struct node {
    std::int64_t first, last, level;
  };
  const std::int64_t n = static_cast<std::int64_t>(y.size());
  exact_answer answer{std::vector<std::uint8_t>(y.size(), 0), 0};
  if (n == 0)
    return answer;
  answer.mask.front() = answer.mask.back() = 1;
  std::vector<node> open{{0, n - 1, 1}};
  while (!open.empty()) {
    const auto [a, b, level] = open.back();
    open.pop_back();
    if (b - a < 2)
      continue;
    answer.levels = std::max(answer.levels, level);
    std::int64_t farthest = a, most = -1;
    for (std::int64_t i = a + 1; i < b; ++i) {
      const std::int64_t scaled = std::abs((y[i] - y[a]) * (b - a) - (y[b] - y[a]) * (i - a));
      if (scaled > most)
        most = scaled, farthest = i;
    }
    if (most <= tolerance * (b - a))
      continue;
    answer.mask[farthest] = 1;
    open.push_back({a, farthest, level + 1});
    open.push_back({farthest, b, level + 1});
  }
  return answer;
}

} // namespace thrustline::test
