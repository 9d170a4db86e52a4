// SPDX-License-Identifier: MIT
#include "line_recipes.hpp"

#include <cmath>
#include <cstddef>
#include <random>

namespace thrustline::made {
namespace {

using numbers = std::mt19937_64;

double uniform(numbers& draw, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(draw);
}

struct position {
  double x, y;
};

position swing_at(line_recipe const& of, std::int64_t i, numbers& draw) {
  const auto period = static_cast<std::int64_t>(of.period);
  const double part = static_cast<double>(i % period) / of.period, turn = 6.283185307179586 * part;
  switch (of.swing) {
  case shape::two_sides:
    return {0, i % 2 ? 1.0 : 0.0};
  case shape::circle:
    return {std::cos(turn), std::sin(turn)};
  case shape::shuttle:
    return {0.3 * std::abs(2 * part - 1), std::abs(2 * part - 1)};
  case shape::places_in_turn: {
    numbers place(static_cast<std::uint64_t>(i % period));
    const double x = uniform(place, -1, 1);
    return {x, uniform(place, -1, 1)};
  }
  case shape::lattice_at_random: {
    const auto side = static_cast<std::uint64_t>(std::ceil(std::sqrt(of.period)));
    const double x = static_cast<double>(draw() % side);
    return {x / static_cast<double>(side), static_cast<double>(draw() % side) / static_cast<double>(side)};
  }
  default: {
    const double angle = uniform(draw, 0, 6.283185307179586), radius = std::sqrt(uniform(draw, 0, 1));
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }
  }
}

} // namespace

std::vector<double> made_line(line_recipe const& of, std::int64_t n) {
  numbers draw(1);
  std::vector<double> xy;
  xy.reserve(static_cast<std::size_t>(2 * n));
  const double angle = of.angle * 6.283185307179586 / 360, c = std::cos(angle), s = std::sin(angle);
  const auto on_grid = [&](double x) { return of.quantum > 0 ? of.quantum * std::round(x / of.quantum) : x; };
  for (std::int64_t i = 0; i < n; ++i) {
    const double size = 1 + of.growth * static_cast<double>(i) / static_cast<double>(n);
    const position swing = swing_at(of, i, draw);
    const double x = of.drift * static_cast<double>(i) + size * swing.x + of.noise * uniform(draw, -1, 1);
    const double y = size * swing.y + of.noise * uniform(draw, -1, 1) + (i == n - 1 ? of.end : 0);
    xy.push_back(on_grid(c * x - s * y));
    xy.push_back(on_grid(s * x + c * y));
  }
  return xy;
}

} // namespace thrustline::made
