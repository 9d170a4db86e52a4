// SPDX-License-Identifier: MIT
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "check_rdp.hpp"
#include "compare.hpp"
#include "reference.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;
using thrustline::test::infinity;

TEST_CASE_TEMPLATE("rdp and rdp_recursive keep what the split tree says", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(1000, 120, 151, [](kind const& of, std::vector<Real> const& coordinates) {
    INFO(of.name);
    const auto points = as_points<Real, D>(coordinates);
    const std::int64_t n = static_cast<std::int64_t>(points.size());
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      for (double tolerance : {0.0, of.tolerance}) {
        const replay<Real, D, decltype(by)> tree(coordinates.data(), n, by, name);
        keep_mask keep = unwritten(n);
        const std::int64_t levels = rdp(thrust::seq, points.data(), points.data() + n, tolerance, keep.data(), by);
        const replay_result replayed = tree.check(static_cast<Real>(tolerance), keep.data());
        CHECK(replayed.problem == "");
        CHECK(replayed.levels == levels);
        const mask_and_levels plain = plain_rdp(points.data(), {0, n}, tolerance, by);
        CHECK(tree.check(static_cast<Real>(tolerance), plain.mask.data()).problem == "");
        CHECK(plain.levels == levels);
      }
    });
  });
}

TEST_CASE("rdp_recursive on whole numbers equals integer arithmetic") {
  for (const char* name : {"integer noise", "binary noise", "plateaus", "square wave", "ties"})
    for (std::int64_t tolerance : {0, 1, 3, 20}) {
      INFO(std::string(name), ", tolerance ", tolerance);
      const auto values = make<double, 1>(name, 2000, 152);
      const exact_answer exact = exact_vertical({values.begin(), values.end()}, tolerance);
      const mask_and_levels plain =
          plain_rdp(values.data(), {0, 2000}, static_cast<double>(tolerance), vertical_distance{});
      CHECK(difference(plain.mask, exact.mask) == "");
      CHECK(plain.levels == exact.levels);
    }
}

TEST_CASE("rdp_recursive rounds the tolerance to the type of the distances, as rdp does") {
  const std::vector<float> y{0, 0.1f, 0}; // 0.1f is a little more than 0.1
  keep_mask keep(3, 0), plain{1, 0, 1};
  rdp(thrust::seq, y.data(), y.data() + 3, 0.1, keep.data(), vertical_distance{});
  rdp_recursive(y.data(), 0, 2, 0.1, plain.data(), vertical_distance{});
  CHECK(keep == keep_mask{1, 0, 1});
  CHECK(plain == keep);
}

TEST_CASE("rdp_recursive writes nothing but its cuts") {
  const std::vector<double> y{9, 0, 0, 5, 0, 0, 9, 9, 9};
  keep_mask keep(9, 7);
  CHECK(rdp_recursive(y.data(), 1, 5, 3, keep.data(), vertical_distance{}) == 2);
  CHECK(keep == keep_mask{7, 7, 7, 1, 7, 7, 7, 7, 7});
  CHECK(rdp_recursive(y.data(), 1, 5, 5, keep.data(), vertical_distance{}) == 1);
  CHECK(rdp_recursive(y.data(), 4, 5, 0, keep.data(), vertical_distance{}) == 0);
  CHECK(rdp_recursive(y.data(), 4, 4, 0, keep.data(), vertical_distance{}) == 0);
  CHECK(keep == keep_mask{7, 7, 7, 1, 7, 7, 7, 7, 7});
}

TEST_CASE("rdp_recursive takes iterators that return proxies") {
  const std::vector<point<double, 2>> points{{{0, 0}}, {{1, 4}}, {{2, 0}}, {{3, 1}}, {{4, 0}}};
  const thrust::device_vector<point<double, 2>> proxies(points.begin(), points.end());
  keep_mask keep(5, 0);
  CHECK(rdp_recursive(proxies.begin(), 0, 4, 2, keep.data(), segment_distance{}) == 2);
  CHECK(keep == keep_mask{0, 1, 0, 0, 0});
}

namespace {

/// A user's metric with distances of integers.
struct integral_height {
  struct chord {
    int first;
    int rank(int value, std::int64_t step) const { return distance(value, step); }
    int distance(int value, std::int64_t) const { return std::abs(value - first); }
  };
  chord operator()(int first, int, std::int64_t) const { return {first}; }
};

} // namespace

TEST_CASE("integral distances are compared with the whole part of the tolerance, and with the largest integer") {
  const std::vector<int> y{0, 5, -7, 3, 1};
  for (auto const& [tolerance, expected] : {std::pair<double, keep_mask>{7, {1, 0, 0, 0, 1}},
                                            {6.9, {1, 0, 1, 1, 1}},
                                            {2e9, {1, 0, 0, 0, 1}},
                                            {3e9, {1, 0, 0, 0, 1}},
                                            {HUGE_VAL, {1, 0, 0, 0, 1}}}) {
    CAPTURE(tolerance);
    keep_mask keep(5), plain{1, 0, 0, 0, 1};
    rdp(thrust::seq, y.data(), y.data() + 5, tolerance, keep.data(), integral_height{});
    CHECK(keep == expected);
    rdp_recursive(y.data(), 0, 4, tolerance, plain.data(), integral_height{});
    CHECK(plain == keep);
  }
}

TEST_CASE("the first of equally far points is chosen") {
  constexpr std::int64_t n = 70;
  for (std::int64_t i = 1; i + 1 < n; ++i)
    for (std::int64_t j = i; j + 1 < n; ++j) {
      std::vector<float> y(n, 0);
      y[i] = 3;
      y[j] = i == j ? 3.0f : -3.0f;
      const auto chord = vertical_distance{}(y[0], y[n - 1], n - 1);
      const auto far = farthest_from_chord(y.data(), 0, 1, n - 1, chord);
      REQUIRE(far.index == i);
      REQUIRE(chord.distance(y[far.index], far.index) == 3);
    }
}

TEST_CASE("a split tree of one path needs no deep stack") {
  // Every cut leaves a segment of one step on one side and the rest on the other, the rest on the left ...
  std::vector<double> y(20000);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = (i % 2 ? -1 : 1) * std::pow(static_cast<double>(i), 0.5);
  const std::int64_t n = static_cast<std::int64_t>(y.size());
  const mask_and_levels left = plain_rdp(y.data(), {0, n}, 1e-9, vertical_distance{});
  CHECK(left.levels > n / 4);
  // ... or on the right.
  const std::vector<double> turned(y.rbegin(), y.rend());
  const mask_and_levels right = plain_rdp(turned.data(), {0, n}, 1e-9, vertical_distance{});
  CHECK(right.levels > n / 4);
}
