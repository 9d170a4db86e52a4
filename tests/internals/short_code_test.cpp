// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include "core/cpu/wide_vectors.hpp"
#include "executors.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Makes processors with AVX2 run the code of those without.
struct short_code {
  short_code() { cpu::without_wide_vectors = true; }
  ~short_code() { cpu::without_wide_vectors = false; }
};

template <class Real, int D>
void check_same(metric by, double tolerance) {
  constexpr std::int64_t count = 20000;
  random_numbers numbers(17);
  std::vector<Real> coordinates(D * count);
  for (std::size_t i = 0; i < coordinates.size(); ++i) // lattice points: ties abound
    coordinates[i] = static_cast<Real>(numbers.below(9)) + (i < D ? Real(0) : coordinates[i - D] - Real(4));
  const polyline<Real, D> line(coordinates.data(), count);
  const auto options = simplify_options{}.metric(by).tolerance(tolerance).engine(engine::bounded);
  const executor on = executor::cpu(1);
  const std::vector<std::uint8_t> mask = simplify_mask(on, line, options);
  const std::vector<Real> values = significance(on, line, options);
  const short_code now;
  CHECK(simplify_mask(on, line, options) == mask);
  CHECK(significance(on, line, options) == values);
}

} // namespace

TEST_CASE_TEMPLATE("processors without AVX2 get the same masks and significances", Real, float, double) {
  for (metric by : all_metrics)
    for (double tolerance : {0.5, 3.0, 40.0}) {
      check_same<Real, 1>(by, tolerance);
      check_same<Real, 2>(by, tolerance);
      check_same<Real, 3>(by, tolerance);
    }
}
