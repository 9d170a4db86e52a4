// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "compare.hpp"

/// The algorithm by its definition, for points of any metric object.
namespace thrustline::test {

/// Marks the cuts below a segment by the definition of the algorithm, with absent points left out. Significances are
/// the least distances on the path.
template <class Point, class Metric>
struct plain_recursion {
  using Real = typename Point::real;
  std::vector<Point> const& points;
  std::vector<char> const& present;
  Metric by;
  Real tolerance;
  keep_mask& mask;
  std::vector<Real>& significance;

  void split(std::int64_t first, std::int64_t last, Real least) {
    const auto chord = by(points[first], points[last], last - first);
    std::int64_t far = -1;
    Real most = 0;
    for (std::int64_t i = first + 1; i < last; ++i)
      if (present[i])
        if (const Real rank = chord.rank(points[i], i - first); far < 0 || rank > most) {
          far = i;
          most = rank;
        }
    if (far < 0)
      return;
    const Real distance = chord.distance(points[far], far - first);
    if (!(distance > tolerance))
      return;
    least = std::min(least, distance);
    mask[far] = 1;
    significance[far] = least;
    split(first, far, least);
    split(far, last, least);
  }
};

template <class Real>
struct plain_answer {
  keep_mask mask;
  std::vector<Real> significance;
};

/// The answer for open series of points of a metric object.
template <class Point, class Metric>
auto plain(std::vector<Point> const& points, std::vector<char> const& present, std::vector<std::int64_t> const& offsets,
           Metric by, typename Point::real tolerance) {
  using Real = typename Point::real;
  plain_answer<Real> answer{keep_mask(points.size(), 0), std::vector<Real>(points.size(), Real(0))};
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::int64_t first = offsets[s], last = offsets[s + 1] - 1;
    while (first <= last && !present[first])
      ++first;
    while (first <= last && !present[last])
      --last;
    if (first > last)
      continue;
    for (std::int64_t end : {first, last}) {
      answer.mask[end] = 1;
      answer.significance[end] = infinity;
    }
    plain_recursion<Point, Metric>{points, present, by, tolerance, answer.mask, answer.significance}.split(first, last,
                                                                                                           infinity);
  }
  return answer;
}

template <class Real, int D>
void check_mask(batch<Real, D> const& lines, simplify_options const& options, keep_mask const& mask) {
  answer expected = reference(lines.view(), options); // for the levels, which the plain recursion does not count
  CHECK(difference(expected.mask, mask) == "");
  expected.mask = mask;
  expected.report.kept = std::count(mask.begin(), mask.end(), 1);
  check_every_engine(lines.view(), options, expected);
}

} // namespace thrustline::test
