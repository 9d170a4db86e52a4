// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"
#include "executors.hpp"
#include "generators.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// 20 tolerances: 0, values of the significance themselves, their neighbours, and others between.
template <class Real>
std::vector<double> telling_tolerances(std::vector<Real> const& values, double usual, random_numbers& numbers) {
  std::vector<double> tolerances{0, usual, 1e3 * usual};
  while (tolerances.size() < 20) {
    const Real value = values[static_cast<std::size_t>(numbers.below(static_cast<std::int64_t>(values.size())))];
    if (!(value > 0) || std::isinf(value)) {
      tolerances.push_back(4 * usual * numbers.uniform());
      continue;
    }
    tolerances.push_back(static_cast<double>(value));
    tolerances.push_back(static_cast<double>(std::nextafter(value, Real(0))));
    tolerances.push_back(static_cast<double>(std::nextafter(value, std::numeric_limits<Real>::infinity())));
  }
  return tolerances;
}

template <class Real>
keep_mask greater(std::vector<Real> const& values, double tolerance) {
  keep_mask mask;
  for (Real value : values)
    mask.push_back(value > static_cast<Real>(tolerance));
  return mask;
}

/// Checks that every executor gives these values and the same report; returns the report.
template <class Real, int D>
simplify_report check_every_executor(polylines<Real, D> const& lines, simplify_options const& options,
                                     std::vector<Real> const& values) {
  simplify_report first;
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    std::vector<Real> got(values.size(), Real(-1));
    const simplify_report report = significance(on, lines, options, got.data());
    const std::size_t differs =
        static_cast<std::size_t>(std::mismatch(got.begin(), got.end(), values.begin()).first - got.begin());
    INFO("first difference at ", differs, " of ", values.size());
    CHECK(differs == values.size());
    CHECK(report.points == lines.points);
    CHECK(report.kept == std::count_if(values.begin(), values.end(), [](Real value) { return value > 0; }));
    CHECK(report.used == engine::bounded);
    if (&on != &executors().front())
      CHECK(report.levels == first.levels);
    else
      first = report;
  }
  return first;
}

/// Compares thresholds of the significance with engine `recursive` at each tolerance.
template <class Real, int D>
void check_thresholds(polylines<Real, D> const& lines, simplify_options options, double usual,
                      random_numbers& numbers) {
  const std::vector<Real> values = significance(executor::cpu(1), lines, options.tolerance(0));
  const simplify_report report = check_every_executor(lines, options, values);
  if (values.empty())
    return;
  CHECK(report.levels == reference(lines, options).report.levels);
  for (double tolerance : telling_tolerances(values, usual, numbers)) {
    INFO("tolerance ", tolerance);
    CHECK(difference(greater(values, tolerance), reference(lines, options.tolerance(tolerance)).mask) == "");
  }
  // With a least tolerance the values are the same, or 0 below it.
  std::vector<Real> expected = values;
  for (Real& value : expected)
    value = value > static_cast<Real>(usual) ? value : Real(0);
  check_every_executor(lines, options.tolerance(usual), expected);
}

/// The points in the order in which a count takes them.
template <class Real>
std::vector<std::int64_t> by_significance(std::vector<Real> const& values) {
  std::vector<std::int64_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return values[static_cast<std::size_t>(a)] > values[static_cast<std::size_t>(b)];
  });
  return order;
}

template <class Real>
keep_mask most_significant(std::vector<Real> const& values, std::int64_t count) {
  keep_mask mask(values.size());
  for (std::int64_t i : by_significance(values)) {
    const Real value = values[static_cast<std::size_t>(i)];
    if ((count-- > 0 && value > 0) || std::isinf(value))
      mask[static_cast<std::size_t>(i)] = 1;
  }
  return mask;
}

} // namespace

TEST_CASE_TEMPLATE("a threshold of the significance equals simplify", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(61);
  for_each_kind<Real, D>(
      sanitized ? 1100 : 3000, sanitized ? 100 : 200, 62, [&](kind const& of, std::vector<Real> const& points) {
        const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
        for (metric name : all_metrics)
          for (bool closed : {false, true}) {
            if (closed && D == 1)
              continue;
            INFO(of.name, ", metric ", to_string(name), ", closed ", closed);
            check_thresholds(line, simplify_options{}.metric(name).closed(closed), of.tolerance, numbers);
          }
      });
}

TEST_CASE_TEMPLATE("significance of batches with absent points", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(63);
  for (metric name : all_metrics) {
    batch<Real, D> lines = mixed_batch<Real, D>(40, 900, numbers.next());
    for (Real& x : lines.coordinates)
      if (numbers.below(30) == 0)
        x = numbers.below(2) ? Real(-7) : std::numeric_limits<Real>::quiet_NaN();
    INFO("metric ", to_string(name));
    check_thresholds(lines.view(), simplify_options{}.metric(name).invalid(invalid::ignore).sentinel(-7), 1.5, numbers);
  }
}

// Boxes of several levels, teams and queues, and more levels than the marks of the long segments can hold.
TEST_CASE_TEMPLATE("significance of long lines agrees on every executor", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(69);
  batch<Real, D> lines;
  lines.add(make<Real, D>("walk", D == 2 && !sanitized ? 120000 : 30000, numbers.next()));
  for (std::int64_t n : {0, 2, 40, 1, 513, 514, 1025, 0})
    lines.add(make<Real, D>("smooth", n, numbers.next()));
  lines.add(make<Real, D>("integer noise", 3000, numbers.next()));
  for (metric name : all_metrics)
    for (double tolerance : {0.0, 2.0}) {
      INFO("metric ", to_string(name), ", tolerance ", tolerance);
      const auto options = simplify_options{}.metric(name).tolerance(tolerance);
      const std::vector<Real> values = significance(executor::cpu(1), lines.view(), options);
      CHECK(check_every_executor(lines.view(), options, values).levels > (D == 1 ? 255 : 20));
      CHECK(difference(greater(values, tolerance), reference(lines.view(), options).mask) == "");
    }
}

TEST_CASE_TEMPLATE("significance of batches of the smallest series", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (std::int64_t series : {0, 1, 2, 100})
    for (std::int64_t size : {0, 1, 2}) {
      INFO(series, " series of ", size);
      const batch<Real, D> lines = equal_walks<Real, D>(series, size);
      const std::vector<Real> ends(static_cast<std::size_t>(series * size), std::numeric_limits<Real>::infinity());
      const simplify_report report = check_every_executor(lines.view(), simplify_options{}.tolerance(0), ends);
      CHECK(report.levels == reference(lines.view(), simplify_options{}.tolerance(0)).report.levels);
    }
}

TEST_CASE("significance of a line computed by hand") {
  // The cut at 3 is 4 from the chord; left of it point 1 is 1.5 from its own chord; right of it point 5 is 6 away, but
  // is not reached before 3.
  const std::vector<double> xy{0, 0, 1, 0, 2, 3, 3, 4, 4, 1, 5, -3, 6, 0};
  const polyline<double, 2> line(xy.data(), 7);
  const auto options = simplify_options{}.tolerance(0).metric(metric::vertical);
  const std::vector<double> values = significance(executor::cpu(1), line, options);
  CHECK(values[0] == infinity);
  CHECK(values[6] == infinity);
  CHECK(values[3] == 4);
  CHECK(values[5] == 4);
  CHECK(values[1] == doctest::Approx(4.0 / 3));
  CHECK(values[2] == doctest::Approx(1));
  CHECK(values[4] == doctest::Approx(0.5));
  const simplify_report report = significance(executor::cpu(1), line, options, std::vector<double>(7).data());
  CHECK(report.kept == 7);
  CHECK(report.points == 7);
  CHECK(report.levels == 3);
  CHECK(report.used == engine::bounded);
}

TEST_CASE("the series' tolerances bound the significance from below") {
  batch<double, 2> lines;
  lines.add(make<double, 2>("walk", 500, 64));
  lines.add(make<double, 2>("smooth", 700, 65));
  const std::vector<double> tolerances{3, 0};
  const std::vector<double> values =
      significance(executor::cpu(1), lines.view(), simplify_options{}.tolerances(tolerances.data(), 2));
  for (std::int64_t s : {0, 1}) {
    const std::vector<double> one =
        significance(executor::cpu(1), lines.view(s), simplify_options{}.tolerance(tolerances[s]));
    CHECK(std::equal(one.begin(), one.end(), values.begin() + lines.offsets[s]));
  }
}

TEST_CASE_TEMPLATE("a count keeps the most significant points", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    std::int64_t ties = 0;
    for (const std::string name : {"walk", "integer noise", "ties", "all equal", "plateaus"}) {
      batch<Real, D> lines;
      for (std::int64_t n : {300, 0, 1, 2, 3, 200})
        lines.add(make<Real, D>(name, n, 66));
      const auto options = simplify_options{}.tolerance(0).metric(metric::vertical);
      const std::vector<Real> values = significance(on, lines.view(), options);
      for (std::int64_t count : {0, 3, 9, 10, 11, 12, 20, 50, 100, 250, 500, 506, 100000}) {
        INFO(name, ", count ", count);
        keep_mask mask(values.size(), 0xee);
        const simplify_to_count_report report = simplify_to_count(on, lines.view(), options, count, mask.data());
        const keep_mask expected = most_significant(values, count);
        CHECK(difference(mask, expected) == "");
        CHECK(report.kept == std::count(expected.begin(), expected.end(), 1));
        CHECK(report.points == lines.points());
        CHECK(report.asked == count);
        CHECK(report.used == engine::bounded);
        CHECK(report.kept <= std::max<std::int64_t>(count, 9)); // 9 ends
        const keep_mask at_tolerance =
            reference(lines.view(), simplify_options(options).tolerance(report.equal_tolerance)).mask;
        for (std::size_t i = 0; i < values.size(); ++i)
          if (mask[i] != at_tolerance[i])
            REQUIRE((mask[i] == 1 && static_cast<double>(values[i]) == report.equal_tolerance));
        for (std::size_t i = 0; i < values.size(); ++i) // a dropped point that is as significant as a kept one
          for (std::size_t k = 0; k < i && i < 200; ++k)
            ties += mask[i] < mask[k] && values[i] == values[k];
      }
      for (double ratio : {0.0, 0.1, 0.25, 1.0}) {
        keep_mask by_ratio(values.size()), by_count(values.size());
        const auto count = static_cast<std::int64_t>(std::ceil(ratio * static_cast<double>(values.size())));
        CHECK(simplify_to_ratio(on, lines.view(), options, ratio, by_ratio.data()).asked == count);
        simplify_to_count(on, lines.view(), options, count, by_count.data());
        CHECK(difference(by_ratio, by_count) == "");
      }
      keep_mask above(values.size());
      simplify_to_count(on, lines.view(), simplify_options(options).tolerance(1.5), 100000, above.data());
      CHECK(difference(above, reference(lines.view(), simplify_options(options).tolerance(1.5)).mask) == "");
    }
    CHECK(ties > 0);
  }
}

TEST_CASE("the count of a ratio is the least whose share reaches it") {
  for (std::int64_t n : {1, 3, 49, 100, 1000})
    for (std::int64_t k = 0; k <= n; ++k)
      CHECK(count_of_ratio(static_cast<double>(k) / static_cast<double>(n), n) == k);
  CHECK(count_of_ratio(0.07, 100) == 7);
  CHECK(count_of_ratio(std::nextafter(0.07, 1), 100) == 8);
  CHECK(count_of_ratio(0.5, 0) == 0);
  CHECK_THROWS_WITH_AS(count_of_ratio(1.5, 10), "ratio: must be 0 to 1, is 1.5", invalid_argument);
  CHECK_THROWS_AS(count_of_ratio(std::nan(""), 10), invalid_argument);
  CHECK_THROWS_WITH_AS(count_of_ratio(0.5, -1), "points: must be >= 0, is -1", invalid_argument);
}

TEST_CASE("a ratio of k / n keeps k of n points") {
  for (std::int64_t n : {2, 3, 7, 10, 25, 49, 100, sanitized ? 200 : 365, sanitized ? 365 : 1000}) {
    const std::vector<double> walk = make<double, 2>("walk", n, 68);
    keep_mask mask(static_cast<std::size_t>(n));
    const auto kept = [&](double ratio) {
      const polyline<double, 2> line(walk.data(), n);
      return simplify_to_ratio(executor::cpu(1), line, simplify_options{}.tolerance(0), ratio, mask.data()).kept;
    };
    const auto with_ends = [](std::int64_t count) { return std::max<std::int64_t>(count, 2); };
    for (std::int64_t k = 0; k <= n; ++k) {
      INFO(k, " of ", n);
      const double ratio = static_cast<double>(k) / static_cast<double>(n);
      CHECK(kept(ratio) == with_ends(k));
      if (k > 0)
        CHECK(kept(std::nextafter(ratio, 0)) == with_ends(k));
      if (k < n)
        CHECK(kept(std::nextafter(ratio, 1)) == with_ends(k + 1));
    }
  }
}

TEST_CASE_TEMPLATE("a count of no points keeps nothing", Real, float, double) {
  for (executor const& on : executors()) {
    const polyline<Real, 2> nothing(nullptr, 0);
    const simplify_to_count_report report =
        simplify_to_count(on, nothing, simplify_options{}.tolerance(0.25), 5, nullptr);
    CHECK(report.kept == 0);
    CHECK(report.equal_tolerance == 0.25);
  }
}

TEST_CASE("significance refuses bad arguments") {
  std::vector<float> points = make<float, 2>("walk", 1000, 67);
  const polyline<float, 2> line(points.data(), 1000);
  for (executor const& on : executors()) {
    std::vector<float> values(1000);
    keep_mask mask(1000);
    const auto options = simplify_options{}.tolerance(0);
    check_refused([&] { significance(on, line, simplify_options{}, values.data()); }, "tolerance", "nan");
    check_refused([&] { significance(on, line, simplify_options{}.tolerance(-1), values.data()); }, "tolerance", "-1");
    check_refused([&] { significance(on, line, options, static_cast<float*>(nullptr)); }, "values", "1000");
    for (engine with : {engine::recursive, engine::composed, engine::fused})
      check_refused([&] { significance(on, line, simplify_options(options).engine(with), values.data()); }, "engine",
                    "bounded");
    check_refused([&] { simplify_to_count(on, line, options, -1, mask.data()); }, "count", "-1");
    check_refused([&] { simplify_to_count(on, line, options, 5, nullptr); }, "keep_mask", "null");
    for (double ratio : {-0.1, 1.1, std::nan("")})
      check_refused([&] { simplify_to_ratio(on, line, options, ratio, mask.data()); }, "ratio", "0 to 1");
    const float good = points[1001];
    points[1001] = std::nanf("");
    check_refused([&] { significance(on, line, options, values.data()); }, "coordinates", "point 500 ");
    points[1001] = good;
  }
}
