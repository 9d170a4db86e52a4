// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

#include <thrustline/simplify.hpp>

#include "executors.hpp"
#include "masks.hpp"

namespace thrustline::test {

/// A type parameter of TEST_CASE_TEMPLATE.
template <class Real, int D>
struct points_of {
  using real = Real;
  static constexpr int dimensions = D;
};

#if defined(__SANITIZE_ADDRESS__)
// Each dimension and either width of lanes once: all six take too long where every access is checked.
#define THRUSTLINE_EVERY_POINT_TYPE                                                                                    \
  ::thrustline::test::points_of<float, 1>, ::thrustline::test::points_of<double, 2>,                                   \
      ::thrustline::test::points_of<float, 3>
#else
#define THRUSTLINE_EVERY_POINT_TYPE                                                                                    \
  ::thrustline::test::points_of<float, 1>, ::thrustline::test::points_of<float, 2>,                                    \
      ::thrustline::test::points_of<float, 3>, ::thrustline::test::points_of<double, 1>,                               \
      ::thrustline::test::points_of<double, 2>, ::thrustline::test::points_of<double, 3>
#endif

struct answer {
  keep_mask mask;
  simplify_report report;
};

template <class Real, int D>
answer ask(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  answer got{keep_mask(static_cast<std::size_t>(lines.points), std::uint8_t{0xee}), {}};
  got.report = simplify(on, lines, options, got.mask.data());
  return got;
}

/// The reference: engine `recursive` on one core.
template <class Real, int D>
answer reference(polylines<Real, D> const& lines, simplify_options options) {
  return ask(executor::cpu(1), lines, options.engine(engine::recursive));
}

/// Whether engine `fused` takes all series.
template <class Real, int D>
bool fits_fused(polylines<Real, D> const& lines) {
  std::int64_t longest = lines.offsets ? 0 : lines.points;
  for (std::int64_t s = 0; lines.offsets && s < lines.series; ++s)
    longest = std::max(longest, lines.offsets[s + 1] - lines.offsets[s]);
  return longest <= 1024;
}

/// Checks the mask and the report of every engine on every executor.
template <class Real, int D>
void check_every_engine(polylines<Real, D> const& lines, simplify_options options, answer const& expected) {
  const auto check = [&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    const answer got = ask(on, lines, options.engine(with));
    CHECK(difference(got.mask, expected.mask) == "");
    CHECK(got.report.points == lines.points);
    CHECK(got.report.kept == expected.report.kept);
    CHECK(got.report.segments == expected.report.segments);
    CHECK(got.report.levels == expected.report.levels);
    CHECK(got.report.used != engine::automatic);
    if (with != engine::automatic)
      CHECK(got.report.used == with);
  };
  for_each_engine(check);
  if (fits_fused(lines))
    for (executor const& on : executors())
      check(on, engine::fused);
}

} // namespace thrustline::test
