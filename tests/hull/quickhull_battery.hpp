// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/algorithms/quickhull.hpp>

#include "check_hull.hpp"
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
  std::int64_t const count =
      quickhull(on.policy(), first, first + static_cast<std::ptrdiff_t>(points.size()), hull.data(), before);
  auto const got = hull.host();
  CHECK(got[static_cast<std::size_t>(count)] == -7); // nothing is written behind the hull
  return {got.begin(), got.begin() + count};
}

/// Small hard sets and large ones, in both modes of the paper.
template <class Real, class On>
void run_quickhull_battery(On& on, int rounds, std::int64_t large) {
  random_numbers numbers(661);
  for (std::string const kind : small_kinds)
    for (int round = 0; round < rounds; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      auto const made = make_small_set(kind, numbers.below(round % 10 ? 30 : 400), numbers);
      std::vector<Real> const xy(made.begin(), made.end());
      index_list const got = quickhull_on(on, xy, preprocessing::none);
      REQUIRE(hull_difference(xy, got) == "");
      REQUIRE(quickhull_on(on, xy, preprocessing::quadrilateral) == got);
    }
  for (std::string const kind : large_kinds) {
    CAPTURE(kind);
    auto const made = make_points(kind, large, 662);
    std::vector<Real> const xy(made.begin(), made.end());
    index_list const got = quickhull_on(on, xy, preprocessing::none);
    CHECK(hull_difference(xy, got) == "");
    CHECK(quickhull_on(on, xy, preprocessing::quadrilateral) == got);
  }
}

} // namespace thrustline::test
