// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "random_numbers.hpp"
#include "simplify/cpu/farthest_inside.hpp"
#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/chain_strip.hpp"
#include "topology/cpu/curve_codes.hpp"
#include "topology/cpu/packed_boxes.hpp"
#include "topology/cpu/two_points.hpp"
#include <thrustline/geometry/curve_side.hpp>

// What the closure's search on CPU cores stands on, against plain loops.
using namespace thrustline;
using namespace thrustline::cpu;
using thrustline::test::random_numbers;

namespace {

/// Points of a small grid, so that many share a coordinate or are equal.
std::vector<plane_point> grid_points(random_numbers& random, std::int64_t count) {
  std::vector<plane_point> points;
  for (std::int64_t k = 0; k < count; ++k)
    points.push_back({{static_cast<double>(random.below(13)), static_cast<double>(random.below(13))}});
  return points;
}

bool is_enclosed_or_on(const plane_point* points, std::int64_t first, std::int64_t last, plane_point const& p) {
  curve_side side;
  side.add(points[last], points[first], p);
  for (std::int64_t i = first; i < last; ++i)
    side.add(points[i], points[i + 1], p);
  return side.enclosed_or_on();
}

/// Boxes of points of a small grid, some of them without extent.
std::vector<float_box> grid_boxes(random_numbers& random, std::int64_t count) {
  std::vector<float_box> boxes;
  for (std::int64_t k = 0; k < count; ++k) {
    const float_point low{{static_cast<float>(random.below(200)), static_cast<float>(random.below(200))}};
    boxes.push_back(
        {low, {{low[0] + static_cast<float>(random.below(4)), low[1] + static_cast<float>(random.below(4))}}});
  }
  return boxes;
}

bool meet(float_box const& a, float_box const& b) {
  return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] && b.low[1] <= a.high[1];
}

template <class Real, class Metric>
void check_farthest_inside(Metric metric) {
  random_numbers random(3);
  for (int run = 0; run < 3000; ++run) {
    const std::int64_t count = 2 + random.below(200);
    std::vector<point<Real, 2>> points;
    for (std::int64_t k = 0; k < count; ++k)
      points.push_back({{static_cast<Real>(random.below(9)), static_cast<Real>(random.below(9))}});
    const std::int64_t first = random.below(count - 1);
    const std::int64_t last = first + 1 + random.below(std::min<std::int64_t>(count - first - 1, 80));
    const auto chord =
        metric(points[static_cast<std::size_t>(first)], points[static_cast<std::size_t>(last)], last - first);
    const auto expected = farthest_from_chord(points.data(), first, first + 1, last, chord);
    const auto found = farthest_inside(points.data(), count, first, last, chord);
    REQUIRE(found.rank == expected.rank);
    if (found.rank >= 0)
      REQUIRE(found.index == expected.index);
  }
}

} // namespace

TEST_CASE_TEMPLATE("the farthest point inside a chain, searched several at once, is that of a plain loop", Real, float,
                   double) {
  check_farthest_inside<Real>(segment_distance{});
  check_farthest_inside<Real>(line_distance{});
  check_farthest_inside<Real>(vertical_distance{});
}

TEST_CASE("a tree of boxes finds those that meet a box") {
  random_numbers random(4);
  for (const std::int64_t count : {0, 1, 7, 8, 9, 63, 64, 65, 511, 512, 513, 4096, 4097, 40000}) {
    const std::vector<float_box> boxes = grid_boxes(random, count);
    const packed_boxes tree(1, count, [&](std::int64_t k) { return boxes[static_cast<std::size_t>(k)]; });
    for (float_box const& wanted : grid_boxes(random, 20)) {
      std::vector<std::int64_t> expected, found, by_eights;
      for (std::int64_t k = 0; k < count; ++k)
        if (meet(boxes[static_cast<std::size_t>(k)], wanted))
          expected.push_back(k);
      const box_limits limits(wanted);
      tree.visit(limits, [&](std::int64_t k) { found.push_back(k); });
      tree.visit_eights(limits, [&](std::int64_t eight) {
        tree.visit_eight(eight, limits, [&](std::int64_t k) { by_eights.push_back(k); });
      });
      std::sort(found.begin(), found.end());
      std::sort(by_eights.begin(), by_eights.end());
      REQUIRE(found == expected);
      REQUIRE(by_eights == expected);
    }
  }
}

TEST_CASE("a Hilbert curve visits every cell once, from neighbour to neighbour") {
  for (int bits = 1; bits <= 6; ++bits) {
    const std::uint32_t cells = 1u << bits;
    std::vector<std::pair<int, int>> visited(cells * cells, {-1, -1});
    for (std::uint32_t x = 0; x < cells; ++x)
      for (std::uint32_t y = 0; y < cells; ++y) {
        const std::uint32_t code = flow::hilbert_code(x, y, bits);
        REQUIRE(code < visited.size());
        REQUIRE(visited[code].first == -1);
        visited[code] = {static_cast<int>(x), static_cast<int>(y)};
      }
    for (std::size_t k = 1; k < visited.size(); ++k)
      REQUIRE(std::abs(visited[k].first - visited[k - 1].first) + std::abs(visited[k].second - visited[k - 1].second) ==
              1);
  }
}

TEST_CASE("codes of several cells at once are those of single ones") {
  random_numbers random(1);
  std::vector<plane_point> points(100);
  for (plane_point& p : points)
    p = {{random.uniform(), random.uniform()}};
  const auto point_of = [&](std::size_t k) -> plane_point const& { return points[k]; };
  for (const std::size_t end : {std::size_t(0), std::size_t(7), std::size_t(8), std::size_t(61)}) {
    std::size_t next = 3;
    for_each_code<std::uint32_t>(
        {{{0, 0}}, {{65535, 65535}}}, 3, 3 + end, point_of, [&](std::size_t k, std::uint32_t code) {
          REQUIRE(k == next++);
          REQUIRE(code == flow::hilbert_code(static_cast<std::uint32_t>(65535 * points[k][0]),
                                             static_cast<std::uint32_t>(65535 * points[k][1]), 16));
        });
    CHECK(next == 3 + end);
    next = 3;
    for_each_code<std::uint64_t>(
        {{{-1, 0}}, {{2147483647.0, 4294967295.0}}}, 3, 3 + end, point_of, [&](std::size_t k, std::uint64_t code) {
          REQUIRE(k == next++);
          REQUIRE(code == flow::hilbert_code(static_cast<std::uint64_t>(2147483647.0 * (points[k][0] + 1)),
                                             static_cast<std::uint64_t>(4294967295.0 * points[k][1]), 32));
        });
    CHECK(next == 3 + end);
  }
}

TEST_CASE("the edges that a ray may meet are those not above, below or left of its start") {
  random_numbers random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::int64_t edges = 1 + round % 130;
    const std::vector<plane_point> points = grid_points(random, edges + 1);
    const plane_point p = grid_points(random, 1).front();
    std::vector<std::int64_t> expected, found;
    for (std::int64_t k = 0; k < edges; ++k) {
      plane_point const &a = points[k], &b = points[k + 1];
      const bool misses = (a[1] > p[1] && b[1] > p[1]) || (a[1] < p[1] && b[1] < p[1]) || (a[0] < p[0] && b[0] < p[0]);
      if (!misses)
        expected.push_back(k);
      else
        REQUIRE(edge_side_of(a, b, p) == edge_side::apart);
    }
    for_each_ray_edge(points.data(), edges, p, [&](std::int64_t k) { found.push_back(k); });
    REQUIRE(found == expected);
  }
}

TEST_CASE("boxes and strips of a chain agree with all of its edges") {
  random_numbers random(3);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t count = 3 + round * 4;
    const std::vector<plane_point> points = grid_points(random, count);
    const std::int64_t offsets[] = {0, count};
    const plane_lines lines{points.data(), count, offsets, 1};
    const std::int64_t first = round % 19 % (count - 1), last = count - 1 - round % 7 % (count - 1 - first);
    chain_boxes boxes(lines);
    boxes.make(1, {{first, last}});
    const chain_strip strip(lines, boxes, first, last);
    for (plane_point const& p : grid_points(random, 20)) {
      const bool expected = is_enclosed_or_on(points.data(), first, last, p);
      REQUIRE(boxes.enclose_or_touch(first, last, p) == expected);
      if (expected)
        REQUIRE(strip.may_hold(p));
    }
  }
}
