// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

#include <doctest/doctest.h>

#include "simplify/flow/named_metric.hpp"

using namespace thrustline;

namespace {

template <class T>
bool same_bits(T const& a, T const& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Points on a small lattice, so that ends are often equal or above each other.
template <class Real, int D>
point<Real, D> lattice_point(std::mt19937& random) {
  point<Real, D> p{};
  for (int k = 0; k < D; ++k)
    p[k] = Real(static_cast<int>(random() % 5) - 2) / 3;
  return p;
}

template <class Metric, class Real, int D>
void check_named(metric name, unsigned seed) {
  CHECK(flow::named_metric(Metric{}).name == name);
  std::mt19937 random(seed);
  int differing = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto first = lattice_point<Real, D>(random), last = lattice_point<Real, D>(random),
               p = lattice_point<Real, D>(random), q = lattice_point<Real, D>(random);
    const std::int64_t steps = 2 + static_cast<std::int64_t>(random() % 9), step = 1 + round % (steps - 1);
    const Real tolerance = Real(random() % 7) / 5;
    const auto expected = Metric{}(first, last, steps);
    const auto named = flow::named_metric(name)(first, last, steps);
    box<Real, D> around{p, p};
    for (int k = 0; k < D; ++k) {
      around.low[k] = std::min(p[k], q[k]);
      around.high[k] = std::max(p[k], q[k]);
    }
    const interval<Real> inside{Real(1), static_cast<Real>(step)};
    const Real rank = expected.rank(p, static_cast<Real>(step));
    differing += !same_bits(named.rank(p, static_cast<Real>(step)), rank) +
                 !same_bits(named.rank(around, inside).low, expected.rank(around, inside).low) +
                 !same_bits(named.rank(around, inside).high, expected.rank(around, inside).high) +
                 !same_bits(named.harmless_rank(tolerance), expected.harmless_rank(tolerance)) +
                 !same_bits(named.distance(p, step), expected.distance(p, step)) +
                 (named.exceeds(rank, p, step, tolerance) != detail::exceeds(expected, rank, p, step, tolerance));
  }
  CHECK(differing == 0);
}

template <class Real, int D>
void check_all_names(unsigned seed) {
  CAPTURE(D);
  check_named<vertical_distance, Real, D>(metric::vertical, seed);
  check_named<line_distance, Real, D>(metric::line, seed);
  check_named<segment_distance, Real, D>(metric::segment, seed);
}

} // namespace

TEST_CASE_TEMPLATE("a named metric has the bits of the metric of that name", Real, float, double) {
  check_all_names<Real, 1>(1);
  check_all_names<Real, 2>(2);
  check_all_names<Real, 3>(3);
}

TEST_CASE("a named metric is great_ellipse for points on the Earth") {
  check_named<great_ellipse_distance, double, 3>(metric::great_ellipse, 4);
}
