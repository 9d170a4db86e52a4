// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <vector>

#include "compare.hpp"
#include "sanitized.hpp"

// Small cases on which the well-known libraries agree, or whose answer follows from the definition by hand.
using namespace thrustline;
using namespace thrustline::test;

namespace {

template <int D>
void check_indices(std::vector<double> const& points, double tolerance, std::vector<std::int64_t> const& kept,
                   metric by = metric::segment) {
  INFO("tolerance ", tolerance, ", metric ", to_string(by));
  const polyline<double, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
  const auto options = simplify_options{}.tolerance(tolerance).metric(by);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    CHECK(simplify_indices(on, line, simplify_options(options).engine(with)) == kept);
  });
}

} // namespace

TEST_CASE("a point near the line of its neighbours is dropped") {
  const std::vector<double> points{0, 0, 5, 4, 11, 5.5, 17.3, 3.2, 27.8, 0.1};
  check_indices<2>(points, 1, {0, 1, 2, 4});
  check_indices<2>(points, 30, {0, 4});
}

TEST_CASE("points on the line of their neighbours are dropped") {
  check_indices<2>({8, 100, 9, 100, 12, 100}, 1, {0, 2});
  check_indices<2>({8, 100, 9, 100, 12, 100}, 0, {0, 2});
  check_indices<2>({0, 0, 5, 5, 10, 10}, 1, {0, 2});
  check_indices<2>({0, 0, 5, 5, 6, 5, 10, 10}, 1, {0, 3});
  check_indices<2>({0, 0, 5, 5, 7, 5, 10, 10}, 1, {0, 1, 2, 3});
}

TEST_CASE("a point beyond the chord's end is far from the segment") {
  check_indices<2>({0, 0, 120, 6, 80, 10, 200, 0}, 7, {0, 1, 2, 3});
  check_indices<2>({0, 0, 80, 10, 120, 6, 200, 0}, 7, {0, 1, 3});
  // A spike past the end of the chord: 9 from its end, 0.1 from its line.
  check_indices<2>({0, 0, 10, 0.1, 1, 0}, 1, {0, 1, 2});
  check_indices<2>({0, 0, 10, 0.1, 1, 0}, 1, {0, 2}, metric::line);
}

TEST_CASE("a height just above the tolerance splits, just below not") {
  check_indices<2>({0, 0, 50, 1.00001, 100, 0}, 1, {0, 1, 2});
  check_indices<2>({0, 0, 50, 0.99999, 100, 0}, 1, {0, 2});
  check_indices<2>({0, 0, 5, 1.001, 10, 0}, 1, {0, 1, 2});
  check_indices<2>({0, 0, 5, 0.999, 10, 0}, 1, {0, 2});
  check_indices<2>({0, 0, 1, 10, 0, 20}, 0.9, {0, 1, 2});
  check_indices<2>({0, 0, 1, 10, 0, 20}, 1, {0, 2});
}

TEST_CASE("the first of equally far points splits") {
  check_indices<2>({0, 0, 2, 2, 4, 2, 6, 0}, 1.5, {0, 1, 3});
  check_indices<1>({0, 2, 2, 0}, 1.5, {0, 1, 3}, metric::vertical);
}

TEST_CASE("distances in space use all three coordinates") {
  check_indices<3>({0, 0, 0, 1, 1, 1, 2, 2, 0}, 1.0001, {0, 2});
  check_indices<3>({0, 0, 0, 1, 1, 1, 2, 2, 0}, 0.9999, {0, 1, 2});
  // Only z leaves the line: 3 in z and 4 in y are 5.
  check_indices<3>({0, 0, 0, 5, 4, 3, 10, 0, 0}, 4.99, {0, 1, 2});
  for (metric by : all_metrics)
    check_indices<3>({0, 0, 0, 5, 4, 3, 10, 0, 0}, 5, {0, 2}, by);
}

TEST_CASE("equal ends measure the distance to that point") {
  check_indices<2>({1, 1, 2, 1, 4, 5, 1, 1}, 4.9, {0, 2, 3});
  check_indices<2>({1, 1, 2, 1, 4, 5, 1, 1}, 5, {0, 3});
  check_indices<2>({1, 1, 1, 1}, 0, {0, 1});
  check_indices<2>({1, 1, 1, 1, 1, 1}, 0, {0, 2});
}

TEST_CASE("metric vertical measures along the ordinates") {
  // 10 above a chord of slope 10: the line is 0.995 away, the ordinate 10.
  check_indices<2>({0, 0, 5, 60, 10, 100}, 5, {0, 1, 2}, metric::vertical);
  check_indices<2>({0, 0, 5, 60, 10, 100}, 5, {0, 2}, metric::line);
  check_indices<1>({0, 0, 10, 0, 0}, 9, {0, 2, 4}, metric::vertical);
  check_indices<1>({0, 0, 10, 0, 0}, 10, {0, 4}, metric::vertical);
  // Ends with one abscissa: the distance to the first end.
  check_indices<2>({3, 0, 5, 7, 3, 1}, 6.5, {0, 1, 2}, metric::vertical);
  check_indices<2>({3, 0, 5, 7, 3, 1}, 7, {0, 2}, metric::vertical);
}

TEST_CASE("zig-zag at tolerance 0 keeps every point") {
  std::vector<double> points;
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < (sanitized ? 1200 : 5000); ++i) {
    points.insert(points.end(), {static_cast<double>(i), static_cast<double>(i % 2)});
    all.push_back(i);
  }
  check_indices<2>(points, 0, all);
}

TEST_CASE("unit squares traced end to end keep their corners") {
  const auto options = simplify_options{}.tolerance(2e-15);
  const auto traced = [](int squares) {
    std::vector<double> points;
    for (int square = 0; square < squares; ++square) {
      const double x = square;
      points.insert(points.end(), {x, 0, x, 1, x + 1, 1, x + 1, 0});
    }
    return points;
  };
  constexpr int most = sanitized ? 2000 : 14000, fewer = sanitized ? 300 : 1000;
  const std::vector<double> many = traced(most), few = traced(fewer);
  // Every corner matters but the one that the next square repeats.
  CHECK(reference(polyline<double, 2>(many.data(), 4 * most), options).report.kept == 3 * most + 1);
  const polyline<double, 2> line(few.data(), 4 * fewer);
  check_every_engine(line, options, reference(line, options));
}

TEST_CASE("a line may have huge and tiny coordinates") {
  check_indices<2>({0, 0, 0, 0, 1e26, 1e26, 2e26, 0}, 5e-324, {0, 2, 3});
  check_indices<2>({0, 0, 1e150, 1e100, 2e150, 0}, 1e99, {0, 1, 2});
  check_indices<2>({0, 0, 1e-150, 1e-160, 2e-150, 0}, 1e-161, {0, 1, 2});
  check_indices<2>({0, 0, 1e-150, 1e-160, 2e-150, 0}, 1e-159, {0, 2});
}
