// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host_policies.hpp"

#include <doctest/doctest.h>

#include "check_hull.hpp"
#include "hull/hull_of_many.hpp"
#include "hull/team_hull.hpp"
#include "made_points.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Runs the pieces of a step from the last to the first: they must not depend on their order.
struct in_reverse {
  template <class Index, class F>
  void operator()(Index count, F const& f) const {
    for (Index i = count; i-- > 0;)
      f(i);
  }
};

template <class Real>
std::vector<point<Real, 2>> points_of(std::vector<double> const& xy) {
  std::vector<point<Real, 2>> points;
  for (std::size_t k = 0; k < xy.size(); k += 2)
    points.push_back({{static_cast<Real>(xy[k]), static_cast<Real>(xy[k + 1])}});
  return points;
}

template <class Real>
std::vector<Real> flat(std::vector<point<Real, 2>> const& points) {
  std::vector<Real> xy;
  for (auto const& p : points)
    xy.insert(xy.end(), {p[0], p[1]});
  return xy;
}

template <class Each, class Real>
index_list hull_by_team(Each const& each, std::vector<point<Real, 2>> const& points, bool keep_collinear) {
  auto const n = static_cast<std::int32_t>(points.size());
  std::int32_t const capacity = hull::power_of_two_from(std::max(n, 1));
  using space_type = hull::team_space<Real, std::int32_t>;
  std::vector<std::int64_t> memory(space_type::bytes(capacity) / 8 + 1);
  space_type const space(reinterpret_cast<unsigned char*>(memory.data()), capacity);
  for (std::int32_t i = 0; i < n; ++i) {
    space.items.points[i] = points[i];
    space.items.indices[i] = i;
  }
  auto const ring = hull::team_hull(each, space, n, keep_collinear);
  index_list found;
  for (std::int32_t i = 0; i < ring.size(); ++i)
    found.push_back(space.items.indices[ring[i]]);
  return found;
}

template <class Policy, class Real>
index_list hull_by_policy(Policy const& policy, std::vector<point<Real, 2>> const& points, bool keep_collinear,
                          bool with_indices) {
  auto const m = static_cast<std::int32_t>(points.size());
  std::vector<std::int32_t> ring(points.size()), indices(points.size());
  std::vector<point<Real, 2>> given(points);
  for (std::int32_t i = 0; i < m; ++i)
    indices[i] = i;
  if (with_indices) { // in another order, as an atomic append leaves them
    std::reverse(given.begin(), given.end());
    std::reverse(indices.begin(), indices.end());
  }
  std::int64_t count = 0;
  const point<Real, 2>* const data = given.data();
  const std::int32_t* const named = with_indices ? indices.data() : nullptr;
  hull::hull_of_many(policy, data, named, m, keep_collinear, ring.data(), &count);
  return {ring.begin(), ring.begin() + count};
}

} // namespace

TEST_CASE("the ways of checking a hull agree") {
  random_numbers numbers(650);
  for (std::string const kind : small_kinds)
    for (int round = 0; round < 100; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      auto const xy = flat(points_of<double>(make_small_set(kind, numbers.below(60), numbers)));
      index_list const wrapped = wrapped_hull(xy), chained = chained_hull(xy);
      REQUIRE(wrapped.size() == chained.size());
      for (std::size_t k = 0; k < wrapped.size(); ++k)
        for (int d = 0; d < 2; ++d)
          REQUIRE(point_at(xy, wrapped[k]).x[d] == point_at(xy, chained[k]).x[d]);
    }
}

TEST_CASE_TEMPLATE("a team of threads finds the hull", Real, float, double) {
  random_numbers numbers(651);
  for (std::string const kind : small_kinds)
    for (int round = 0; round < 300; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      auto const points = points_of<Real>(make_small_set(kind, numbers.below(round % 10 ? 50 : 500), numbers));
      index_list const strict = hull_by_team(hull::in_turn{}, points, false);
      REQUIRE(hull_difference(flat(points), strict) == "");
      REQUIRE(hull_by_team(in_reverse{}, points, false) == strict);
      REQUIRE(hull_by_team(in_reverse{}, points, true) == boundary_of(flat(points), strict));
    }
}

TEST_CASE_TEMPLATE("chains over policies find the hull", Real, float, double) {
  random_numbers numbers(652);
  for (std::string const kind : small_kinds)
    for (int round = 0; round < 100; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      auto const points = points_of<Real>(make_small_set(kind, 1 + numbers.below(round % 10 ? 200 : 2000), numbers));
      index_list const strict = hull_by_policy(thrust::seq, points, false, round % 2);
      REQUIRE(hull_difference(flat(points), strict) == "");
      REQUIRE(hull_by_policy(thrust::seq, points, true, round % 2) == boundary_of(flat(points), strict));
    }
  for (std::string const kind : large_kinds) {
    CAPTURE(kind);
    auto const points = points_of<Real>(make_points(kind, 100000, 653));
    CHECK(hull_difference(flat(points), hull_by_policy(thrust::seq, points, false, false)) == "");
    CHECK(hull_difference(flat(points), hull_by_policy(thrust::omp::par, points, false, true)) == "");
  }
}

TEST_CASE_TEMPLATE("the region of a filter holds no point of the boundary", Real, float, double) {
  random_numbers numbers(654);
  auto const check = [&](std::vector<point<Real, 2>> const& points, std::int32_t directions, double most_left) {
    auto const n = static_cast<std::int32_t>(points.size());
    using space_type = hull::team_space<Real, std::int32_t>;
    std::vector<std::int64_t> memory(space_type::bytes(256) / 8 + 1);
    space_type const space(reinterpret_cast<unsigned char*>(memory.data()), 256);
    std::vector<hull::frame> frames(hull::lanes);
    std::vector<hull::reach> reaches(static_cast<std::size_t>(hull::lanes * directions));
    std::vector<std::int32_t> extremes(static_cast<std::size_t>(directions));
    static detail::inner_region<Real> region;
    const point<Real, 2>* const data = points.data();
    hull::team_extremes(in_reverse{}, data, n, directions, frames.data(), reaches.data(), extremes.data());
    hull::team_region(in_reverse{}, data, extremes.data(), directions, space, &region);
    for (std::int64_t i : boundary_of(flat(points), hull_by_team(hull::in_turn{}, points, false)))
      REQUIRE_FALSE(region.holds(points[i]));
    std::int64_t left = 0;
    for (auto const& p : points)
      left += !region.holds(p);
    CHECK(static_cast<double>(left) <= most_left * static_cast<double>(n));
  };
  for (std::string const kind : small_kinds)
    for (int round = 0; round < 50; ++round) {
      CAPTURE(kind);
      check(points_of<Real>(make_small_set(kind, 1 + numbers.below(300), numbers)), round % 2 ? 8 : 256, 1);
    }
  for (auto const& [name, most_left] :
       {std::pair{"square", 0.01}, {"disk", 0.03}, {"gauss", 0.001}, {"two disks", 0.05}, {"diagonal", 0.04}}) {
    std::string const kind = name;
    CAPTURE(kind);
    auto points = points_of<Real>(make_points(kind, 60000, 655));
    check(points, 32, most_left);
    for (auto& p : points) // a row is less than a unit in the last place
      p = {{p[0], static_cast<Real>(p[1] + 1e15)}};
    check(points, 32, 1);
  }
}

TEST_CASE("a region holds nothing that is not finite") {
  detail::inner_region<double> region;
  region.ring[0] = {{0, 0}}, region.ring[1] = {{1, 0}}, region.ring[2] = {{1, 1}}, region.ring[3] = {{0, 1}};
  region.begin(4, region.most_rows);
  for (int row = 0; row < region.rows; ++row)
    region.set_row(row);
  CHECK(region.holds({{0.5, 0.5}}));
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (double bad : {inf, -inf, nan}) {
    CHECK_FALSE(region.holds({{bad, 0.5}}));
    CHECK_FALSE(region.holds({{0.5, bad}}));
  }
}
