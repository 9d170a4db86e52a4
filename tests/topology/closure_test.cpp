// SPDX-License-Identifier: MIT
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/algorithms/topology.hpp>

#include "closure_policies.hpp"
#include "planar_layers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

topology_counts close(flat_lines const& lines, double tolerance, topology apart, mask& keep) {
  return policy_closures().back().close(lines, tolerance, apart, keep.data());
}

/// A line with a bay, and a shorter line inside the bay.
flat_lines line_around_a_buoy() {
  flat_lines lines;
  lines.add({{{0, 0}}, {{4, 0}}, {{5, 3}}, {{6, 0}}, {{10, 0}}});
  lines.add({{{5, 1}}, {{5.1, 1}}});
  return lines;
}

} // namespace

TEST_CASE("a vertex in a bay keeps the bay open") {
  const flat_lines lines = line_around_a_buoy();
  for (policy_closure const& on : policy_closures()) {
    CAPTURE(on.policy);
    mask keep = ends_of(lines);
    CHECK(on.close(lines, 5, topology::within, keep.data()).forced == 0);
    CHECK(keep == mask{1, 0, 0, 0, 1, 1, 1});

    keep = ends_of(lines);
    const topology_counts counts = on.close(lines, 5, topology::both, keep.data());
    CHECK(keep == mask{1, 0, 1, 0, 1, 1, 1});
    CHECK(counts.forced == 1);
    CHECK(counts.rounds == 2);
  }
}

TEST_CASE("an absent line holds nothing in place and stays dropped") {
  const flat_lines lines = line_around_a_buoy();
  mask keep{1, 0, 0, 0, 1, 0, 0};
  close(lines, 5, topology::both, keep);
  CHECK(keep == mask{1, 0, 0, 0, 1, 0, 0});
}

TEST_CASE("pinned points are kept, and hold segments in place") {
  flat_lines lines = line_around_a_buoy();
  lines.add({{{20, 20}}, {{5, 2}}, {{21, 20}}});
  mask keep = ends_of(lines);
  keep[1] = 1;
  close(lines, 50, topology::both, keep);
  CHECK(keep == mask{1, 1, 1, 0, 1, 1, 1, 1, 0, 1});
}

TEST_CASE("a ring keeps three segments, however large the tolerance") {
  flat_lines lines;
  lines.add({{{0, 0}}, {{1, 0}}, {{2, 0}}, {{2, 1}}, {{0, 1}}, {{0, 0}}});
  for (topology apart : {topology::none, topology::both}) {
    mask keep = ends_of(lines);
    close(lines, std::numeric_limits<double>::infinity(), apart, keep);
    CHECK(keep == mask{1, 0, 0, 1, 1, 1});
  }
}

TEST_CASE("the farther of two lines with the same ends keeps a point") {
  flat_lines lines;
  lines.add({{{0, 0}}, {{5, 3}}, {{10, 0}}});
  lines.add({{{10, 0}}, {{5, -1}}, {{0, 0}}});
  mask keep = ends_of(lines);
  close(lines, 10, topology::both, keep);
  CHECK(keep == mask{1, 1, 1, 1, 0, 1});
}

TEST_CASE("equal lines keep their points, as they touch each other") {
  flat_lines lines;
  for (int copy = 0; copy < 3; ++copy)
    lines.add({{{0, 0}}, {{5, 3}}, {{10, 0}}});
  mask keep = ends_of(lines);
  close(lines, 10, topology::between, keep);
  CHECK(keep == mask(9, 1));
  keep = ends_of(lines);
  close(lines, 10, topology::within, keep);
  CHECK(keep == ends_of(lines));
}

TEST_CASE("points on one spot, single points and empty lines end") {
  flat_lines lines;
  lines.add(lattice_line(10000, {{1, 1}}));
  lines.add({});
  lines.add({{{1, 1}}});
  lines.add({{{1, 1}}, {{1, 1}}});
  mask keep = ends_of(lines);
  close(lines, 0, topology::both, keep);
  CHECK(keep.front() == 1);
  CHECK(keep.back() == 1);

  const flat_lines none;
  mask empty;
  CHECK(close(none, 1, topology::both, empty).forced == 0);
}

TEST_CASE("crossing lines are simplified, and their crossing stays") {
  flat_lines lines;
  lines.add({{{0, 0}}, {{5, 0.1}}, {{10, 0}}});
  lines.add({{{5, -5}}, {{5.1, 0}}, {{5, 5}}});
  mask keep = ends_of(lines);
  close(lines, 1, topology::both, keep);
  CHECK(keep == mask{1, 0, 1, 1, 0, 1});
}

TEST_CASE("a tolerance that is negative or NaN is refused") {
  const flat_lines lines = line_around_a_buoy();
  mask keep = ends_of(lines);
  CHECK_THROWS_WITH_AS(close(lines, -1, topology::both, keep), doctest::Contains("tolerance: must be >= 0, is -1"),
                       invalid_argument);
  CHECK_THROWS_AS(close(lines, std::numeric_limits<double>::quiet_NaN(), topology::both, keep), invalid_argument);
}

TEST_CASE("float points and points with x and y give doubles' mask") {
  struct place {
    float x, y;
  };
  const flat_lines lines = line_around_a_buoy();
  std::vector<place> places;
  for (lattice_point const& p : lines.points)
    places.push_back({static_cast<float>(p[0]), static_cast<float>(p[1])});
  mask keep = ends_of(lines);
  topology_closure(thrust::seq, ragged_batch{places.data(), lines.count(), lines.offsets.data(), lines.lines()}, 5,
                   topology::both, keep.data());
  CHECK(keep == mask{1, 0, 1, 0, 1, 1, 1});
}
