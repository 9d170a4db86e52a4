// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/algorithms/quickhull.hpp>

#include "hull_cases.hpp"
#include "made_points.hpp"

namespace thrustline::test {

/// The hull by a policy, in its memory.
template <class On, class Real>
index_list quickhull_on(On& on, std::vector<Real> const& xy, preprocessing before) {
  std::vector<point<Real, 2>> points;
  for (std::size_t k = 0; k < xy.size(); k += 2)
    points.push_back({{xy[k], xy[k + 1]}});
  typename On::template array<point<Real, 2>> const_points(points);
  typename On::template array<std::int32_t> hull(std::vector<std::int32_t>(points.size() + 1, -7));
  const point<Real, 2>* const first = const_points.data();
  const std::int64_t count =
      quickhull(on.policy(), first, first + static_cast<std::ptrdiff_t>(points.size()), hull.data(), before);
  const auto got = hull.host();
  CHECK(got[static_cast<std::size_t>(count)] == -7); // nothing is written behind the hull
  return {got.begin(), got.begin() + count};
}

/// Runs both modes of the paper on the points and on another order of them; returns "" or what is wrong.
template <class On, class Real>
index_list quickhull_in_both_modes(On& on, std::vector<Real> const& xy, random_numbers& numbers) {
  const index_list got = quickhull_on(on, xy, preprocessing::none);
  REQUIRE(quickhull_on(on, xy, preprocessing::quadrilateral) == got);
  const std::vector<Real> other = shuffled(xy, numbers);
  REQUIRE(hull_difference(other, quickhull_on(on, other, preprocessing::quadrilateral)) == "");
  return got;
}

/// Checks `rounds` small hard sets of each kind.
template <class Real, class On>
void run_quickhull_on_small_sets(On& on, int rounds) {
  random_numbers numbers(661);
  for (const std::string kind : small_kinds)
    for (int round = 0; round < rounds; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      const auto made = make_small_set(kind, numbers.below(round % 10 ? 30 : 400), numbers);
      const std::vector<Real> xy(made.begin(), made.end());
      REQUIRE(hull_difference(xy, quickhull_in_both_modes(on, xy, numbers)) == "");
    }
}

/// Checks the sets that other codes test with.
template <class Real, class On>
void run_quickhull_on_cases(On& on) {
  random_numbers numbers(663);
  for_each_case<Real>([&](hull_case const& c, std::vector<Real> const& xy) {
    CAPTURE(c.name);
    CHECK(case_difference(c, xy, quickhull_in_both_modes(on, xy, numbers)) == "");
  });
}

template <class Real, class On>
void run_quickhull_on_large_sets(On& on, std::int64_t points) {
  random_numbers numbers(664);
  for (const std::string kind : large_kinds) {
    CAPTURE(kind);
    const auto made = make_points(kind, points, 662);
    const std::vector<Real> xy(made.begin(), made.end());
    CHECK(hull_difference(xy, quickhull_in_both_modes(on, xy, numbers)) == "");
  }
}

} // namespace thrustline::test
