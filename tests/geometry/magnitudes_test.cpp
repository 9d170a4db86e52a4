// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "exact_distance.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The largest coordinates of lines: the documented limit, values just inside it, and others down to the least number.
template <class Real>
std::vector<Real> magnitudes() {
  using limits = std::numeric_limits<Real>;
  const Real most = limits::max() / 4;
  return {most,
          std::nextafter(most, Real(0)),
          limits::max() / 5,
          most / 8,
          std::ldexp(Real(1), limits::max_exponent / 2 + 2),
          std::ldexp(Real(1), limits::max_exponent / 2 - 8),
          Real(1),
          std::ldexp(Real(1), limits::min_exponent / 2 + 8),
          std::ldexp(Real(1), limits::min_exponent / 2 - 4),
          4 * limits::min(),
          limits::min(),
          1000 * limits::denorm_min(),
          2 * limits::denorm_min()};
}

/// Points whose coordinates are `most` in magnitude, a simple share of it, or anything below.
template <class Real, int D>
std::vector<Real> points_up_to(Real most, std::int64_t count, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<Real> points;
  for (std::int64_t i = 0; i < count * D; ++i) {
    const Real sign = numbers.below(2) ? Real(1) : Real(-1);
    const Real shares[] = {Real(1), Real(0.8), Real(0.5), Real(0), static_cast<Real>(numbers.uniform())};
    points.push_back(sign * shares[numbers.below(5)] * most);
  }
  return points;
}

/// A batch of lines of three points.
template <class Real, int D>
batch<Real, D> short_lines(Real most, int count) {
  batch<Real, D> lines;
  for (int s = 0; s < count; ++s)
    lines.add(points_up_to<Real, D>(most, 3, static_cast<std::uint64_t>(s)));
  return lines;
}

/// The inner point of a line of three against its chord.
template <class Real, int D>
bool is_distance(Real got, metric by, const Real* line) {
  const exact_vector d = exact_difference<Real, D>(line, line + 2 * D, 2),
                     e = exact_difference<Real, D>(line, line + D, 1);
  return is_root(got, squared_distance(by, d, e), distance_slack<Real>(by, d, e));
}

/// f(magnitude, metric) for all of them.
template <class Real, class F>
void for_each_magnitude(F f) {
  for (Real most : magnitudes<Real>())
    for (metric by : all_metrics) {
      INFO("coordinates up to ", most, ", metric ", to_string(by));
      f(most, by);
    }
}

} // namespace

TEST_CASE_TEMPLATE("a far point is kept at a fifth of the largest number", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const Real a = std::numeric_limits<Real>::max() / 5;
  std::vector<Real> line(3 * D);
  for (int k = 0; k < D; ++k)
    line[k] = -a, line[D + k] = k == D - 1 ? a : Real(0), line[2 * D + k] = k == D - 1 ? -a : a;
  const polyline<Real, D> view(line.data(), 3);
  for (metric by : all_metrics) {
    INFO("metric ", to_string(by));
    const auto options = simplify_options{}.tolerance(1).metric(by);
    answer expected{keep_mask{1, 1, 1}, {}};
    expected.report.kept = 3;
    expected.report.levels = 1;
    check_every_engine(view, options, expected);
    const keep_mask ends{1, 0, 1};
    for (executor const& on : executors()) {
      CHECK(is_distance<Real, D>(significance(on, view, options)[1], by, line.data()));
      CHECK(is_distance<Real, D>(static_cast<Real>(max_deviation(on, view, options, ends.data())), by, line.data()));
    }
  }
}

TEST_CASE_TEMPLATE("significance and max_deviation are rounded exact distances", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_magnitude<Real>([](Real most, metric by) {
    const auto lines = short_lines<Real, D>(most, 60);
    const auto options = simplify_options{}.tolerance(0).metric(by);
    for (executor const& on : executors()) {
      const std::vector<Real> values = significance(on, lines.view(), options);
      for (std::int64_t s = 0; s < lines.series(); ++s) {
        CAPTURE(s);
        const Real* const line = lines.coordinates.data() + 3 * D * s;
        CHECK(is_distance<Real, D>(values[static_cast<std::size_t>(3 * s + 1)], by, line));
        const keep_mask ends{1, 0, 1};
        const double deviation = max_deviation(on, polyline<Real, D>(line, 3), options, ends.data());
        CHECK(deviation == static_cast<double>(values[static_cast<std::size_t>(3 * s + 1)]));
      }
    }
  });
}

TEST_CASE_TEMPLATE("a point is kept exactly below its distance, of any magnitude", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_magnitude<Real>([](Real most, metric by) {
    const auto lines = short_lines<Real, D>(most, 60);
    const auto options = simplify_options{}.tolerance(0).metric(by);
    const std::vector<Real> values = significance(executor::cpu(1), lines.view(), options);
    std::vector<double> at, below;
    keep_mask kept(values.size(), 1), dropped(values.size(), 1);
    for (std::size_t i = 1; i < values.size(); i += 3) {
      at.push_back(values[i]);
      below.push_back(std::max(std::nextafter(values[i], Real(0)), Real(0)));
      dropped[i] = values[i] > std::numeric_limits<Real>::max();
      kept[i] = values[i] > 0;
    }
    // No finite tolerance drops a point at an infinite distance.
    for (std::size_t s = 0; s < at.size(); ++s)
      at[s] = std::min(at[s], static_cast<double>(std::numeric_limits<Real>::max()));
    for_each_engine([&](executor const& on, engine with) {
      INFO("engine ", to_string(with), " on ", on.name());
      const auto asked = simplify_options(options).engine(with);
      CHECK(simplify_mask(on, lines.view(), simplify_options(asked).tolerances(at.data(), lines.series())) == dropped);
      CHECK(simplify_mask(on, lines.view(), simplify_options(asked).tolerances(below.data(), lines.series())) == kept);
    });
  });
}

TEST_CASE_TEMPLATE("the first cut is the farthest point at orderable magnitudes", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t n = 40;
  using limits = std::numeric_limits<Real>;
  const Real low = std::ldexp(Real(1), limits::min_exponent / 2 + 8),
             high = std::ldexp(Real(1), limits::max_exponent / 2 - 1);
  for_each_magnitude<Real>([&](Real most, metric by) {
    const bool squares = by == metric::segment || D == 3;
    if ((squares && (most < low || most > high)) || most < limits::min())
      return;
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
      CAPTURE(seed);
      const std::vector<Real> line = points_up_to<Real, D>(most, n, seed);
      const exact_vector d = exact_difference<Real, D>(line.data(), line.data() + D * (n - 1), n - 1);
      rational farthest = 0, slack = 0;
      for (std::int64_t i = 1; i + 1 < n; ++i) {
        const exact_vector e = exact_difference<Real, D>(line.data(), line.data() + D * i, i);
        farthest = std::max(farthest, squared_distance(by, d, e));
        slack = std::max(slack, distance_slack<Real>(by, d, e));
      }
      for (executor const& on : executors()) {
        auto values = significance(on, polyline<Real, D>(line.data(), n), simplify_options{}.tolerance(0).metric(by));
        CHECK(is_root(*std::max_element(values.begin() + 1, values.end() - 1), farthest, slack));
      }
    }
  });
}

TEST_CASE_TEMPLATE("dropped points of any magnitude are within the tolerance", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t n = 60;
  const Real most_tolerance = std::ldexp(Real(1), std::numeric_limits<Real>::max_exponent / 2 - 1);
  for_each_magnitude<Real>([&](Real most, metric by) {
    const std::vector<Real> line = points_up_to<Real, D>(most, n, 7);
    const auto options = simplify_options{}.tolerance(std::min(most / 4, most_tolerance)).metric(by);
    if (most < std::ldexp(Real(1), std::numeric_limits<Real>::min_exponent / 2 + 8))
      return; // ranks of distances below are not ordered
    const answer got = reference(polyline<Real, D>(line.data(), n), options);
    check_every_engine(polyline<Real, D>(line.data(), n), options, got);
    std::int64_t first = 0;
    for (std::int64_t last = 1; last < n; ++last) {
      if (!got.mask[static_cast<std::size_t>(last)])
        continue;
      const exact_vector d = exact_difference<Real, D>(&line[D * first], &line[D * last], last - first);
      for (std::int64_t i = first + 1; i < last; ++i) {
        const exact_vector e = exact_difference<Real, D>(&line[D * first], &line[D * i], i - first);
        const rational bound = rational(options.tolerance()) + distance_slack<Real>(by, d, e);
        CHECK(squared_distance(by, d, e) <= square(bound));
      }
      first = last;
    }
  });
}
