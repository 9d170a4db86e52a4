// SPDX-License-Identifier: MIT
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"

/// Generators of rapidcheck for the laws, with printers for counterexamples.
namespace thrustline::test {

/// A series on a coarse grid: repeated points, ties and straight runs are common, and it shrinks to few points.
template <class Real, int D>
struct grid_line {
  std::vector<Real> coordinates;

  std::int64_t points() const { return static_cast<std::int64_t>(coordinates.size()) / D; }
  polyline<Real, D> view() const { return {coordinates.data(), points()}; }
};

template <class Real, int D>
std::ostream& operator<<(std::ostream& out, grid_line<Real, D> const& line) {
  for (std::int64_t i = 0; i < line.points(); ++i) {
    out << (i ? " (" : "(") << line.coordinates[i * D];
    for (int d = 1; d < D; ++d)
      out << ", " << line.coordinates[i * D + d];
    out << ")";
  }
  return out;
}

/// A tolerance: 0, a quarter of a whole number (so that equality with a distance is common), or any.
inline rc::Gen<double> tolerances() {
  return rc::gen::oneOf(rc::gen::just(0.0), rc::gen::map(rc::gen::inRange(1, 40), [](int q) { return q / 4.0; }),
                        rc::gen::map(rc::gen::inRange(1, 1000000), [](int q) { return q * 1e-5; }));
}

inline rc::Gen<metric> metrics() { return rc::gen::element(metric::vertical, metric::line, metric::segment); }

inline rc::Gen<engine> engines() {
  return rc::gen::element(engine::automatic, engine::recursive, engine::composed, engine::bounded);
}

/// Checks a law on every executor; an engine that it does not have becomes automatic.
template <class F>
bool on_every_executor(engine with, F f) {
  for (executor const& on : executors())
    f(on, runs(on, with) ? with : engine::automatic);
  return true;
}

} // namespace thrustline::test

namespace rc {

template <class Real, int D>
struct Arbitrary<thrustline::test::grid_line<Real, D>> {
  using line = thrustline::test::grid_line<Real, D>;
  static Gen<line> arbitrary() {
    return gen::map(gen::container<std::vector<int>>(gen::inRange(-6, 7)), [](std::vector<int> values) {
      values.resize(values.size() / D * D);
      return line{{values.begin(), values.end()}};
    });
  }
};

template <>
struct Arbitrary<thrustline::metric> {
  static Gen<thrustline::metric> arbitrary() { return thrustline::test::metrics(); }
};

template <>
struct Arbitrary<thrustline::engine> {
  static Gen<thrustline::engine> arbitrary() { return thrustline::test::engines(); }
};

} // namespace rc
