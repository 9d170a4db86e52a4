// SPDX-License-Identifier: MIT
#include <cmath>

#include "hull_cases.hpp"
#include "made_points.hpp"

namespace thrustline::test {
namespace {

using p2 = point<double, 2>;

template <class F>
std::vector<double> made(int n, F f) {
  std::vector<double> xy;
  for (int i = 0; i < n; ++i) {
    const p2 p = f(i);
    xy.insert(xy.end(), {p[0], p[1]});
  }
  return xy;
}

std::vector<double> joined(std::vector<double> a, std::vector<double> const& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

p2 on_diamond(int i) {
  const double t = i % 100;
  return i < 100 ? p2{t, 100 - t} : i < 200 ? p2{100 - t, -t} : i < 300 ? p2{-t, t - 100} : p2{t - 100, t};
}

/// Each farthest point leaves all others in the shorter of its two parts: 836 rounds (Eae02/convex-hull-exjobb).
std::vector<double> deep_chain() {
  constexpr double stretch = 1e305, factor = -0.5698, least = 1e-204, small = 1e-2;
  std::vector<double> xy;
  for (double angle = 2 * std::atan(1.0); std::abs(angle) > least; angle *= factor)
    xy.insert(xy.end(), {-std::sin(angle),
                         std::abs(angle) > small ? -stretch * (1 - std::cos(angle)) : -stretch * angle * angle / 2});
  return xy;
}

} // namespace

std::vector<hull_case> made_cases() {
  std::vector<hull_case> all;
  for (int n = 0; n < 10; ++n)
    all.push_back({"a diagonal of " + std::to_string(n),
                   made(n,
                        [](int i) {
                          return p2{1.0 * i, 1.0 * i};
                        }),
                   n < 2 ? n : 2,
                   n < 2 ? n : 2,
                   {}});
  const std::vector<hull_case> others{
      {"a grid of 3 x 3",
       made(9,
            [](int i) {
              return p2{1.0 * (i % 3), 1.0 * (i / 3)};
            }),
       4,
       4,
       {0, 0, 2, 0, 2, 2, 0, 2}},
      {"a grid of 100 x 100",
       made(10000,
            [](int i) {
              return p2{1.0 * (i % 100), 1.0 * (i / 100)};
            }),
       4,
       4,
       {0, 0, 99, 0, 99, 99, 0, 99}},
      {"4 corners 25 times",
       made(100,
            [](int i) {
              return p2{1.0 * (i % 2), 1.0 * (i / 2 % 2)};
            }),
       4,
       4,
       {0, 0, 1, 0, 1, 1, 0, 1}},
      {"two columns of 50",
       made(100,
            [](int i) {
              return p2{1.0 * (i % 2), 1.0 * (i / 2)};
            }),
       4,
       4,
       {0, 0, 1, 0, 1, 49, 0, 49}},
      {"a diamond of integers", made(400, on_diamond), 4, 4, {-100, 0, 0, -100, 100, 0, 0, 100}},
      {"a parabola",
       made(1001,
            [](int i) {
              return p2{i - 500.0, (i - 500.0) * (i - 500.0)};
            }),
       1001,
       1001,
       {}},
      // The last vertex is found in the second round only.
      {"late interior", {0, 0, 10, 0, 5, -5, 1, -2, 2, -2.6}, 4, 4, {0, 0, 1, -2, 5, -5, 10, 0}},
      {"zeros of both signs", {0.0, -0.0, -0.0, 0.0, 1, 1}, 2, 2, {0, 0, 1, 1}},
      {"pairs 1e-17 apart", {0, 0, 1, 0, 0.5, 0, 0.5, 1e-17, 0, 1, 1, 1, 0.5, 1, 0.5, 1 - 1e-17}, 4, 4, {}},
      {"a line in steps of 0.1",
       made(100,
            [](int i) {
              return p2{0.1 * i, 0.1 * i + 0.1};
            }),
       6,
       6,
       {}},
      {"a deep chain", deep_chain(), 836, not_in_float, {}},
      {"a circle in a triangle",
       joined(make_points("circle", 5000, 671), {-2, -1, 2, -1, 0, 2}),
       3,
       3,
       {-2, -1, 2, -1, 0, 2}},
      {"a circle in a large triangle",
       joined(make_points("circle", 5000, 671), {-9e3, -9e3, 9e3, -9e3, 0, 9e3}),
       3,
       3,
       {}},
      {"a new order of magnitude in each round",
       made(400,
            [](int i) {
              return p2{std::ldexp(1.0, -i), i == 0 ? 0 : -std::ldexp(1.0, -2 * i)};
            }),
       as_the_oracle,
       as_the_oracle,
       {}},
      {"a small grid and a point far away",
       joined(made(16,
                   [](int i) {
                     return p2{0.01 * (i % 4), 0.04 * (i / 4)};
                   }),
              {2.8e8, 7.6e6}),
       as_the_oracle,
       as_the_oracle,
       {}},
  };
  all.insert(all.end(), others.begin(), others.end());
  const auto moved_disk = [&](std::string const& name, double scale, double x, double y, int float_vertices) {
    std::vector<double> xy = make_points("disk", 20000, 672);
    for (std::size_t k = 0; k < xy.size(); k += 2)
      xy[k] = xy[k] * scale + x, xy[k + 1] = xy[k + 1] * scale + y;
    all.push_back({name, xy, as_the_oracle, float_vertices, {}});
  };
  moved_disk("a disk at UTM coordinates", 100, 5e5, 4.5e6, as_the_oracle);
  moved_disk("a disk times 1e-30", 1e-30, 0, 0, as_the_oracle);
  moved_disk("a disk times 3e38", 3e38, 0, 0, as_the_oracle);
  moved_disk("a disk times 1e-300", 1e-300, 0, 0, not_in_float);
  moved_disk("a disk times 1e300", 1e300, 0, 0, not_in_float);
  return all;
}

} // namespace thrustline::test
