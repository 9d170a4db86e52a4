// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "compare.hpp"
#include "hard_lines.hpp"
#include "no_device.hpp"
#include "sanitized.hpp"

#include <thrustline/significance.hpp>

// Lines that return to the same places: their split trees are deep, and equal points tie at every level.
using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t n = sanitized ? 2000 : 6000;

template <class Real>
struct revisiting_line {
  std::string name;
  std::vector<Real> points;
  double tolerance;
};

/// Places in random order.
template <class Real, int D>
std::vector<Real> places_at_random(std::int64_t n, std::int64_t places) {
  random_numbers numbers(63);
  return line_of_places<Real, D>(n, [&](std::int64_t) {
    const auto place = static_cast<double>(numbers.below(places));
    return std::array<double, 3>{std::cos(place), std::sin(place), std::cos(2 * place)};
  });
}

/// A rest between two walks, and a rest behind them.
template <class Real, int D>
std::vector<Real> walks_and_rests(std::int64_t n) {
  random_numbers numbers(64);
  std::array<double, 3> at{};
  return line_of_places<Real, D>(n, [&](std::int64_t i) {
    std::array<double, 3> shaken = at;
    for (std::size_t d = 0; d < 3; ++d)
      if (i / (n / 5) % 2 == 0)
        shaken[d] = at[d] += numbers.normal();
      else
        shaken[d] = at[d] + 3 * static_cast<double>(numbers.below(3));
    return shaken;
  });
}

/// Three positions in turn, of which one has zeros of either sign.
template <class Real, int D>
std::vector<Real> signed_zeros(std::int64_t n) {
  std::vector<Real> line = three_in_turn<Real, D>(n);
  for (std::int64_t i = 0; i < n; i += 3)
    for (int d = 0; d < D; ++d)
      line[static_cast<std::size_t>(i * D + d)] = i % 2 ? Real(0) : -Real(0);
  return line;
}

template <class Real, int D>
std::vector<revisiting_line<Real>> revisiting_lines(std::int64_t n) {
  return {{"rest", rest<Real, D>(n), 5e-6},
          {"laps", laps<Real, D>(n, 100), 0.01},
          {"long laps", laps<Real, D>(n, 700), 1e-4},
          {"three positions", three_in_turn<Real, D>(n), 1},
          {"two positions", two_in_turn<Real, D>(n), 0.1},
          {"places at random", places_at_random<Real, D>(n, 1000), 0.1},
          {"walks and rests", walks_and_rests<Real, D>(n), 1},
          {"signed zeros", signed_zeros<Real, D>(n), 1}};
}

template <class Real, int D>
void check_bounded(polylines<Real, D> const& lines, simplify_options const& options) {
  const answer expected = reference(lines, options);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const answer got = ask(on, lines, simplify_options(options).engine(engine::bounded));
    CHECK(difference(got.mask, expected.mask) == "");
    CHECK(got.report.levels == expected.report.levels);
  }
}

} // namespace

TEST_CASE_TEMPLATE("lines that return to the same places equal the reference", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (revisiting_line<Real> const& each : revisiting_lines<Real, D>(n))
    for (metric by : all_metrics) {
      INFO(each.name, ", metric ", to_string(by));
      check_bounded(polyline<Real, D>(each.points.data(), n), simplify_options{}.tolerance(each.tolerance).metric(by));
    }
}

TEST_CASE_TEMPLATE("invalid points among recurring ones have no vote", T, points_of<float, 2>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (revisiting_line<Real> each : revisiting_lines<Real, D>(n)) {
    INFO(each.name);
    for (std::int64_t i = 1; i < n - 1; i += 1 + i % 5)
      each.points[static_cast<std::size_t>(i * D)] = i % 2 ? std::numeric_limits<Real>::quiet_NaN() : Real(1000);
    check_bounded(polyline<Real, D>(each.points.data(), n),
                  simplify_options{}.tolerance(each.tolerance).invalid(invalid::ignore).sentinel(1000));
  }
}

TEST_CASE_TEMPLATE("places recur from series to series", T, points_of<float, 3>, points_of<double, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (revisiting_line<Real> const& each : revisiting_lines<Real, D>(n)) {
    INFO(each.name);
    const std::vector<std::int64_t> offsets{0, 0, 400, 401, 1000, n / 2 + 7, n};
    check_bounded(polylines<Real, D>(each.points.data(), n, offsets.data(), 6),
                  simplify_options{}.tolerance(each.tolerance));
  }
}

TEST_CASE_TEMPLATE("significance of recurring points gives every mask", T, points_of<double, 2>, points_of<float, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (revisiting_line<Real> const& each : revisiting_lines<Real, D>(n)) {
    const polyline<Real, D> line(each.points.data(), n);
    const std::vector<Real> values = significance(executor::cpu(1), line, simplify_options{}.tolerance(0));
    for (double tolerance : {each.tolerance, 3 * each.tolerance}) {
      INFO(each.name, ", tolerance ", tolerance);
      const answer expected = reference(line, simplify_options{}.tolerance(tolerance));
      keep_mask mask;
      for (Real value : values)
        mask.push_back(value > static_cast<Real>(tolerance));
      CHECK(difference(mask, expected.mask) == "");
    }
  }
}

// A search of all points at each level would take minutes.
TEST_CASE("two positions in turn take a short search for each point") {
  constexpr std::int64_t many = sanitized ? 100000 : 1000000;
  const auto points = two_in_turn<double, 2>(many);
  for (metric by : {metric::segment, metric::line}) {
    const answer got = ask(executor::cpu(1), polyline<double, 2>(points.data(), many),
                           simplify_options{}.tolerance(0.1).metric(by).engine(engine::bounded));
    CHECK(got.report.kept == many);
    CHECK(got.report.levels == many - 2);
  }
}

TEST_CASE_TEMPLATE("long lines that return to the same places agree on a GPU", T, points_of<float, 2>,
                   points_of<float, 3>, points_of<double, 2>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("long lines that return to the same places"))
    return;
  for (std::int64_t many : {20000, 100000})
    for (revisiting_line<Real> const& each : revisiting_lines<Real, D>(many))
      for (metric by : all_metrics) {
        INFO(each.name, ", ", many, " points, metric ", to_string(by));
        const polyline<Real, D> line(each.points.data(), many);
        const auto options = simplify_options{}.tolerance(each.tolerance).metric(by).engine(engine::bounded);
        const answer expected = ask(executor::cpu(1), line, options), got = ask(executor::cuda(), line, options);
        CHECK(difference(got.mask, expected.mask) == "");
        CHECK(got.report.levels == expected.report.levels);
        CHECK(got.report.kept == expected.report.kept);
      }
}

TEST_CASE_TEMPLATE("significance of recurring points is the same on a GPU", T, points_of<float, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("significance of long lines that return to the same places"))
    return;
  constexpr std::int64_t many = 30000;
  for (revisiting_line<Real> const& each : revisiting_lines<Real, D>(many))
    for (double tolerance : {0.0, each.tolerance}) {
      INFO(each.name, ", tolerance ", tolerance);
      const polyline<Real, D> line(each.points.data(), many);
      const auto options = simplify_options{}.tolerance(tolerance);
      CHECK(significance(executor::cuda(), line, options) == significance(executor::cpu(1), line, options));
    }
}
