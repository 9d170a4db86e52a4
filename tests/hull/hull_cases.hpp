// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "check_hull.hpp"

/// Point sets that other codes are tested with, or were wrong on, and their hulls.
namespace thrustline::test {

constexpr int as_the_oracle = -1, not_in_float = -2;

struct hull_case {
  std::string name;
  std::vector<double> xy;
  int vertices;             ///< number of vertices of the hull, or as_the_oracle
  int float_vertices;       ///< the same for points rounded to float, or as_the_oracle, or not_in_float
  std::vector<double> ring; ///< the hull's coordinates where they were published, else empty
};

/// Lines, grids, curves, scales.
std::vector<hull_case> made_cases();
/// The test suites and bug reports of JTS, GEOS and Shapely.
std::vector<hull_case> jts_cases();
/// The test suites and bug reports of Boost.Geometry, dyn4j and Box2D.
std::vector<hull_case> other_cases();

inline std::vector<hull_case> const& hull_cases() {
  static const std::vector<hull_case> all = [] {
    std::vector<hull_case> list;
    for (auto const& part : {made_cases(), jts_cases(), other_cases()})
      list.insert(list.end(), part.begin(), part.end());
    return list;
  }();
  return all;
}

/// Calls f(case, its points) for each case that exists in Real.
template <class Real, class F>
void for_each_case(F f) {
  for (hull_case const& c : hull_cases())
    if (sizeof(Real) != sizeof(float) || c.float_vertices != not_in_float)
      f(c, std::vector<Real>(c.xy.begin(), c.xy.end()));
}

/// Returns "" if `got` is the hull of the case's points `xy`, else what is wrong.
template <class Real>
std::string case_difference(hull_case const& c, std::vector<Real> const& xy, index_list const& got) {
  const int expected = sizeof(Real) == sizeof(float) ? c.float_vertices : c.vertices;
  if (expected >= 0 && got.size() != static_cast<std::size_t>(expected))
    return std::to_string(got.size()) + " vertices, expected " + std::to_string(expected);
  if (const std::string problem = hull_difference(xy, got); !problem.empty())
    return problem;
  const bool rounded = !std::equal(xy.begin(), xy.end(), c.xy.begin(), std::equal_to<double>{});
  for (std::size_t k = 0; !rounded && k < c.ring.size(); ++k)
    if (xy[2 * static_cast<std::size_t>(got[k / 2]) + k % 2] != c.ring[k])
      return "vertex " + std::to_string(k / 2) + " is not the published one";
  return "";
}

} // namespace thrustline::test
