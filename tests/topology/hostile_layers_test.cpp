// SPDX-License-Identifier: MIT
// Layers that no map should be: the closure gives each a result, the same on any number of threads, within its bounds.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/arcs.hpp>
#include <thrustline/map_checks.hpp>
#include <thrustline/simplify.hpp>

#include "check_refused.hpp"
#include "layer_bounds.hpp"
#include "planar_layers.hpp"
#include "sanitized.hpp"
#include "share_small_calls.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

polylines<double, 2> view(flat_lines const& lines) {
  return {lines.points.front().x, lines.count(), lines.offsets.data(), lines.lines()};
}

} // namespace

TEST_CASE("invalid rings: bow tie, double run, spike, no area") {
  share_small_calls();
  const std::vector<lattice_line> rings{
      {{{0, 0}}, {{4, 4}}, {{4, 0}}, {{0, 4}}, {{0, 0}}},
      {{{10, 0}}, {{14, 0}}, {{14, 4}}, {{10, 0}}, {{14, 0}}, {{14, 4}}, {{10, 0}}},
      {{{20, 0}}, {{24, 0}}, {{24, 4}}, {{24, 9}}, {{24, 4}}, {{20, 4}}, {{20, 0}}},
      {{{30, 0}}, {{32, 0}}, {{34, 0}}, {{33, 0}}, {{30, 0}}},
  };
  for (double tolerance : {0.0, 1.0, 100.0})
    for (topology apart : {topology::within, topology::both}) {
      const flat_lines lines(rings);
      const mask keep = check_bounds(view(lines), tolerance, apart);
      CHECK(crossings_of(view(lines), keep) <= 1);
      for (std::int64_t l = 0; l < lines.lines(); ++l)
        CHECK(std::count(keep.begin() + lines.offsets[l], keep.begin() + lines.offsets[l + 1], 1) >= 4);
    }
}

TEST_CASE("equal lines hold each other in place; as arcs they are one") {
  lattice_line ring{{{0, 0}}, {{2, 0.1}}, {{4, 0}}, {{4, 4}}, {{0, 4}}, {{0, 0}}};
  flat_lines lines;
  for (int k = 0; k < 5; ++k) {
    lines.add(ring);
    std::reverse(ring.begin(), ring.end());
  }
  CHECK(kept(check_bounds(view(lines), 1)) == lines.count());
  const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
  CHECK(arcs.view().series == 1);
  const mask keep = mask_of_lines(arcs, check_bounds(arcs.view(), 1));
  CHECK(kept(keep) == 25);
  CHECK(count_crossings(executor::cpu(1), arcs.view()).pairs() == 0);
}

TEST_CASE("lines of no length, one point, no point; crowded places") {
  flat_lines lines;
  lines.add({});
  lines.add({{{1, 1}}});
  lines.add({{{1, 1}}, {{1, 1}}});
  lines.add({{{1, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}});
  lines.add({{{0, 0}}, {{1, 2}}, {{2, 0}}});
  for (double tolerance : {0.0, 5.0})
    check_bounds(view(lines), tolerance);
  lines.add(lattice_line(sanitized ? 20'000 : 1'000'000, lattice_point{{1, 1}}));
  check_bounds(view(lines), 5);
}

TEST_CASE("a scribble keeps the bounds of the split tree") {
  share_small_calls();
  random_numbers numbers(1);
  for (std::int64_t extent : {4, 1000}) {
    flat_lines lines;
    for (int l = 0; l < 20; ++l) {
      lattice_line line;
      for (int k = 0; k < 100; ++k)
        line.push_back({{static_cast<double>(numbers.below(extent)), static_cast<double>(numbers.below(extent))}});
      lines.add(line);
    }
    for (double share : {0.01, 0.1, 0.5})
      check_bounds(view(lines), share * static_cast<double>(extent));
  }
}

TEST_CASE("points that are not finite are refused by index") {
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    flat_lines lines;
    lines.add({{{0, 0}}, {{1, 2}}, {{2, 0}}});
    lines.points[1][1] = bad;
    const auto options = simplify_options{}.tolerance(1).topology(topology::both);
    check_refused([&] { simplify_mask(executor::cpu(2), view(lines), options); }, "coordinates", "point 1");
    check_refused([&] { build_arcs(executor::cpu(2), view(lines)); }, "coordinates", "point 1");
  }
}
