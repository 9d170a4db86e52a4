// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"
#include "executors.hpp"
#include "generators.hpp"
#include "hard_lines.hpp"
#include "sanitized.hpp"

// Engine `bounded` where its parts meet: boxes of several levels, runs of boxes without valid points, ties between
// boxes, coordinates at both ends of the range. It is compared with engine `recursive` alone.
using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Checks against engine `recursive` on one core, two cores and a device; or on the first few of these.
template <class Real, int D>
std::string disagreement(polylines<Real, D> const& lines, simplify_options options, std::size_t most_executors = 3) {
  const answer expected = reference(lines, options);
  for (std::size_t k = 0; k < std::min(most_executors, executors().size()); ++k) {
    const answer got = ask(executors()[k], lines, options.engine(engine::bounded));
    if (const std::string found = difference(got.mask, expected.mask); !found.empty())
      return found;
    if (got.report.levels != expected.report.levels || got.report.used != engine::bounded)
      return "another number of levels, or another engine";
  }
  return {};
}

/// Points with few different coordinates and runs of equal points, times `scale`.
template <class Real, int D>
std::vector<Real> quantised(std::int64_t n, double scale, random_numbers& numbers) {
  std::vector<Real> points(static_cast<std::size_t>(n * D));
  const std::int64_t values = 2 + numbers.below(9), repeats = 1 + numbers.below(4);
  const bool walks = numbers.below(2) == 0;
  std::int64_t at[3] = {};
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < D; ++d) {
      if (numbers.below(repeats) == 0)
        at[d] = walks ? at[d] + numbers.below(3) - 1 : numbers.below(values);
      points[static_cast<std::size_t>(i * D + d)] = static_cast<Real>(static_cast<double>(at[d]) * scale);
    }
  return points;
}

metric any_metric(random_numbers& numbers) { return all_metrics[numbers.below(3)]; }

} // namespace

TEST_CASE_TEMPLATE("boxes of several levels work on every kind of data", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(D == 2 ? 17000 : 5000, 600, 51, [](kind const& of, std::vector<Real> const& points) {
    const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
    for (double tolerance : {of.tolerance, 20 * of.tolerance})
      for (metric name : all_metrics) {
        INFO(of.name, ", tolerance ", tolerance, ", metric ", to_string(name));
        const auto options = simplify_options{}.tolerance(tolerance).metric(name);
        CHECK(disagreement(line, options) == "");
        if (D > 1 && name == metric::segment)
          CHECK(disagreement(line, simplify_options(options).closed(true), 1) == "");
      }
  });
}

TEST_CASE_TEMPLATE("a long walk with boxes of four levels", T, points_of<double, 1>, points_of<float, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t n = sanitized ? 100000 : 300000;
  const std::vector<Real> points = make<Real, D>("walk", n, 58);
  for (double tolerance : {1.0, 60.0})
    CHECK(disagreement(polyline<Real, D>(points.data(), n), simplify_options{}.tolerance(tolerance)) == "");
}

TEST_CASE_TEMPLATE("steps under a falling line have many short segments", T, points_of<float, 1>,
                   points_of<double, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (std::int64_t n : {20001, 100000}) {
    std::vector<Real> points;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t j = i % 2000;
      const bool is_end = j == 0 || i == n - 1;
      for (int d = 0; d + 1 < D; ++d)
        points.push_back(static_cast<Real>(i));
      points.push_back(static_cast<Real>(is_end ? 1e4 : (j / 8 % 2 ? -0.1 : 0.1) * static_cast<double>(2100 - j)));
    }
    INFO("points ", n);
    CHECK(disagreement(polyline<Real, D>(points.data(), n), simplify_options{}.tolerance(2)) == "");
  }
}

// In half of the batches one series is long: then a device runs none of them by the kernel of `fused`, and a CPU has
// segments that it searches by their boxes.
TEST_CASE_TEMPLATE("100,000 small series with many ties equal the reference", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(52);
  constexpr int groups = sanitized ? 20 : 170; // groups of 100 small series, for each of the six types
  for (int group = 0; group < groups; ++group) {
    batch<Real, D> lines;
    std::vector<double> tolerances;
    for (int s = 0; s < 100; ++s) {
      lines.add(quantised<Real, D>(numbers.below(s % 10 ? 24 : 90), 1, numbers));
      tolerances.push_back(static_cast<double>(numbers.below(17)) / 4);
    }
    if (group % 2 == 0) {
      std::vector<Real> points = quantised<Real, D>(1100 + numbers.below(400), 1, numbers);
      std::fill_n(points.begin(), D, Real(3)); // ends that are valid, as no sentinel below
      std::fill_n(points.end() - D, D, Real(3));
      lines.add(points);
      tolerances.push_back(static_cast<double>(numbers.below(17)) / 4);
    }
    const auto options = simplify_options{}
                             .tolerances(tolerances.data(), lines.series())
                             .metric(any_metric(numbers))
                             .invalid(invalid::ignore);
    INFO("group ", group);
    CHECK(disagreement(lines.view(), simplify_options(options).sentinel(group % 3)) == "");
  }
}

TEST_CASE_TEMPLATE("ties between boxes go to the lowest index", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(53);
  for (int i = 0; i < (sanitized ? 100 : 300); ++i) {
    const std::vector<Real> points = quantised<Real, D>(250 + numbers.below(1200), 1, numbers);
    const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
    INFO("case ", i);
    CHECK(disagreement(
              line,
              simplify_options{}.tolerance(static_cast<double>(numbers.below(13)) / 4).metric(any_metric(numbers))) ==
          "");
  }
}

TEST_CASE_TEMPLATE("the largest and smallest coordinates keep bounds valid", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  using limits = std::numeric_limits<Real>;
  constexpr int D = T::dimensions;
  random_numbers numbers(54);
  for (double scale : {static_cast<double>(limits::max()) / 64, static_cast<double>(limits::max()) / 4e9,
                       std::sqrt(static_cast<double>(limits::max())), std::sqrt(static_cast<double>(limits::min())),
                       static_cast<double>(limits::min()), static_cast<double>(limits::denorm_min())})
    for (int i = 0; i < 40; ++i) {
      std::vector<Real> points = quantised<Real, D>(3 + numbers.below(700), scale, numbers);
      for (Real& x : points) // what a walk takes past the largest valid value
        x = std::abs(x) <= limits::max() / 4 ? x : limits::max() / 4;
      const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
      const double tolerance = i % 4 == 0 ? 0 : i % 4 == 1 ? limits::infinity() : scale * numbers.uniform() * 4;
      INFO("scale ", scale, ", case ", i);
      CHECK(disagreement(line, simplify_options{}.tolerance(tolerance).metric(any_metric(numbers))) == "");
    }
}

TEST_CASE_TEMPLATE("long runs without valid points equal the reference", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(55);
  for (int i = 0; i < (sanitized ? 6 : 20); ++i) {
    std::vector<Real> points = make<Real, D>("walk", 20000, numbers.next());
    for (std::int64_t at = 0; at < 20000; at += 1 + numbers.below(1500))
      for (std::int64_t n = numbers.below(900); n > 0 && at < 20000; --n, ++at)
        points[static_cast<std::size_t>(at * D + numbers.below(D))] =
            n % 3 ? std::numeric_limits<Real>::quiet_NaN() : Real(-99);
    const auto options =
        simplify_options{}.tolerance(3).metric(any_metric(numbers)).invalid(invalid::ignore).sentinel(-99);
    INFO("case ", i);
    CHECK(disagreement(polyline<Real, D>(points.data(), 20000), options) == "");
  }
}

TEST_CASE_TEMPLATE("an invalid point anywhere in a box is named by its index", Real, float, double) {
  const std::vector<Real> good = make<Real, 2>("walk", 5000, 56);
  for (Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                   -std::numeric_limits<Real>::infinity(), -std::numeric_limits<Real>::max()})
    for (std::int64_t i : {0, 1, 15, 16, 2047, 4992, 4999}) {
      std::vector<Real> points = good;
      points[static_cast<std::size_t>(2 * i + i % 2)] = bad;
      std::string said = "no exception";
      try {
        ask(executor::cpu(1), polyline<Real, 2>(points.data(), 5000),
            simplify_options{}.tolerance(1).engine(engine::bounded));
      } catch (invalid_argument const& error) {
        said = error.what();
      }
      CHECK(said.find("point " + std::to_string(i) + " ") != std::string::npos);
    }
}

// Teeth of few heights, on a slope: the bounds of nearly all boxes are above the greatest rank, and many points share
// it. Which of them is first decides where later cuts lie.
TEST_CASE_TEMPLATE("combs, whose boxes all must be searched", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(59);
  for (std::int64_t n : {300, sanitized ? 700 : 1025, sanitized ? 1025 : 5001})
    for (std::int64_t heights : {2, 4}) // with the second, many points are dropped
      for (bool some_invalid : {false, true}) {
        std::vector<Real> points = graph_of<Real, D>(
            n, [&](std::int64_t i) { return i % (n - 1) == 0 ? i : i + 32 * (i % 2) * numbers.below(heights); });
        for (std::int64_t i = 2; some_invalid && i < n - 2; i += 1 + numbers.below(40))
          points[static_cast<std::size_t>(i * D + D - 1)] = i % 2 ? std::numeric_limits<Real>::quiet_NaN() : Real(-1e6);
        const polyline<Real, D> line(points.data(), n);
        for (metric name : all_metrics)
          for (double tolerance : {1.0, 40.0}) {
            INFO("points ", n, ", heights ", heights, ", invalid ", some_invalid, ", metric ", to_string(name));
            auto options = simplify_options{}.tolerance(tolerance).metric(name);
            if (some_invalid)
              options.invalid(invalid::ignore).sentinel(-1e6);
            CHECK(disagreement(line, options) == "");
          }
      }
}

TEST_CASE("deep trees need no more memory or stack") {
  for (const std::string name : {"integer noise", "binary noise", "square wave", "ties"}) {
    INFO(name);
    constexpr std::int64_t n = sanitized ? 2000 : 8000;
    const std::vector<double> values = make<double, 1>(name, n, 57);
    CHECK(disagreement(series<double>(values.data(), n),
                       simplify_options{}.tolerance(find_kind(name).tolerance).metric(metric::vertical)) == "");
  }
  std::vector<double> growing(2000), comb(sanitized ? 4000 : 40000), shrinking(18000);
  for (std::size_t i = 0; i < shrinking.size(); ++i) // each split cuts off one point: tasks of nearly all the rest
    shrinking[i] = (i % 2 ? 1e-3 : -1e-3) * static_cast<double>(shrinking.size() - i);
  constexpr double enough = sanitized ? 16 : 1; // as many cuts of large tasks, fewer of small ones
  CHECK(disagreement(series<double>(shrinking.data(), 18000),
                     simplify_options{}.tolerance(enough).metric(metric::vertical)) == "");
  for (std::size_t i = 0; i < growing.size(); ++i)
    growing[i] = std::ldexp(i % 2 ? -1.0 : 1.0, static_cast<int>(i / 2) - 500);
  for (std::size_t i = 0; i < comb.size(); i += 2) {
    comb[i] = static_cast<double>(i / 8);
    comb[i + 1] = i / 2 % 4 == 1 || i / 2 % 4 == 2 ? 1000 : 0;
  }
  for (metric name : all_metrics)
    for (double tolerance : {0.0, 1.0, 500.0}) {
      INFO("metric ", to_string(name), ", tolerance ", tolerance);
      CHECK(disagreement(series<double>(growing.data(), 2000), simplify_options{}.tolerance(tolerance).metric(name)) ==
            "");
      CHECK(disagreement(polyline<double, 2>(comb.data(), static_cast<std::int64_t>(comb.size()) / 2),
                         simplify_options{}.tolerance(tolerance).metric(name)) == "");
    }
}
