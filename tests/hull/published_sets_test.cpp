// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/convex_hull.hpp>

#include "check_hull.hpp"
#include "executors.hpp"

// Large sets that were published with the size of their hull.
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
  const std::int64_t side = shape == "quadratic" ? 2000000000 : 16384;
  const auto coordinate = [&] { return static_cast<double>(numbers() % (side + 1)); };
  const auto from_middle = [&](double v) { return v / static_cast<double>(side) - 0.5; };
  std::vector<double> xy;
  for (int i = 0; i < 1000000; ++i) {
    double x = coordinate(), y;
    if (shape == "quadratic") {
      const double part = x / static_cast<double>(side);
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
    const index_list got = convex_hull(on, point_set<double>(xy.data(), static_cast<std::int64_t>(xy.size() / 2)));
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
