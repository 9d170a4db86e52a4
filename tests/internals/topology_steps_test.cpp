// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/simplify.hpp>

#include "host_policies.hpp"
#include "sanitized.hpp"
#include "simplify/flow/split_by_metric.hpp"
#include "topology/flat_layers.hpp"
#include "topology/flow/planar_closure.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using mask = std::vector<std::uint8_t>;

template <class On, class Real>
void check_equals_engine(flat_layer<Real> const& layer, simplify_options const& options) {
  CAPTURE(On::name);
  CAPTURE(static_cast<int>(options.topology()));
  CAPTURE(options.tolerance());
  CAPTURE(static_cast<int>(options.metric()));
  const polylines<Real, 2> lines = layer.view();
  const executor cpu = executor::cpu(1);
  mask expected(static_cast<std::size_t>(lines.points));
  const topology_counts counts = simplify(cpu, lines, options, expected.data()).topology;

  mask keep = simplify_mask(cpu, lines, simplify_options(options).topology(topology::none));
  std::vector<flow::plane_point> points;
  for (std::int64_t i = 0; i < lines.points; ++i)
    points.push_back(
        {{static_cast<double>(lines.coordinates[2 * i]), static_cast<double>(lines.coordinates[2 * i + 1])}});
  On on;
  const auto policy = on.policy();
  const flow::batch<Real, 2> batch{reinterpret_cast<const point<Real, 2>*>(lines.coordinates), lines.points,
                                   lines.offsets, lines.series};
  const flow::split_by_metric<std::decay_t<decltype(policy)>, Real> splitter(batch, options);
  flow::prepared_lines<std::decay_t<decltype(policy)>> prepared(
      policy, {points.data(), lines.points, lines.offsets, lines.series});
  prepared.make();
  const auto kept = [&] { return std::accumulate(keep.begin(), keep.end(), std::int64_t(0)); };
  unsigned long long roots = static_cast<unsigned long long>(kept());
  splitter.split_small_rings(policy, {nullptr, 0, &roots}, keep.data(), prepared.in_rings());
  CHECK(static_cast<std::int64_t>(roots) == kept());
  prepared.list_kept(keep.data());
  const flow::closure_report found =
      flow::planar_closure(policy, prepared, options.topology(), splitter, kept(), keep.data());
  CHECK(keep == expected);
  CHECK(found.kept.value_or(0) == std::accumulate(expected.begin(), expected.end(), std::int64_t(0)));
  CHECK(found.counts.forced == counts.forced);
  CHECK(found.counts.rounds <= counts.forced + 1); // each round but the last one splits
}

template <class Real>
void check_on_policies(flat_layer<Real> const& layer, simplify_options const& options) {
  check_equals_engine<on_cpp_allocator>(layer, options);
  check_equals_engine<on_omp>(layer, options);
}

} // namespace

TEST_CASE_TEMPLATE("the closure over primitives equals the CPU engine on planar layers", Real, float, double) {
  for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 3); ++seed)
    for (topology apart : kept_topologies)
      for (double tolerance : {0.0, 0.75, 1.5, 3.0, 20.0})
        check_on_policies(flat_layer<Real>(many_layers(seed, 60, 30)), keeping(apart, tolerance));
}

TEST_CASE("the closure over primitives equals the CPU engine where layers cross") {
  for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 6); ++seed)
    for (topology apart : kept_topologies)
      for (double tolerance : {0.75, 2.0, 8.0})
        check_on_policies(flat_layer<double>(many_layers(seed, 12, 1), 0.1), keeping(apart, 0.1 * tolerance));
}

TEST_CASE("the closure over primitives equals the CPU engine on few places, by every metric") {
  for (std::int64_t extent : {2, 4, 9})
    for (topology apart : kept_topologies)
      for (metric by : {metric::vertical, metric::line, metric::segment})
        for (double tolerance : {0.5, 2.0, 5.0})
          check_on_policies(flat_layer<double>(tangled_walks(7, sanitized ? 300 : 1000, extent)),
                            keeping(apart, tolerance).metric(by));
}

TEST_CASE("the closure over primitives equals the CPU engine where pieces of lines are copied") {
  for (std::int64_t longest : {12, 700})
    for (topology apart : kept_topologies)
      for (double tolerance : {2.0, 40.0})
        check_on_policies(flat_layer<double>(copied_pieces(1, sanitized ? 500 : 4000, longest)),
                          keeping(apart, tolerance));
}

TEST_CASE("the closure over primitives ends where there is little to do") {
  for (std::vector<std::int64_t> const& offsets :
       {std::vector<std::int64_t>{0}, {0, 0}, {0, 1}, {0, 2}, {0, 0, 3, 3}, {0, 1, 2, 5}, {0, 4, 8}}) {
    flat_layer<double> layer{flat_lines()};
    layer.offsets = offsets;
    layer.coordinates.assign(static_cast<std::size_t>(2 * offsets.back()), 1.5);
    for (topology apart : kept_topologies)
      check_on_policies(layer, keeping(apart, 0));
  }
}

TEST_CASE("the closure over primitives takes a line of many points and equal rings") {
  constexpr std::int64_t many = sanitized ? 2'000 : 100'000;
  flat_lines rings;
  for (std::int64_t k = 0; k < many / 10; ++k)
    rings.add({{{0, 0}}, {{1, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}, {{0, 0}}});
  lattice_line spiral;
  for (std::int64_t i = 0; i < many; ++i) {
    const double r = 10 + 1e-4 * static_cast<double>(i), at = 0.01 * static_cast<double>(i);
    spiral.push_back({{r * std::cos(at), r * std::sin(at)}});
  }
  rings.add(spiral);
  for (topology apart : {topology::within, topology::both})
    for (double tolerance : {0.001, 5.0})
      check_equals_engine<on_cpp_allocator>(flat_layer<double>(rings), keeping(apart, tolerance));
}

TEST_CASE("the closure over primitives looks at one of many vertices at a place") {
  flat_lines rings;
  for (std::int64_t k = 0; k < (sanitized ? 1'000 : 100'000); ++k)
    rings.add({{{0, 0}}, {{1, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}, {{0, 0}}});
  for (topology apart : {topology::between, topology::both})
    check_equals_engine<on_cpp_allocator>(flat_layer<double>(rings), keeping(apart, 5));
}

TEST_CASE("the closure over primitives equals the CPU engine where a loop between two pins splits") {
  // The halves of the loop have the same ends, at a place and at a vertex that no other node has.
  flat_lines lines;
  lines.add({{{-10, 0}}, {{0, 0}}, {{3, 2}}, {{6, 0}}, {{3, -1}}, {{0, 0}}, {{-10, -5}}});
  lines.add({{{3, -0.5}}, {{3, -0.4}}});
  const mask pins{0, 1, 0, 0, 0, 1, 0, 0, 0};
  const flat_layer<double> layer(lines);
  for (topology apart : kept_topologies)
    for (double tolerance : {0.0, 1.5, 10.0})
      check_on_policies(layer, keeping(apart, tolerance).pins(pins.data(), static_cast<std::int64_t>(pins.size())));
  CHECK(simplify_mask(executor::cpu(1), layer.view(), keeping(topology::both, 10).pins(pins.data(), 9)) ==
        mask{1, 1, 1, 1, 1, 1, 1, 1, 1});
}
