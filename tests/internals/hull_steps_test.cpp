// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "host_policies.hpp"

#include <doctest/doctest.h>

#include "hull/check_hull.hpp"
#include "hull/gpu/hull_of_many.hpp"
#include "hull/gpu/team_hull.hpp"
#include "hull/made_points.hpp"
#include "sanitized.hpp"
#include <thrustline/algorithms/detail/inner_region.hpp>

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Runs the pieces of a step one after the other.
struct in_turn {
  template <class Index, class F>
  void operator()(Index count, F const& f) const {
    for (Index i = 0; i < count; ++i)
      f(i);
  }
};

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
  const auto n = static_cast<std::int32_t>(points.size());
  const std::int32_t capacity = hull::power_of_two_from(std::max(n, 1));
  using space_type = hull::team_space<Real, std::int32_t>;
  std::vector<std::int64_t> memory(space_type::bytes(capacity) / 8 + 1);
  const space_type space(reinterpret_cast<unsigned char*>(memory.data()), capacity);
  for (std::int32_t i = 0; i < n; ++i) {
    space.items.points[i] = points[i];
    space.items.indices[i] = i;
  }
  index_list found;
  const std::int32_t m = hull::team_sort(each, space, n);
  if (m == 0)
    return found;
  const point<Real, 2>* const sorted = space.items.points;
  const auto ring = hull::chains_of(each, sorted, m, space_type::log_run, keep_collinear, space.chains).ring();
  for (std::int32_t i = 0; i < ring.size(); ++i)
    found.push_back(space.items.indices[ring[i]]);
  return found;
}

/// Builds the first chains by a policy.
struct runs_by_policy {
  static constexpr int log_run = 5;

  template <class Policy, class Real, class Index>
  void operator()(Policy const& policy, const point<Real, 2>* sorted, Index m, bool keep_collinear,
                  hull::chain_space<Index> const& space) const {
    const Index runs = hull::chain_space<Index>::runs(m, log_run);
    detail::for_each_index(policy, 2 * runs,
                           hull::first_runs<const point<Real, 2>*, Index>{sorted, m, runs, log_run, keep_collinear,
                                                                          space.chains[0], space.counts[0]});
  }
};

template <class Policy, class Real>
index_list hull_by_policy(Policy const& policy, std::vector<point<Real, 2>> const& points, bool keep_collinear,
                          bool with_indices) {
  const auto m = static_cast<std::int32_t>(points.size());
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
  hull::hull_of_many(policy, hull::many_points<Real, std::int32_t>{data, named, m, keep_collinear}, ring.data(), &count,
                     runs_by_policy{});
  return {ring.begin(), ring.begin() + count};
}

/// For each direction the point that is farthest along it, or nearly so.
template <class Real>
std::vector<point<Real, 2>> extremes_of(std::vector<point<Real, 2>> const& points, int directions) {
  std::vector<point<Real, 2>> extremes;
  for (int k = 0; k < directions; ++k) {
    const point<double, 2> way = detail::direction<double>(k, directions);
    const auto along = [&](point<Real, 2> const& p) { return static_cast<float>(way[0] * p[0] + way[1] * p[1]); };
    auto best = points[0];
    for (auto const& p : points)
      if (along(p) > along(best))
        best = p;
    extremes.push_back(best);
  }
  return extremes;
}

template <class Real>
void begin_region(detail::inner_region<Real>& region, std::vector<point<Real, 2>> const& ring) {
  Real bottom = ring[0][1], top = bottom, largest = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    region.ring[i] = ring[i];
    bottom = std::min(bottom, ring[i][1]), top = std::max(top, ring[i][1]);
    largest = std::max({largest, std::abs(ring[i][0]), std::abs(ring[i][1])});
  }
  region.begin(static_cast<int>(ring.size()), bottom, top, largest, region.most_rows);
  region.set_rows();
}

} // namespace

TEST_CASE("the checkers of hulls agree") {
  random_numbers numbers(650);
  for (const std::string kind : small_kinds)
    for (int round = 0; round < 100; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      const auto xy = flat(points_of<double>(make_small_set(kind, numbers.below(60), numbers)));
      const index_list wrapped = wrapped_hull(xy), chained = chained_hull(xy);
      REQUIRE(wrapped.size() == chained.size());
      for (std::size_t k = 0; k < wrapped.size(); ++k)
        for (int d = 0; d < 2; ++d)
          REQUIRE(point_at(xy, wrapped[k]).x[d] == point_at(xy, chained[k]).x[d]);
    }
}

TEST_CASE_TEMPLATE("a team of threads finds the hull", Real, float, double) {
  random_numbers numbers(651);
  for (const std::string kind : small_kinds)
    for (int round = 0; round < (sanitized ? 100 : 300); ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      const auto points = points_of<Real>(make_small_set(kind, numbers.below(round % 10 ? 50 : 500), numbers));
      const index_list strict = hull_by_team(in_turn{}, points, false);
      REQUIRE(hull_difference(flat(points), strict) == "");
      REQUIRE(hull_by_team(in_reverse{}, points, false) == strict);
      REQUIRE(hull_by_team(in_reverse{}, points, true) == boundary_of(flat(points), strict));
    }
}

TEST_CASE_TEMPLATE("chains built by policies find the hull", Real, float, double) {
  random_numbers numbers(652);
  for (const std::string kind : small_kinds)
    for (int round = 0; round < (sanitized ? 30 : 100); ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      const auto points = points_of<Real>(make_small_set(kind, 1 + numbers.below(round % 10 ? 200 : 2000), numbers));
      const index_list strict = hull_by_policy(thrust::seq, points, false, round % 2);
      REQUIRE(hull_difference(flat(points), strict) == "");
      REQUIRE(hull_by_policy(thrust::seq, points, true, round % 2) == boundary_of(flat(points), strict));
    }
  for (const std::string kind : large_kinds) {
    CAPTURE(kind);
    const auto points = points_of<Real>(make_points(kind, sanitized ? 30000 : 100000, 653));
    CHECK(hull_difference(flat(points), hull_by_policy(thrust::seq, points, false, false)) == "");
    CHECK(hull_difference(flat(points), hull_by_policy(thrust::omp::par, points, false, true)) == "");
  }
}

TEST_CASE_TEMPLATE("the filter's region holds no point of the boundary", Real, float, double) {
  random_numbers numbers(654);
  static detail::inner_region<Real> region;
  const auto check = [&](std::vector<point<Real, 2>> const& points, double most_left) {
    const index_list strict = chained_hull(flat(points));
    for (std::int64_t i : boundary_of(flat(points), strict))
      REQUIRE_FALSE(region.holds(points[i]));
    std::int64_t left = 0;
    for (auto const& p : points)
      left += !region.holds(p);
    CHECK(static_cast<double>(left) <= most_left * static_cast<double>(points.size()));
  };
  for (const std::string kind : small_kinds)
    for (int round = 0; round < 50; ++round) {
      CAPTURE(kind);
      const auto points = points_of<Real>(make_small_set(kind, 1 + numbers.below(300), numbers));
      begin_region(region, extremes_of(points, round % 2 ? 8 : 256));
      check(points, 1);
      // An arbitrary polygon: some of the points, in any order, with repeats.
      std::vector<point<Real, 2>> ring;
      for (std::int64_t k = 3 + numbers.below(40); k > 0; --k)
        ring.push_back(points[numbers.below(static_cast<std::int64_t>(points.size()))]);
      begin_region(region, ring);
      check(points, 1);
    }
  for (auto const& [name, most_left] :
       {std::pair{"square", 0.01}, {"disk", 0.03}, {"gauss", 0.001}, {"two disks", 0.05}, {"diagonal", 0.04}}) {
    const std::string kind = name;
    CAPTURE(kind);
    auto points = points_of<Real>(make_points(kind, 60000, 655));
    begin_region(region, extremes_of(points, 32));
    check(points, most_left);
    for (auto& p : points) // a row is less than a unit in the last place
      p = {{p[0], static_cast<Real>(p[1] + 1e15)}};
    begin_region(region, extremes_of(points, 32));
    check(points, 1);
  }
}

TEST_CASE("a region holds no point that is not finite") {
  static detail::inner_region<double> region;
  begin_region(region, {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}});
  CHECK(region.holds({{0.5, 0.5}}));
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (double bad : {inf, -inf, nan}) {
    CHECK_FALSE(region.holds({{bad, 0.5}}));
    CHECK_FALSE(region.holds({{0.5, bad}}));
  }
}
