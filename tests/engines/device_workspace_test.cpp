// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "device_batch.hpp"
#include "hard_lines.hpp"
#include "most_workspace.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("a second call of the same size allocates nothing", T, points_of<float, 1>, points_of<float, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("workspace reuse"))
    return;
  batch<Real, D> walk, noise, ragged = mixed_batch<Real, D>(60, 5000, 45);
  walk.add(make<Real, D>("walk", 200000, 45));
  noise.add(make<Real, D>("integer noise", 30000, 1)); // cut along spines: rounds that want memory of their own
  ragged.add(noise.coordinates);
  for (batch<Real, D> const& host : {walk, noise, ragged}) {
    const device_batch<Real, D> lines(host);
    const device_array<std::uint8_t> mask(host.points());
    const device_array<Real> values(host.points()), kept(host.points() * D);
    const auto options = simplify_options{}.tolerance(2).metric(D == 1 ? metric::vertical : metric::segment);
    const auto check = [&](const char* name, auto call) {
      INFO(name, " of ", host.series(), " series, ", host.points(), " points");
      const executor on = executor::cuda();
      call(on);
      const std::int64_t after_first = on.allocations();
      CHECK(after_first > 0);
      call(on);
      CHECK(on.allocations() == after_first);
      CHECK(on.workspace_peak() > 0);
      CHECK(on.workspace_peak() <= on.workspace_bytes());
    };
    check("simplify", [&](executor const& on) { simplify(on, lines.view(), options, mask.data()); });
    if constexpr (D == 2)
      check("simplify with a topology to keep", [&](executor const& on) {
        simplify(on, lines.view(), simplify_options(options).topology(topology::within), mask.data());
      });
    check("significance", [&](executor const& on) { significance(on, lines.view(), options, values.data()); });
    check("simplify_to_count",
          [&](executor const& on) { simplify_to_count(on, lines.view(), options, host.points() / 10, mask.data()); });
    const device_array<std::int64_t> counts(std::vector<std::int64_t>(static_cast<std::size_t>(host.series()), 20));
    check("simplify_to_count of each series", [&](executor const& on) {
      simplify_to_count(on, lines.view(), options, {counts.data(), host.series()}, mask.data());
    });
    check("select", [&](executor const& on) {
      simplify_outputs<Real, D> out;
      out.kept_points = kept.data();
      out.kept_points_capacity = host.points() - 1;
      out.where = memory::device;
      const device_array<std::uint8_t> none(std::vector<std::uint8_t>(static_cast<std::size_t>(host.points()), 0));
      select(on, lines.view(), none.data(), out);
    });
  }
}

TEST_CASE_TEMPLATE("the workspace stays within its bound for deep trees", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("bound of the workspace"))
    return;
  const auto check = [](batch<Real, D> const& host) {
    const device_batch<Real, D> lines(host);
    const auto options = simplify_options{}.tolerance(2).metric(D == 1 ? metric::vertical : metric::segment);
    device_array<std::uint8_t> mask(host.points());
    const executor on = executor::cuda();
    const simplify_report report = simplify(on, lines.view(), options, mask.data());
    CHECK(report.used == engine::bounded);
    CHECK(on.workspace_peak() <= most_workspace(lines.view(), mask.bytes()));
    CHECK(difference(mask.host(), simplify_mask(executor::cpu(), host.view(), options)) == "");

    device_array<Real> values(host.points());
    const executor another = executor::cuda();
    significance(another, lines.view(), options, values.data());
    CHECK(another.workspace_peak() <= most_workspace(lines.view(), values.bytes()));
    CHECK(values.host() == significance(executor::cpu(), host.view(), options));
  };
  batch<Real, D> mixed = mixed_batch<Real, D>(60, 5000, 62);
  for (std::vector<Real> const& line : hard_lines<Real, D>(200000)) {
    batch<Real, D> alone;
    alone.add(line);
    check(alone);
    mixed.add(line);
  }
  for (int k = 0; k < 40; ++k)
    for (std::vector<Real> const& line : hard_lines<Real, D>(1500 + 100 * k))
      mixed.add(line);
  check(mixed);
}

TEST_CASE("a memory limit is an error that leaves the executor usable") {
  if (no_device("memory limit"))
    return;
  const std::vector<float> points = make<float, 2>("walk", 100000, 46);
  const auto options = simplify_options{}.tolerance(1);
  const keep_mask expected = reference(polyline<float, 2>(points.data(), 100000), options).mask;
  const device_array<float> on_device(points);
  const polyline<float, 2> line(on_device.data(), 100000, memory::device);

  executor unlimited = executor::cuda();
  simplify_mask(unlimited, line, options);
  const std::size_t needed = unlimited.workspace_peak();
  // Each limit below what the call needs fails at another place in the call.
  for (std::size_t limit = 0; limit < needed; limit += needed / 23 + 1) {
    CAPTURE(limit);
    executor on = executor::cuda();
    on.memory_limit(limit);
    CHECK_THROWS_AS(simplify_mask(on, line, options), out_of_memory);
    CHECK(on.workspace_bytes() <= limit);
    on.memory_limit(std::numeric_limits<std::size_t>::max());
    CHECK(difference(simplify_mask(on, line, options), expected) == "");
  }
}
