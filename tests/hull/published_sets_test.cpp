// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "executors.hpp"

// Sets that were published with the size of their hull, or as bugs of other codes.
using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The numbers of the C library's rand() on Linux after srand(seed): an additive feedback generator of degree 31.
class feedback_numbers {
public:
  explicit feedback_numbers(std::int64_t seed) {
    std::vector<std::int64_t> first{seed};
    while (first.size() < degree)
      first.push_back(16807 * first.back() % 2147483647);
    for (std::int64_t value : first)
      state_.push_back(static_cast<std::uint32_t>(value));
    for (std::size_t i = 0; i < 10 * degree; ++i)
      (*this)();
  }

  std::int64_t operator()() {
    std::uint32_t& oldest = state_[at_];
    oldest += state_[(at_ + degree - separation) % degree];
    at_ = (at_ + 1) % degree;
    return oldest >> 1;
  }

private:
  static constexpr std::size_t degree = 31, separation = 3;
  std::vector<std::uint32_t> state_;
  std::size_t at_ = separation;
};

/// A million points on a grid in a rectangle, in a circle, or on a parabola: the input of CFAL-bench's quickhull.
std::vector<double> benchmark_points(std::string const& shape) {
  feedback_numbers numbers(123);
  std::int64_t const side = shape == "quadratic" ? 2000000000 : 16384;
  auto const coordinate = [&] { return static_cast<double>(numbers() % (side + 1)); };
  auto const from_middle = [&](double v) { return v / static_cast<double>(side) - 0.5; };
  std::vector<double> xy;
  for (int i = 0; i < 1000000; ++i) {
    double x = coordinate(), y;
    if (shape == "quadratic") {
      double const part = x / static_cast<double>(side);
      y = std::floor(part * part * static_cast<double>(side));
    } else {
      y = coordinate();
    }
    while (shape == "circle" && from_middle(x) * from_middle(x) + from_middle(y) * from_middle(y) > 0.25)
      x = coordinate(), y = coordinate();
    xy.insert(xy.end(), {x, y});
  }
  return xy;
}

void expect(std::string const& name, std::vector<double> const& xy, std::size_t vertices) {
  INFO(name);
  for (executor const& on : executors()) {
    INFO(on.name());
    index_list const got = convex_hull(on, point_set<double>(xy.data(), static_cast<std::int64_t>(xy.size() / 2)));
    CHECK(got.size() == vertices);
    CHECK(hull_difference(xy, got) == "");
  }
}

} // namespace

TEST_CASE("the sets of a benchmark of functional array languages") {
  expect("rectangle", benchmark_points("rectangle"), 23);
  expect("circle", benchmark_points("circle"), 335);
  // It publishes 124,576: two of them are on an edge.
  expect("quadratic", benchmark_points("quadratic"), 124574);
}

TEST_CASE("lists of points that other codes were wrong on") {
  expect("a polygon with a dent", {2.0, 1.3, 2.4, 1.7, 2.8, 1.8, 3.4, 1.2, 3.7, 1.6, 3.4, 2.0,
                                   4.1, 3.0, 5.3, 2.6, 5.4, 1.2, 4.9, 0.8, 2.9, 0.7, 2.0, 1.3},
         7);
  expect("near a diagonal",
         {0.50000000000001621, 0.50000000000001243, 7.3000000000000173, 7.3000000000000167, 24.00000000000005,
          24.000000000000053, 24.000000000000068, 24.000000000000071, 0, 1, 8, 4, 25, 26, 26, 25, 19, 11},
         6);
  expect("three of four on a line, nearly",
         {27.643564356435643, -21.881188118811881, 83.366336633663366, 15.544554455445542, 4.0, 4.0, 73.415841584158414,
          8.8613861386138595},
         3);
  expect("a sliver",
         {200.0, 49.200000000000003, 100.0, 49.600000000000001, -233.33333333333334, 50.93333333333333,
          166.66666666666669, 49.333333333333336},
         3);
  expect("a diagonal to 1e30",
         {0.10000000000000001, 0.10000000000000001, 0.20000000000000001, 0.20000000000000004, 0.79999999999999993,
          0.80000000000000004, 1.267650600228229e30, 1.2676506002282291e30},
         4);
  expect("six of a projected polygon",
         {163.29604426963272, -0.7051283277805496, 133.88336054231894, 4.933187636462063, 55.360841751097887,
          4.933187636462094, 30.360841751097915, 24.778118339507945, 20.26827882848472, 26.712829880088947,
          204.2523809886139, 4.933187636462042},
         4);
  expect("a rounded bar, rotated",
         {0.09176166386719853, -0.4594509958047714, 0.0964919595889223,  -0.4613185215258491, -0.07720854327505063,
          -0.3893774144175335, -0.514132735196233,  0.4844243124571844,  -0.5157563919220147, 0.4883439730483261,
          -0.4438154792984115, 0.6620323790359064,  -0.44378845454982,   0.6620355239884737,  -0.4430558191117821,
          0.6617320714344408,  -0.4425193476523399, 0.6629710114442775,  -0.2750532183528819, 0.5968552076395059,
          -0.2676620363052705, 0.5937936520564248,  0.4616312579331061,  -0.1299616117871567, 0.4652079369036946,
          -0.1371183617095489, 0.4668376557292508,  -0.141042820548618,  0.4665494319079306,  -0.1427098330519487,
          0.4665629024181607,  -0.1427344571104113, 0.3918467226125127,  -0.315278746283741,  0.3861846650602798,
          -0.3209365927118177, 0.09649195958892229, -0.4613185215258491, 0.09176166386719853, -0.4594509958047714},
         16);
}
