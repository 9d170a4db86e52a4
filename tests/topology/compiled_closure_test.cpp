// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include "check_refused.hpp"
#include "closure_policies.hpp"
#include "executors.hpp"
#include "flat_layers.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

std::size_t nonempty_series(std::vector<std::int64_t> const& offsets) {
  std::size_t count = 0;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    count += offsets[s] < offsets[s + 1];
  return count;
}

template <class Real>
void check_equals_reference(flat_layer<Real> const& layer, simplify_options const& options) {
  CAPTURE(to_string(options.metric()));
  CAPTURE(static_cast<int>(options.topology()));
  CAPTURE(options.tolerance());
  const polylines<Real, 2> lines = layer.view();
  mask expected(static_cast<std::size_t>(lines.points));
  for (std::int64_t l = 0; l < lines.series; ++l)
    if (lines.offsets[l] < lines.offsets[l + 1])
      expected[lines.offsets[l]] = expected[lines.offsets[l + 1] - 1] = 1;
  const topology_counts counts = reference_closure(lines, options, expected.data());
  std::vector<executor> all = executors();
  all.push_back(executor::cpu(23)); // more threads than some rounds have nodes
  for (executor const& on : all) {
    mask keep(expected.size());
    const simplify_report report = simplify(on, lines, options, keep.data());
    CHECK(keep == expected);
    CHECK(report.topology.forced == counts.forced);
    if (options.topology() != topology::between || !on.is_cuda()) // there the order of tasks counts
      CHECK(report.topology.rounds <= counts.rounds);
    CHECK(report.kept == std::count(expected.begin(), expected.end(), 1));
  }
}

/// A closed line of `points` points, at random places of a square grid of 7 by 7.
lattice_line small_ring(random_numbers& numbers, std::int64_t points, double x) {
  lattice_line line;
  for (std::int64_t i = 0; i + 1 < points; ++i)
    line.push_back({{x + static_cast<double>(numbers.below(7)), static_cast<double>(numbers.below(7)) - 40}});
  line.push_back(line.front());
  return line;
}

/// A line of integer noise, which has many points to keep at every level, among rings that shrink to less than a
/// triangle: most have few points, some have many.
flat_lines noise_among_rings(std::uint64_t seed) {
  random_numbers numbers(seed);
  flat_lines lines;
  for (int ring = 0; ring < 300; ++ring)
    lines.add(small_ring(numbers, ring % 50 == 0 ? 65 + ring : 4 + numbers.below(58), 5 * ring));
  lattice_line noise;
  for (int i = 0; i < (sanitized ? 3'000 : 30'000); ++i)
    noise.push_back({{static_cast<double>(i), static_cast<double>(numbers.below(1000))}});
  lines.add(noise);
  lines.add(small_ring(numbers, 20, 900));
  return lines;
}

} // namespace

TEST_CASE_TEMPLATE("small rings beside a long line lead to one closure on all executors", Real, float, double) {
  flat_layer<Real> layer(noise_among_rings(2));
  for (topology apart : kept_topologies)
    for (double tolerance : {0.25, 6.0, 20.0}) {
      const auto options = keeping(apart, tolerance);
      mask expected(layer.coordinates.size() / 2);
      const simplify_report report = simplify(executor::cpu(1), layer.view(), options, expected.data());
      CHECK(report.kept == std::count(expected.begin(), expected.end(), 1));
      CHECK((report.topology.forced > 500) == (tolerance > 1)); // most rings are split, twice
      for (executor const& on : executors()) {
        mask keep(expected.size());
        const simplify_report found = simplify(on, layer.view(), options, keep.data());
        CHECK(keep == expected);
        CHECK(found.kept == report.kept);
        CHECK(found.topology.forced == report.topology.forced);
      }
    }
  layer.coordinates.back() = std::numeric_limits<Real>::quiet_NaN();
  for (executor const& on : executors()) {
    mask keep(layer.coordinates.size() / 2);
    CHECK_THROWS_AS(simplify(on, layer.view(), keeping(topology::both, 20), keep.data()), invalid_argument);
  }
}

TEST_CASE_TEMPLATE("the compiled closure equals the reference on planar layers", Real, float, double) {
  for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 4); ++seed)
    for (topology apart : kept_topologies)
      for (double tolerance : {0.0, 0.75, 1.5, 3.0, 20.0})
        check_equals_reference(flat_layer<Real>(many_layers(seed, 40, 30)), keeping(apart, tolerance));
}

TEST_CASE_TEMPLATE("the compiled closure equals the reference where layers cross", Real, float, double) {
  for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 3); ++seed)
    for (topology apart : kept_topologies)
      for (double tolerance : {0.75, 2.0, 8.0})
        check_equals_reference(flat_layer<Real>(many_layers(seed, 12, 1), 0.1), keeping(apart, 0.1 * tolerance));
}

TEST_CASE_TEMPLATE("the compiled closure equals the reference on few places", Real, float, double) {
  for (std::int64_t extent : {2, 4, 9})
    for (topology apart : kept_topologies)
      for (metric by : all_metrics)
        for (double tolerance : {0.5, 2.0, 5.0})
          check_equals_reference(flat_layer<Real>(tangled_walks(7, sanitized ? 500 : 1500, extent)),
                                 keeping(apart, tolerance).metric(by));
}

TEST_CASE_TEMPLATE("the compiled closure equals the reference where pieces of lines are copied", Real, float, double) {
  for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 3); ++seed)
    for (std::int64_t longest : {12, 700})
      for (topology apart : kept_topologies)
        for (double tolerance : {2.0, 40.0})
          check_equals_reference(flat_layer<Real>(copied_pieces(seed, sanitized ? 500 : 2000, longest)),
                                 keeping(apart, tolerance));
}

TEST_CASE("copies of a line split to the end in one round") {
  random_numbers numbers(1);
  lattice_line line;
  for (int i = 0; i < 200; ++i)
    line.push_back({{static_cast<double>(i), static_cast<double>(numbers.below(30))}});
  flat_lines lines;
  lines.add(line);
  std::reverse(line.begin(), line.end());
  for (int copies = 0; copies < 2; ++copies)
    lines.add(line);
  const flat_layer<double> layer(lines);
  mask expected = ends_of(lines);
  CHECK(reference_closure(layer.view(), keeping(topology::between, 100), expected.data()).rounds > 10);
  for (executor const& on : executors()) {
    mask keep(expected.size());
    const simplify_report report = simplify(on, layer.view(), keeping(topology::between, 100), keep.data());
    CHECK(report.topology.rounds == 2);
    CHECK(keep == mask(keep.size(), 1));
  }
}

TEST_CASE("every engine, pins and unclosed rings lead to the closure") {
  const flat_lines lines = many_layers(3, 60, 30);
  const flat_layer<double> layer(lines);
  mask pins(lines.points.size());
  random_numbers numbers(5);
  for (std::uint8_t& pin : pins)
    pin = numbers.below(10) == 0;
  const auto options = keeping(topology::both, 3).pins(pins.data(), lines.count());
  mask expected = ends_of(lines);
  for (std::size_t i = 0; i < pins.size(); ++i)
    expected[i] |= pins[i];
  reference_closure(layer.view(), options, expected.data());
  for_each_engine([&](executor const& on, engine with) {
    CAPTURE(to_string(with));
    CHECK(simplify_mask(on, layer.view(), simplify_options(options).engine(with)) == expected);
  });

  flat_lines rings, opened;
  for (std::int64_t l = 0; l < lines.lines(); ++l)
    if (lines.is_closed(l)) {
      const lattice_line ring(lines.points.begin() + lines.offsets[l], lines.points.begin() + lines.offsets[l + 1]);
      rings.add(ring);
      opened.add(lattice_line(ring.begin(), ring.end() - 1));
    }
  REQUIRE(rings.lines() > 40);
  for (executor const& on : executors()) {
    const mask closed = simplify_mask(on, flat_layer<double>(rings).view(), keeping(topology::both, 3));
    const mask open = simplify_mask(on, flat_layer<double>(opened).view(), keeping(topology::both, 3).closed(true));
    mask without_last;
    for (std::int64_t l = 0; l < rings.lines(); ++l)
      without_last.insert(without_last.end(), closed.begin() + rings.offsets[l],
                          closed.begin() + rings.offsets[l + 1] - 1);
    CHECK(open == without_last);
  }
}

TEST_CASE("all outputs agree with the mask of the closure") {
  const flat_layer<double> layer(many_layers(9, 60, 30));
  const auto options = keeping(topology::both, 3);
  for (executor const& on : executors()) {
    const mask keep = simplify_mask(on, layer.view(), options);
    std::vector<std::int64_t> indices;
    for (std::size_t i = 0; i < keep.size(); ++i)
      if (keep[i])
        indices.push_back(static_cast<std::int64_t>(i));
    CHECK(simplify_indices(on, layer.view(), options) == indices);
    const ragged<double> points = simplify_points(on, layer.view(), options);
    REQUIRE(points.values.size() == 2 * indices.size());
    for (std::size_t k = 0; k < indices.size(); ++k)
      CHECK(points.values[2 * k] == layer.coordinates[2 * static_cast<std::size_t>(indices[k])]);
    std::int64_t kept = 0;
    for (const std::int64_t count : simplify_counts(on, layer.view(), options))
      kept += count;
    CHECK(kept == static_cast<std::int64_t>(indices.size()));
    CHECK(simplify_segments(on, layer.view(), options).values.size() ==
          indices.size() - nonempty_series(layer.offsets));
  }
}

TEST_CASE("many points, rings and lines in one place come to an end") {
  constexpr std::int64_t many = sanitized ? 20'000 : 1'000'000;
  std::vector<executor> all{executor::cpu(2)};
  if (executor::cuda_available())
    all.push_back(executor::cuda());
  const auto kept_of = [&](polylines<double, 2> const& lines, simplify_options const& options) {
    std::vector<std::int64_t> kept;
    for (executor const& on : all)
      kept.push_back(simplify(on, lines, options, mask(static_cast<std::size_t>(lines.points)).data()).kept);
    for (const std::int64_t k : kept)
      CHECK(k == kept.front());
    return kept.front();
  };
  SUBCASE("one line") {
    const std::vector<double> coordinates(2 * many, 1.5);
    const polyline<double, 2> line(coordinates.data(), many);
    CHECK(kept_of(line, keeping(topology::both, 0)) == 4);
  }
  SUBCASE("lines of two points, of no length") {
    const std::vector<double> coordinates(2 * many, 1.5);
    std::vector<std::int64_t> offsets;
    for (std::int64_t i = 0; i <= many; i += 2)
      offsets.push_back(i);
    const polylines<double, 2> lines(coordinates.data(), many, offsets.data(), many / 2);
    CHECK(kept_of(lines, keeping(topology::both, 0)) == many);
  }
  SUBCASE("equal rings keep all points") {
    flat_lines rings;
    for (std::int64_t k = 0; k < many / 10; ++k)
      rings.add({{{0, 0}}, {{1, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}, {{0, 0}}});
    const flat_layer<double> layer(rings);
    CHECK(kept_of(layer.view(), keeping(topology::both, 5)) == rings.count());
    CHECK(kept_of(layer.view(), keeping(topology::within, 5)) == 4 * rings.lines());
  }
  SUBCASE("a star of lines") {
    flat_lines rays;
    for (std::int64_t k = 0; k < many / 10; ++k) {
      const double x = static_cast<double>(k), y = 1e6;
      rays.add({{{0, 0}}, {{x / 2 + 0.1, y / 2}}, {{x, y}}});
    }
    const flat_layer<double> layer(rays);
    CHECK(kept_of(layer.view(), keeping(topology::both, 0.05)) > 0);
  }
}

TEST_CASE("what the closure cannot take is refused by name") {
  const std::vector<double> coordinates(12, 1.0), tolerances{1};
  const executor on = executor::cpu(1);
  mask keep(12);
  const auto options = keeping(topology::both, 1);
  const polyline<double, 2> line(coordinates.data(), 6);
  check_refused([&] { simplify(on, series<double>(coordinates.data(), 12), options, keep.data()); }, "topology",
                "D = 1");
  check_refused([&] { simplify(on, polyline<double, 3>(coordinates.data(), 4), options, keep.data()); }, "topology",
                "D = 3");
  check_refused([&] { simplify(on, line, simplify_options(options).tolerances(tolerances.data(), 1), keep.data()); },
                "tolerances", "one tolerance");
  check_refused([&] { simplify(on, line, simplify_options(options).invalid(invalid::ignore), keep.data()); }, "invalid",
                "topology");
  check_refused([&] { simplify(on, line, simplify_options(options).topology(static_cast<topology>(7)), keep.data()); },
                "topology", "7");
  check_refused([&] { simplify_to_count(on, line, options, 3, keep.data()); }, "topology", "simplify()");
  std::vector<double> with_nan = coordinates;
  with_nan[7] = std::nan("");
  check_refused([&] { simplify(on, polyline<double, 2>(with_nan.data(), 6), options, keep.data()); }, "coordinates",
                "point 3");
}
