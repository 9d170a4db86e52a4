// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "executors.hpp"
#include "made_points.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real>
point_set<Real> view(std::vector<Real> const& xy) {
  return {xy.data(), static_cast<std::int64_t>(xy.size() / 2)};
}

/// The same vertices from every executor; they are the expected ones in number, and the oracle's.
template <class Real>
void expect(std::string const& name, std::vector<double> const& given, std::size_t vertices) {
  INFO(name);
  std::vector<Real> const xy(given.begin(), given.end());
  for (executor const& on : executors()) {
    index_list const got = convex_hull(on, view(xy));
    CHECK(got.size() == vertices);
    CHECK(hull_difference(xy, got) == "");
  }
}

template <class F>
std::vector<double> made(int n, F f) {
  std::vector<double> xy;
  for (int i = 0; i < n; ++i) {
    point<double, 2> const p = f(i);
    xy.insert(xy.end(), {p[0], p[1]});
  }
  return xy;
}

using p2 = point<double, 2>;
double const infinite = std::numeric_limits<double>::infinity(),
             not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE_TEMPLATE("sets that other codes are tested with", Real, float, double) {
  expect<Real>("99 times one point and another", made(100, [](int i) { return i < 99 ? p2{0, 0} : p2{1, 1}; }), 2);
  expect<Real>("one point a hundred times", made(100, [](int) { return p2{0, 0}; }), 1);
  expect<Real>("horizontal, with repeats", {130, 240, 130, 240, 130, 240, 570, 240, 570, 240, 570, 240, 650, 240}, 2);
  expect<Real>("three on a line", {0, 0, 5, 0, 10, 0}, 2);
  for (int n = 0; n < 10; ++n)
    expect<Real>("a diagonal", made(n, [](int i) { return p2{1.0 * i, 1.0 * i}; }), n < 2 ? n : 2);
  expect<Real>("grid of 3", made(9, [](int i) { return p2{1.0 * (i % 3), 1.0 * (i / 3)}; }), 4);
  expect<Real>("grid of 100", made(10000, [](int i) { return p2{1.0 * (i % 100), 1.0 * (i / 100)}; }), 4);
  expect<Real>("4 corners 25 times", made(100, [](int i) { return p2{1.0 * (i % 2), 1.0 * (i / 2 % 2)}; }), 4);
  expect<Real>("two columns of 50", made(100, [](int i) { return p2{1.0 * (i % 2), 1.0 * (i / 2)}; }), 4);
  expect<Real>(
      "diamond",
      made(400,
           [](int i) {
             double const t = i % 100;
             return i < 100 ? p2{t, 100 - t} : i < 200 ? p2{100 - t, -t} : i < 300 ? p2{-t, t - 100} : p2{t - 100, t};
           }),
      4);
  expect<Real>("parabola", made(1001, [](int i) { return p2{i - 500.0, (i - 500.0) * (i - 500.0)}; }), 1001);
  expect<Real>("late interior", {0, 0, 10, 0, 5, -5, 1, -2, 2, -2.6}, 4);
  expect<Real>("zeros of both signs", {0.0, -0.0, -0.0, 0.0, 1, 1}, 2);
}

TEST_CASE("sets that break rounded arithmetic") {
  expect<double>("pairs 1e-17 apart", {0, 0, 1, 0, 0.5, 0, 0.5, 1e-17, 0, 1, 1, 1, 0.5, 1, 0.5, 1 - 1e-17}, 4);
  expect<float>("a line in steps of 0.1",
                made(100,
                     [](int i) {
                       return p2{0.1f * static_cast<float>(i), 0.1f * static_cast<float>(i)};
                     }),
                2);
  std::vector<double> far = made(16, [](int i) { return p2{0.01 * (i % 4), 0.04 * (i / 4)}; });
  far.insert(far.end(), {2.8e8, 7.6e6});
  for (executor const& on : executors())
    CHECK(hull_difference(far, convex_hull(on, view(far))) == "");
  // Every distance to the first chord is another order of magnitude: a new farthest point in each of many rounds.
  auto const killer = made(400, [](int i) { return p2{std::ldexp(1.0, -i), i == 0 ? 0 : -std::ldexp(1.0, -2 * i)}; });
  for (executor const& on : executors())
    CHECK(hull_difference(killer, convex_hull(on, view(killer))) == "");
  std::vector<double> framed = make_points("circle", 5000, 671);
  for (double& v : framed)
    v *= 1e-3;
  framed.insert(framed.end(), {-9, -9, 9, -9, 0, 9});
  expect<double>("a circle in a triangle", framed, 3);
  for (double scale : {1e-30, 1e-300, 3e38, 1e300}) {
    auto xy = make_points("disk", 20000, 672);
    for (double& v : xy)
      v *= scale;
    CAPTURE(scale);
    for (executor const& on : executors())
      CHECK(hull_difference(xy, convex_hull(on, view(xy))) == "");
  }
}

TEST_CASE("a point that is not finite") {
  for (std::int64_t n : {5, 20000, 200000}) {
    CAPTURE(n);
    auto const clean = make_points("disk", n, 681);
    for (double bad : {not_a_number, infinite, -infinite})
      for (std::int64_t at : {std::int64_t(0), n / 2, n - 1})
        for (executor const& on : executors()) {
          INFO(on.name());
          auto xy = clean;
          xy[2 * at + 1] = bad;
          if (at > 0)
            xy[2 * (n - 1)] = bad; // and one behind it
          try {
            convex_hull(on, view(xy));
            FAIL_CHECK("no error");
          } catch (invalid_argument const& error) {
            CHECK(error.argument() == "coordinates");
            CHECK(std::string(error.what()).find("point " + std::to_string(at) + " has") != std::string::npos);
          }
          // skipped: as if it were not there
          auto left = clean;
          for (std::int64_t i : {at, at > 0 ? n - 1 : at}) {
            std::int64_t const other = at == n / 2 ? 1 : n / 2;
            left[2 * i] = clean[2 * other], left[2 * i + 1] = clean[2 * other + 1];
          }
          CHECK(convex_hull_points(on, view(xy), hull_options{}.skip_nonfinite(true)).values ==
                convex_hull_points(on, view(left)).values);
        }
  }
  std::vector<double> const none(2 * 20000, not_a_number);
  for (executor const& on : executors())
    CHECK(convex_hull(on, view(none), hull_options{}.skip_nonfinite(true)).empty());
}

TEST_CASE("arguments that break a contract") {
  auto const xy = make_points("disk", 100, 691);
  for (executor const& on : executors()) {
    INFO(on.name());
    auto const complaint = [&](auto call) -> std::string {
      try {
        call();
      } catch (invalid_argument const& error) {
        return error.what();
      }
      return "none";
    };
    std::vector<std::int64_t> offsets{0, 60, 50, 100};
    point_sets<double> sets(xy.data(), 100, offsets.data(), 3);
    CHECK(complaint([&] { convex_hulls(on, sets); }) == "offsets: offsets[2] = 50 is less than offsets[1] = 60");
    offsets = {0, 50, 60, 99};
    CHECK(complaint([&] { convex_hulls(on, sets); }).find("offsets[3] = 99") != std::string::npos);
    CHECK(complaint([&] { convex_hull(on, point_set<double>(nullptr, 3)); }) ==
          "coordinates: null, but there are 3 points");
    CHECK(complaint([&] { convex_hull(on, point_set<double>(xy.data(), -1)); }) == "points: must be >= 0, is -1");
    std::vector<std::int64_t> indices(3);
    hull_outputs<double> outputs;
    outputs.indices = indices.data();
    outputs.room = 3;
    auto const vertices = convex_hull(on, view(xy)).size();
    CHECK(complaint([&] { convex_hull(on, view(xy), {}, outputs); }) ==
          "outputs.room: 3, but there are " + std::to_string(vertices) + " vertices");
    if (!on.is_cuda()) {
      CHECK(complaint([&] { convex_hull(on, point_set<double>(xy.data(), 100, memory::device)); }).find("sets.where") ==
            0);
      outputs.where = memory::device;
      CHECK(complaint([&] { convex_hull(on, view(xy), {}, outputs); }).find("outputs.where") == 0);
    }
    CHECK(convex_hull(on, view(xy)).size() == vertices); // the executor is usable
    CHECK(convex_hull(on, point_set<double>(nullptr, 0)).empty());
    CHECK(convex_hulls(on, point_sets<double>(nullptr, 0, nullptr, 0)).offsets == std::vector<std::int64_t>{0});
  }
}

TEST_CASE("all outputs at once, in place of the caller's memory") {
  auto const xy = make_points("disk", 30000, 695);
  for (executor const& on : executors()) {
    index_list const expected = convex_hull(on, view(xy));
    std::vector<std::int64_t> indices(expected.size() + 1, -5), offsets(2, -5);
    std::vector<double> coordinates(2 * expected.size() + 1, -5);
    hull_outputs<double> outputs;
    outputs.indices = indices.data();
    outputs.coordinates = coordinates.data();
    outputs.offsets = offsets.data();
    outputs.room = static_cast<std::int64_t>(expected.size());
    hull_report const report = convex_hull(on, view(xy), {}, outputs);
    CHECK(report.points == 30000);
    CHECK(report.vertices == static_cast<std::int64_t>(expected.size()));
    CHECK(report.examined >= report.vertices);
    CHECK(report.examined < 3000);
    CHECK(offsets == std::vector<std::int64_t>{0, report.vertices});
    CHECK(indices.back() == -5);
    CHECK(coordinates.back() == -5);
    indices.pop_back();
    CHECK(indices == expected);
    for (std::size_t i = 0; i < expected.size(); ++i)
      for (int k = 0; k < 2; ++k)
        REQUIRE(coordinates[2 * i + k] == xy[2 * expected[i] + k]);
  }
}
