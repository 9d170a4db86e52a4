// SPDX-License-Identifier: MIT
#include <array>
#include <cstdint>
#include <vector>

#include "compare.hpp"
#include "hard_lines.hpp"
#include "sanitized.hpp"

// Lines that return to the same places: their split trees are deep, and equal points tie at every level.
using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("lines that return to the same places equal the reference", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t n = sanitized ? 2000 : 6000;
  constexpr std::array<double, 4> tolerances{5e-6, 0.01, 1, 0.1};
  const auto lines = revisiting_lines<Real, D>(n);
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (metric by : all_metrics) {
      INFO("line ", k, ", metric ", to_string(by));
      polyline<Real, D> const line(lines[k].data(), n);
      auto const options = simplify_options{}.tolerance(tolerances[k]).metric(by);
      answer const expected = reference(line, options);
      for (executor const& on : executors()) {
        INFO("on ", on.name());
        answer const got = ask(on, line, simplify_options(options).engine(engine::bounded));
        CHECK(difference(got.mask, expected.mask) == "");
        CHECK(got.report.levels == expected.report.levels);
      }
    }
}
