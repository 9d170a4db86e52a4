// SPDX-License-Identifier: MIT
// Every path of the CUDA code on inputs small enough for compute-sanitizer's memcheck, racecheck and initcheck.
#include <limits>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D>
void check_all_outputs(batch<Real, D> const& lines, simplify_options const& options) {
  const executor cpu = executor::cpu(1), gpu = executor::cuda();
  CHECK(simplify_mask(gpu, lines.view(), options) == simplify_mask(cpu, lines.view(), options));
  CHECK(simplify_indices(gpu, lines.view(), options) == simplify_indices(cpu, lines.view(), options));
  CHECK(simplify_counts(gpu, lines.view(), options) == simplify_counts(cpu, lines.view(), options));
  CHECK(simplify_points(gpu, lines.view(), options).values == simplify_points(cpu, lines.view(), options).values);
  CHECK(simplify_segments(gpu, lines.view(), options).offsets == simplify_segments(cpu, lines.view(), options).offsets);
  const keep_mask mask = simplify_mask(cpu, lines.view(), options);
  CHECK(max_deviation(gpu, lines.view(), options, mask.data()) ==
        max_deviation(cpu, lines.view(), options, mask.data()));
}

} // namespace

TEST_CASE_TEMPLATE("a small batch on a device: every metric and output", T, THRUSTLINE_EVERY_POINT_TYPE) {
  if (no_device("small batches"))
    return;
  using real = typename T::real;
  constexpr int dimensions = T::dimensions;
  batch<real, dimensions> lines = mixed_batch<real, dimensions>(12, 60, 7);
  lines.add(make<real, dimensions>("walk", 1100, 8)); // too long for the fused engine
  for (metric by : all_metrics)
    for (engine with : {engine::composed, engine::automatic})
      check_all_outputs(lines, simplify_options{}.tolerance(0.5).metric(by).engine(with));
  if (dimensions > 1)
    check_all_outputs(lines, simplify_options{}.tolerance(0.5).closed(true));

  lines.coordinates[3 * dimensions] = std::numeric_limits<real>::quiet_NaN();
  check_all_outputs(lines, simplify_options{}.tolerance(0.5).invalid(invalid::ignore).sentinel(0));
  CHECK_THROWS_AS(simplify_mask(executor::cuda(), lines.view(), simplify_options{}.tolerance(0.5)), invalid_argument);
}

TEST_CASE_TEMPLATE("significance of a small batch and its greatest on a device", T, THRUSTLINE_EVERY_POINT_TYPE) {
  if (no_device("significance of small batches"))
    return;
  using real = typename T::real;
  constexpr int dimensions = T::dimensions;
  batch<real, dimensions> lines = mixed_batch<real, dimensions>(12, 60, 9);
  lines.add(make<real, dimensions>("walk", 1100, 10));
  lines.add(make<real, dimensions>("integer noise", 700, 11));
  const executor cpu = executor::cpu(1), gpu = executor::cuda();
  for (metric by : all_metrics) {
    const auto options = simplify_options{}.tolerance(0).metric(by);
    CHECK(significance(gpu, lines.view(), options) == significance(cpu, lines.view(), options));
    keep_mask expected(static_cast<std::size_t>(lines.points())), got(expected.size());
    simplify_to_ratio(cpu, lines.view(), options, 0.4, expected.data());
    simplify_to_ratio(gpu, lines.view(), options, 0.4, got.data());
    CHECK(got == expected);
  }
}

// Boxes of two levels, and segments that the warps of a block search together.
TEST_CASE_TEMPLATE("a long line on a device", Real, float, double) {
  if (no_device("long lines"))
    return;
  batch<Real, 2> lines;
  lines.add(make<Real, 2>("walk", 40000, 5));
  for (metric by : all_metrics) {
    const auto options = simplify_options{}.tolerance(20).metric(by);
    const answer expected = reference(lines.view(), options), got = ask(executor::cuda(), lines.view(), options);
    CHECK(got.mask == expected.mask);
    CHECK(got.report.levels == expected.report.levels);
    CHECK(got.report.used == engine::bounded);
    CHECK(significance(executor::cuda(), lines.view(), options) ==
          significance(executor::cpu(1), lines.view(), options));
  }
}

// Noise that peels point by point: far more levels than a mark can hold, some on segments that are still long.
TEST_CASE("levels are counted beyond the range of the marks") {
  if (no_device("marks of levels"))
    return;
  batch<float, 1> lines;
  lines.add(make<float, 1>("integer noise", 1500, 3));
  lines.add(make<float, 1>("integer noise", 4000, 4));
  const auto options = simplify_options{}.tolerance(2).metric(metric::vertical);
  const answer expected = reference(lines.view(), options);
  CHECK(expected.report.levels > 100);
  const answer got = ask(executor::cuda(), lines.view(), options);
  CHECK(got.mask == expected.mask);
  CHECK(got.report.levels == expected.report.levels);
}
