// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "executors.hpp"
#include "hull_cases.hpp"
#include "made_points.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real>
point_set<Real> view(std::vector<Real> const& xy) {
  return {xy.data(), static_cast<std::int64_t>(xy.size() / 2)};
}

const double infinite = std::numeric_limits<double>::infinity(),
             not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE_TEMPLATE("sets that other codes are tested with or were wrong on", Real, float, double) {
  random_numbers numbers(670);
  for_each_case<Real>([&](hull_case const& c, std::vector<Real> const& xy) {
    INFO(c.name);
    const std::vector<Real> other = shuffled(xy, numbers);
    for (executor const& on : executors()) {
      INFO(on.name());
      CHECK(case_difference(c, xy, convex_hull(on, view(xy))) == "");
      CHECK(case_difference(c, other, convex_hull(on, view(other))) == "");
    }
  });
}

TEST_CASE("points that are not finite are rejected or ignored") {
  for (std::int64_t n : {5, 20000, 200000}) {
    CAPTURE(n);
    const auto clean = make_points("disk", n, 681);
    for (double bad : {not_a_number, infinite, -infinite})
      for (std::int64_t at : {std::int64_t(0), n / 2, n - 1})
        for (executor const& on : executors()) {
          INFO(on.name());
          auto xy = clean;
          xy[2 * at + 1] = bad;
          if (at > 0)
            xy[2 * (n - 1)] = bad; // and a later one
          try {
            convex_hull(on, view(xy));
            FAIL_CHECK("no error");
          } catch (invalid_point const& error) {
            CHECK(error.argument() == "coordinates");
            CHECK(error.point() == at);
            CHECK(error.fault().find(at == n - 1 ? "has coordinate 0 = " : "has coordinate 1 = ") == 0);
          }
          // ignored: as if it were absent
          auto left = clean;
          for (std::int64_t i : {at, at > 0 ? n - 1 : at}) {
            const std::int64_t other = at == n / 2 ? 1 : n / 2;
            left[2 * i] = clean[2 * other], left[2 * i + 1] = clean[2 * other + 1];
          }
          CHECK(convex_hull_points(on, view(xy), hull_options{}.invalid(invalid::ignore)).values ==
                convex_hull_points(on, view(left)).values);
        }
  }
  const std::vector<double> none(2 * 20000, not_a_number);
  for (executor const& on : executors())
    CHECK(convex_hull(on, view(none), hull_options{}.invalid(invalid::ignore)).empty());
}

TEST_CASE("bad arguments are named") {
  const auto xy = make_points("disk", 100, 691);
  for (executor const& on : executors()) {
    INFO(on.name());
    const auto complaint = [&](auto call) -> std::string {
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
    outputs.capacity = 3;
    const auto vertices = convex_hull(on, view(xy)).size();
    CHECK(complaint([&] { convex_hull(on, view(xy), {}, outputs); }) ==
          "outputs.capacity: 3, but there are " + std::to_string(vertices) + " vertices");
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
  const auto xy = make_points("disk", 30000, 695);
  for (executor const& on : executors()) {
    const index_list expected = convex_hull(on, view(xy));
    std::vector<std::int64_t> indices(expected.size() + 1, -5), offsets(2, -5);
    std::vector<double> coordinates(2 * expected.size() + 1, -5);
    hull_outputs<double> outputs;
    outputs.indices = indices.data();
    outputs.coordinates = coordinates.data();
    outputs.offsets = offsets.data();
    outputs.capacity = static_cast<std::int64_t>(expected.size());
    const hull_report report = convex_hull(on, view(xy), {}, outputs);
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
