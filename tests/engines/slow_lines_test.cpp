// SPDX-License-Identifier: MIT
#include <cstdint>
#include <ctime>
#include <limits>
#include <vector>

#include "compare.hpp"
#include "no_device.hpp"
#include "sanitized.hpp"

#include <slow_lines.hpp>

// The slowest lines that are known: long enough that searches by the convex hulls of boxes take over.
using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("slow lines give the mask of engine recursive") {
  for (made::slow_line const& line : made::slow_lines())
    for (std::int64_t n : {std::int64_t(1500), std::int64_t(sanitized ? 4200 : 20000)})
      for (metric by : {line.recipe.by, metric::line}) {
        if (sanitized && (n > 1500) != (by == metric::line)) // the case below has long lines by their own metric
          continue;
        INFO(line.name, ", ", n, " points, ", to_string(by));
        const std::vector<double> xy = made_line(line.recipe, n);
        const auto check = [&](auto const& lines) {
          const auto options = simplify_options{}.tolerance(line.recipe.tolerance).metric(by);
          const answer expected = reference(lines, options);
          for (executor const& on : executors()) {
            INFO("on ", on.name());
            const answer got = ask(on, lines, simplify_options(options).engine(engine::bounded));
            CHECK(difference(got.mask, expected.mask) == "");
            CHECK(got.report.levels == expected.report.levels);
          }
        };
        check(polyline<double, 2>(xy.data(), n));
        if (sanitized) // the case below has floats, too
          continue;
        const std::vector<float> rounded(xy.begin(), xy.end());
        check(polyline<float, 2>(rounded.data(), n));
      }
}

namespace {

/// A ramp of n values in steps of 4. Its split tree has n / 2 levels in double.
template <class Real>
std::vector<Real> make_stairs(std::int64_t n) {
  std::vector<Real> values(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    values[static_cast<std::size_t>(i)] = static_cast<Real>(i / 4 * 4);
  return values;
}

/// Processor seconds of a call on one thread.
double seconds_of(polyline<double, 1> const& values, simplify_options const& options) {
  const std::clock_t begin = std::clock();
  ask(executor::cpu(1), values, options);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

} // namespace

TEST_CASE_TEMPLATE("stairs of values give the mask of engine recursive", Real, float, double) {
  constexpr std::int64_t n = sanitized ? 6000 : 20000;
  std::vector<Real> values = make_stairs<Real>(n);
  const auto check = [&](simplify_options const& options) {
    const polyline<Real, 1> stairs(values.data(), n);
    const answer expected = reference(stairs, options);
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      const answer got = ask(on, stairs, simplify_options(options).engine(engine::bounded));
      CHECK(difference(got.mask, expected.mask) == "");
      CHECK(got.report.levels == expected.report.levels);
    }
  };
  for (metric by : {metric::vertical, metric::line, metric::segment})
    check(simplify_options{}.tolerance(.5).metric(by));
  for (std::size_t i = 20; i < values.size(); i += i % 4000 < 1000 ? 22 : 402)
    values[i] = std::numeric_limits<Real>::quiet_NaN();
  for (metric by : {metric::vertical, metric::segment})
    check(simplify_options{}.tolerance(.5).metric(by).invalid(invalid::ignore));
}

TEST_CASE("hulls make stairs of values fast" * doctest::skip(sanitized)) {
  constexpr std::int64_t n = 40000;
  const std::vector<double> values = make_stairs<double>(n);
  const polyline<double, 1> stairs(values.data(), n);
  const auto options = simplify_options{}.tolerance(.5).metric(metric::vertical);
  const double recursive = seconds_of(stairs, simplify_options(options).engine(engine::recursive));
  const double bounded = seconds_of(stairs, simplify_options(options).engine(engine::bounded));
  CHECK(4 * bounded < recursive); // 16 times as fast; without hulls it is slower
}

// Some hulls leave out points that recur. Those in front of the first equal one, and absent ones, are the hard part.
TEST_CASE_TEMPLATE("slow lines with invalid points give the reference's mask", Real, float, double) {
  constexpr std::int64_t n = sanitized ? 4200 : 12000;
  for (made::slow_line const& line : made::slow_lines()) {
    INFO(line.name);
    const std::vector<double> xy = made_line(line.recipe, n);
    std::vector<Real> points(xy.begin(), xy.end());
    for (std::size_t i = 20; i + 2 < points.size(); i += i % 4000 < 1000 ? 22 : 402)
      points[i] = i % 4 ? std::numeric_limits<Real>::quiet_NaN() : Real(-99);
    const auto options = simplify_options{}
                             .tolerance(line.recipe.tolerance)
                             .metric(line.recipe.by)
                             .invalid(invalid::ignore)
                             .sentinel(-99);
    const polyline<Real, 2> all(points.data(), n);
    const answer expected = reference(all, options);
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      const answer got = ask(on, all, simplify_options(options).engine(engine::bounded));
      CHECK(difference(got.mask, expected.mask) == "");
      CHECK(got.report.levels == expected.report.levels);
    }
  }
}
