// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "random_numbers.hpp"

/// Planar point sets, x0 y0 x1 y1 ...
namespace thrustline::test {

/// Sets that have been hard for one hull code or another.
inline constexpr const char* small_kinds[] = {"grid",       "few values", "near line",    "duplicates", "far floats",
                                              "one column", "integers",   "tiny",         "huge",       "curve",
                                              "tenths",     "two lines",  "huge and tiny"};

/// Makes n points of a kind, in double.
inline std::vector<double> make_small_set(std::string const& kind, std::int64_t n, random_numbers& numbers) {
  std::vector<double> xy;
  const double slope = numbers.uniform() * 4 - 2;
  for (std::int64_t i = 0; i < n; ++i) {
    double x = 0, y = 0;
    if (kind == "grid") {
      x = static_cast<double>(numbers.below(8)), y = static_cast<double>(numbers.below(8));
    } else if (kind == "few values") {
      x = static_cast<double>(numbers.below(2)), y = static_cast<double>(numbers.below(3)) - 1;
    } else if (kind == "near line") {
      x = numbers.uniform();
      y = x * slope;
      y = static_cast<float>(y) + static_cast<double>(numbers.below(3)) * 0x1p-24;
    } else if (kind == "duplicates") {
      const bool repeat = i > 0 && numbers.below(2);
      const std::int64_t k = repeat ? numbers.below(i) : 0;
      x = repeat ? xy[2 * k] : numbers.normal(), y = repeat ? xy[2 * k + 1] : numbers.normal();
    } else if (kind == "far floats") {
      x = static_cast<float>(1e6 + numbers.uniform()), y = static_cast<float>(-1e6 + numbers.uniform());
    } else if (kind == "one column") {
      x = -0.0 * static_cast<double>(i % 2), y = static_cast<double>(numbers.below(20));
    } else if (kind == "integers") {
      x = static_cast<double>(numbers.below(1000)), y = static_cast<double>(numbers.below(1000));
    } else if (kind == "tiny") {
      x = 1e-30 * numbers.uniform(), y = 1e-30 * numbers.uniform();
    } else if (kind == "huge") {
      x = 3e38 * (2 * numbers.uniform() - 1), y = 3e38 * (2 * numbers.uniform() - 1);
    } else if (kind == "curve") {
      x = static_cast<double>(numbers.below(200)) - 100, y = x * x;
    } else if (kind == "tenths") {
      x = 0.1 * static_cast<double>(numbers.below(30)), y = 0.1 * static_cast<double>(numbers.below(3)) + x;
    } else if (kind == "two lines") {
      x = numbers.uniform(), y = numbers.below(2) ? x : 1 - x;
    } else {
      x = std::ldexp(numbers.uniform() - 0.5, static_cast<int>(numbers.below(250)) - 125);
      y = std::ldexp(numbers.uniform() - 0.5, static_cast<int>(numbers.below(250)) - 125);
    }
    xy.insert(xy.end(), {x, y});
  }
  return xy;
}

/// Sets of any size: square, disk, gauss, circle, kuzmin, parabola, spiral, two disks, diagonal.
inline std::vector<double> make_points(std::string const& kind, std::int64_t n, std::uint64_t seed) {
  random_numbers numbers(seed);
  const double pi = 3.14159265358979323846;
  std::vector<double> xy(static_cast<std::size_t>(2 * n));
  for (std::int64_t i = 0; i < n; ++i) {
    const double turn = 2 * pi * numbers.uniform();
    double x = numbers.uniform(), y = numbers.uniform();
    const double radius = kind == "disk" || kind == "two disks" ? std::sqrt(x)
                          : kind == "kuzmin"                    ? std::sqrt(1 / ((1 - x) * (1 - x)) - 1)
                          : kind == "spiral"                    ? static_cast<double>(i) / static_cast<double>(n)
                                                                : 1;
    if (kind == "gauss") {
      x = numbers.normal(), y = numbers.normal();
    } else if (kind == "parabola") {
      x = x * 2 - 1, y = x * x;
    } else if (kind == "diagonal") {
      x = x + 1e-3 * y, y = x - 2e-3 * y;
    } else if (kind == "spiral") {
      x = radius * std::cos(200 * radius), y = radius * std::sin(200 * radius);
    } else if (kind != "square") {
      x = radius * std::cos(turn), y = radius * std::sin(turn);
      if (kind == "two disks")
        x += i % 2 ? 3 : -3;
    }
    xy[2 * i] = x, xy[2 * i + 1] = y;
  }
  return xy;
}

/// Returns the points in another order.
template <class Real>
std::vector<Real> shuffled(std::vector<Real> xy, random_numbers& numbers) {
  for (auto i = static_cast<std::int64_t>(xy.size() / 2) - 1; i > 0; --i) {
    const std::int64_t k = numbers.below(i + 1);
    std::swap(xy[2 * i], xy[2 * k]);
    std::swap(xy[2 * i + 1], xy[2 * k + 1]);
  }
  return xy;
}

inline constexpr const char* large_kinds[] = {"square",   "disk",   "gauss",     "circle",  "kuzmin",
                                              "parabola", "spiral", "two disks", "diagonal"};

} // namespace thrustline::test
