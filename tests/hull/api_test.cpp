// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "executors.hpp"
#include "made_points.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real>
std::vector<Real> as(std::vector<double> const& xy) {
  return {xy.begin(), xy.end()};
}

template <class Real>
point_set<Real> view(std::vector<Real> const& xy) {
  return {xy.data(), static_cast<std::int64_t>(xy.size() / 2)};
}

/// Checks many sets in one batch: each hull is that of its set.
template <class Real>
void check_small_sets(executor const& on, std::int64_t sets_per_kind, std::int64_t most, std::uint64_t seed) {
  for (const std::string kind : small_kinds) {
    INFO(kind);
    random_numbers numbers(seed);
    std::vector<std::vector<Real>> sets;
    std::vector<Real> all;
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t s = 0; s < sets_per_kind; ++s) {
      sets.push_back(as<Real>(make_small_set(kind, numbers.below(most), numbers)));
      all.insert(all.end(), sets.back().begin(), sets.back().end());
      offsets.push_back(static_cast<std::int64_t>(all.size() / 2));
    }
    const point_sets<Real> batch(all.data(), offsets.back(), offsets.data(), sets_per_kind);
    const auto strict = convex_hulls(on, batch);
    const auto full = convex_hulls(on, batch, hull_options{}.keep_collinear(true));
    REQUIRE(strict.offsets.size() == offsets.size());
    REQUIRE(full.offsets.size() == offsets.size());
    for (std::int64_t s = 0; s < sets_per_kind; ++s) {
      index_list got(strict.values.begin() + strict.offsets[s], strict.values.begin() + strict.offsets[s + 1]);
      index_list got_full(full.values.begin() + full.offsets[s], full.values.begin() + full.offsets[s + 1]);
      for (auto* list : {&got, &got_full})
        for (std::int64_t& i : *list)
          i -= offsets[s];
      const std::string problem = hull_difference(sets[s], got);
      if (!problem.empty())
        FAIL_CHECK(problem << " in set " << s << " of " << sets[s].size() / 2);
      else if (got_full != boundary_of(sets[s], got))
        FAIL_CHECK("keep_collinear: wrong in set " << s << " of " << sets[s].size() / 2);
    }
  }
}

} // namespace

TEST_CASE_TEMPLATE("the hulls of small sets are CGAL's", Real, float, double) {
  for (executor const& on : executors()) {
    INFO(on.name());
    check_small_sets<Real>(on, sanitized ? 100 : 1000, 12, 601);
    check_small_sets<Real>(on, sanitized ? 30 : 300, 100, 602);
    check_small_sets<Real>(on, sanitized ? 3 : 10, 3000, 603);
  }
}

TEST_CASE("the hulls of many thousand small sets are CGAL's") {
  constexpr std::int64_t sets = sanitized ? 2000 : 100000;
  for (executor const& on : executors())
    check_small_sets<float>(on, sets / static_cast<std::int64_t>(std::size(small_kinds)) + 1, 40, 604);
}

TEST_CASE_TEMPLATE("the hulls of large sets are CGAL's", Real, float, double) {
  for (const std::string kind : large_kinds)
    for (std::int64_t n : {10000, sanitized ? 140000 : 300000}) { // the second is a set for several threads
      CAPTURE(kind);
      CAPTURE(n);
      auto xy = as<Real>(make_points(kind, n, 611));
      index_list first;
      for (executor const& on : executors()) {
        INFO(on.name());
        const index_list got = convex_hull(on, view(xy));
        if (first.empty())
          CHECK(hull_difference(xy, got) == "");
        else
          CHECK(got == first);
        first = got;
      }
    }
}

TEST_CASE_TEMPLATE("the hull does not depend on the order of the points", Real, float, double) {
  for (const std::string kind : {"square", "circle", "gauss"}) {
    auto xy = as<Real>(make_points(kind, 50000, 621));
    for (std::size_t k = 0; k < 2000; ++k) // repeats some of the points
      xy.push_back(xy[k]);
    random_numbers numbers(622);
    const std::vector<Real> other = shuffled(xy, numbers);
    for (executor const& on : executors()) {
      CHECK(convex_hull_points(on, view(xy)).values == convex_hull_points(on, view(other)).values);
      CHECK(hull_difference(other, convex_hull(on, view(other))) == "");
    }
  }
}

TEST_CASE_TEMPLATE("the hull follows its points", Real, float, double) {
  for (const std::string kind : {"square", "disk", "circle"}) {
    CAPTURE(kind);
    const auto xy = as<Real>(make_points(kind, 20000, 625));
    std::vector<Real> negated, swapped, twice = xy;
    for (std::size_t k = 0; k < xy.size(); k += 2) {
      negated.insert(negated.end(), {-xy[k], -xy[k + 1]});
      swapped.insert(swapped.end(), {xy[k + 1], xy[k]});
    }
    twice.insert(twice.end(), xy.begin(), xy.end());
    for (executor const& on : executors()) {
      INFO(on.name());
      const index_list found = convex_hull(on, view(xy));
      CHECK(convex_hull(on, view(twice)) == found); // the lowest indices
      for (auto const& moved : {negated, swapped}) {
        const index_list other = convex_hull(on, view(moved));
        CHECK(other.size() == found.size());
        CHECK(hull_difference(moved, other) == "");
      }
    }
  }
}

TEST_CASE("a batch of small and large sets") {
  std::vector<double> all;
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t n : {0, 1, 5000, 200000, 2, 0, 300, 140000, 3, 0}) {
    const auto set = make_points("disk", n, 631 + static_cast<std::uint64_t>(n));
    all.insert(all.end(), set.begin(), set.end());
    offsets.push_back(static_cast<std::int64_t>(all.size() / 2));
  }
  const auto sets = static_cast<std::int64_t>(offsets.size()) - 1;
  for (executor const& on : executors()) {
    INFO(on.name());
    const point_sets<double> batch(all.data(), offsets.back(), offsets.data(), sets);
    const auto hulls = convex_hulls(on, batch);
    const auto points = convex_hull_points(on, batch);
    CHECK(points.offsets == hulls.offsets);
    for (std::int64_t s = 0; s < sets; ++s) {
      CAPTURE(s);
      const std::vector<double> set(all.begin() + 2 * offsets[s], all.begin() + 2 * offsets[s + 1]);
      index_list got(hulls.values.begin() + hulls.offsets[s], hulls.values.begin() + hulls.offsets[s + 1]);
      for (std::int64_t& i : got)
        i -= offsets[s];
      CHECK(hull_difference(set, got) == "");
    }
    for (std::size_t i = 0; i < hulls.values.size(); ++i)
      for (int k = 0; k < 2; ++k)
        REQUIRE(points.values[2 * i + k] == all[2 * hulls.values[i] + k]);
  }
}
