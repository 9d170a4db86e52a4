// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "executors.hpp"
#include "made_points.hpp"
#if defined(THRUSTLINE_TEST_QHULL)
#include "qhull.hpp"
#else
#include "skip.hpp"
#endif

using namespace thrustline;
using namespace thrustline::test;

#if defined(THRUSTLINE_TEST_QHULL)
namespace {

/// Compares places, because Qhull may name another one of equal points.
std::vector<std::pair<double, double>> places(std::vector<double> const& xy, index_list const& indices) {
  std::vector<std::pair<double, double>> found;
  for (std::int64_t i : indices)
    found.emplace_back(xy[2 * i], xy[2 * i + 1]);
  std::sort(found.begin(), found.end());
  return found;
}

/// Compares nothing for fewer than three vertices, because Qhull rejects such points.
void compare(std::vector<double> const& xy) {
  const auto expected = qhull::vertices(xy);
  for (executor const& on : executors()) {
    INFO(on.name());
    const index_list got = convex_hull(on, point_set<double>(xy.data(), static_cast<std::int64_t>(xy.size() / 2)));
    REQUIRE(expected.has_value() == (got.size() >= 3));
    if (expected)
      REQUIRE(places(xy, got) == places(xy, *expected));
  }
}

} // namespace

TEST_CASE("the vertices of random sets are Qhull's") {
  random_numbers numbers(641);
  for (const std::string kind : {"square", "disk", "gauss", "kuzmin"})
    for (int round = 0; round < 300; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      compare(make_points(kind, 3 + numbers.below(500), 642 + static_cast<std::uint64_t>(round)));
    }
}

TEST_CASE("the vertices of points of a grid are Qhull's") {
  random_numbers numbers(643);
  for (const std::string kind : {"grid", "few values", "integers", "curve"})
    for (int round = 0; round < 500; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      compare(make_small_set(kind, 3 + numbers.below(100), numbers));
    }
}

TEST_CASE("the vertices of large sets are Qhull's") {
  for (const std::string kind : {"square", "disk", "gauss", "kuzmin"}) {
    CAPTURE(kind);
    compare(make_points(kind, 200000, 644));
  }
}
#else
TEST_CASE("the vertices are Qhull's") { skip("hulls against Qhull: built without Qhull"); }
#endif
