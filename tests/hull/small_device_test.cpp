// SPDX-License-Identifier: MIT
// Every path of a hull on a device with few points, so that compute-sanitizer takes little time: against the hull of
// the CPU, to device memory with room for the vertices only.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "device_array.hpp"
#include "made_points.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

std::vector<double> joined(std::vector<double> a, std::vector<double> const& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Checks the hulls of sets from device memory to device memory.
template <class Real>
void check(std::string const& name, std::vector<double> const& given, std::vector<std::int64_t> const& offsets) {
  static const executor on = executor::cuda();
  INFO(name);
  const std::vector<Real> xy(given.begin(), given.end());
  const auto n = static_cast<std::int64_t>(xy.size() / 2), sets = static_cast<std::int64_t>(offsets.size()) - 1;
  const device_array<Real> points(xy);
  const device_array<std::int64_t> ends(offsets);
  for (bool keep_collinear : {false, true}) {
    CAPTURE(keep_collinear);
    const hull_options options = hull_options{}.keep_collinear(keep_collinear);
    const auto expected = convex_hulls(executor::cpu(1), point_sets<Real>(xy.data(), n, offsets.data(), sets), options);
    const auto vertices = static_cast<std::int64_t>(expected.values.size());
    device_array<std::int64_t> indices(vertices), hull_offsets(sets + 1);
    device_array<Real> coordinates(2 * vertices);
    hull_outputs<Real> outputs;
    outputs.indices = indices.data();
    outputs.coordinates = coordinates.data();
    outputs.offsets = hull_offsets.data();
    outputs.capacity = vertices;
    outputs.where = memory::device;
    const hull_report report =
        convex_hull(on, point_sets<Real>(points.data(), n, ends.data(), sets, memory::device), options, outputs);
    CHECK(report.vertices == vertices);
    CHECK(indices.host() == expected.values);
    CHECK(hull_offsets.host() == expected.offsets);
    const std::vector<Real> found = coordinates.host();
    for (std::size_t i = 0; i < found.size(); ++i)
      REQUIRE(found[i] == xy[2 * expected.values[i / 2] + i % 2]);
    if (vertices > 0) {
      outputs.capacity = vertices - 1; // nothing may be written behind it
      CHECK_THROWS_AS(
          convex_hull(on, point_sets<Real>(points.data(), n, ends.data(), sets, memory::device), options, outputs),
          invalid_argument);
    }
  }
}

template <class Real>
void check_one(std::string const& name, std::vector<double> const& xy) {
  check<Real>(name, xy, {0, static_cast<std::int64_t>(xy.size() / 2)});
}

} // namespace

TEST_CASE_TEMPLATE("hulls of few points on a device", Real, float, double) {
  if (!executor::cuda_available())
    return skip("hulls on a device: there is none");
  check_one<Real>("a block after one filter", make_points("disk", 6000, 661));
  check_one<Real>("a block after two filters",
                  joined(make_points("circle", 2000, 662), make_points("disk", 8000, 663)));
  check_one<Real>("a sort", make_points("circle", 9000, 664));
  check_one<Real>("a sort, where no region helps", make_points("parabola", 70000, 665));
  check_one<Real>("one place", std::vector<double>(2 * 5000, 1.5));
  std::vector<double> bump; // two arcs meet in a gap that takes many rounds to close
  for (int i = 0; i < 3000; ++i) {
    const double x = i % 1500 / 750.0 - 1;
    bump.insert(bump.end(), {x + (i < 1500 ? 0 : 2.5), 1 - x * x});
  }
  check_one<Real>("chains that are joined", joined(bump, make_points("disk", 2000, 666)));

  std::vector<double> all;
  std::vector<std::int64_t> offsets{0};
  random_numbers numbers(667);
  for (const std::string kind : {"disk", "circle", "square", "diagonal"})
    for (std::int64_t n : {0, 1, 2, 31, 128, 129, 500, 1500, 4097}) {
      all = joined(all, make_points(kind, n, 668 + static_cast<std::uint64_t>(n)));
      offsets.push_back(static_cast<std::int64_t>(all.size() / 2));
    }
  for (const std::string kind : small_kinds)
    for (std::int64_t n : {7, 150}) {
      all = joined(all, make_small_set(kind, n, numbers));
      offsets.push_back(static_cast<std::int64_t>(all.size() / 2));
    }
  check<Real>("a batch", all, offsets);
}
