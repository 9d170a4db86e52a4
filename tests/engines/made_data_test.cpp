// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>

#include "compare.hpp"
#include "generators.hpp"
#include "replay.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// From "all but straight points kept" to "ends only".
template <class F>
void for_each_tolerance(kind const& of, F f) {
  for (double tolerance : {0.0, 0.3 * of.tolerance, of.tolerance, 5 * of.tolerance, infinity})
    f(tolerance);
}

template <class Real, int D>
void check_replay(std::vector<Real> const& points, double tolerance) {
  const auto n = static_cast<std::int64_t>(points.size()) / D;
  for_each_metric([&](auto by, metric name) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.tolerance(tolerance).metric(name);
    const answer got = reference(polyline<Real, D>(points.data(), n), options);
    const replay_result replayed =
        replay<Real, D, decltype(by)>(points.data(), n, by, name).check(static_cast<Real>(tolerance), got.mask.data());
    CHECK(replayed.problem == "");
    CHECK(got.report.levels == replayed.levels);
  });
}

} // namespace

// Contract 2: one answer, bit by bit, from every engine and executor.
TEST_CASE_TEMPLATE("every engine gives the same mask on every kind of data", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(sanitized ? 400 : 3000, sanitized ? 120 : 250, 2,
                         [](kind const& of, std::vector<Real> const& points) {
                           const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
                           for_each_tolerance(of, [&](double tolerance) {
                             for (metric name : all_metrics) {
                               INFO(of.name, ", tolerance ", tolerance, ", metric ", to_string(name));
                               const auto options = simplify_options{}.tolerance(tolerance).metric(name);
                               check_every_engine(line, options, reference(line, options));
                             }
                           });
                         });
}

TEST_CASE_TEMPLATE("every engine gives the same mask at every size", T, points_of<float, 1>, points_of<double, 2>,
                   points_of<float, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  std::vector<std::int64_t> sizes;
  for (std::int64_t n = 0; n <= 70; ++n)
    sizes.push_back(n);
  for (std::int64_t n = 128; n <= (sanitized ? 2048 : 16384); n *= 2)
    sizes.insert(sizes.end(), {n - 1, n, n + 1});
  sizes.push_back(20000);
  for (std::int64_t n : sizes)
    for (const std::string name : {"walk", "smooth"}) {
      INFO(name, ", ", n, " points");
      const std::vector<Real> points = make<Real, D>(name, n, 3);
      const polyline<Real, D> line(points.data(), n);
      const auto options = simplify_options{}.tolerance(find_kind(name).tolerance).metric(metric::segment);
      const answer expected = reference(line, options);
      CHECK(expected.report.kept >= std::min<std::int64_t>(n, 2));
      check_every_engine(line, options, expected);
    }
}

TEST_CASE_TEMPLATE("engine recursive keeps what its split tree says", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(sanitized ? 200 : 1500, 200, 1, [](kind const& of, std::vector<Real> const& points) {
    for_each_tolerance(of, [&](double tolerance) {
      INFO(of.name, ", tolerance ", tolerance);
      check_replay<Real, D>(points, tolerance);
    });
  });
}

TEST_CASE_TEMPLATE("a closed ring is the open line that returns to its start", T, points_of<float, 2>,
                   points_of<double, 2>, points_of<float, 3>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(sanitized ? 150 : 1000, 150, 4, [](kind const& of, std::vector<Real> const& points) {
    for (std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3},
                           static_cast<std::int64_t>(points.size()) / D})
      for (metric name : all_metrics)
        for (double tolerance : {0.0, of.tolerance, infinity}) {
          INFO(of.name, ", ", n, " points, tolerance ", tolerance, ", metric ", to_string(name));
          const auto options = simplify_options{}.tolerance(tolerance).metric(name);
          std::vector<Real> opened(points.begin(), points.begin() + n * D);
          opened.insert(opened.end(), opened.begin(), opened.begin() + (n ? D : 0));
          answer expected =
              reference(polyline<Real, D>(opened.data(), static_cast<std::int64_t>(opened.size()) / D), options);
          if (n) {
            expected.mask.pop_back();
            expected.report.kept -= 1;
          }
          check_every_engine(polyline<Real, D>(points.data(), n), simplify_options(options).closed(true), expected);
        }
  });
}
