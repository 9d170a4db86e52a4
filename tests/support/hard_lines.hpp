// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "random_numbers.hpp"

/// Lines whose split trees are deep.
namespace thrustline::test {

/// Points whose first coordinate, if there are two or more, is i, and whose others are height(i) each.
template <class Real, int D, class Height>
std::vector<Real> graph_of(std::int64_t n, Height height) {
  std::vector<Real> line;
  line.reserve(static_cast<std::size_t>(n * D));
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < D; ++d)
      line.push_back(D > 1 && d == 0 ? static_cast<Real>(i) : static_cast<Real>(height(i)));
  return line;
}

/// Swings that shrink by `step` each: every split cuts off one point.
template <class Real, int D>
std::vector<Real> dying_swings(std::int64_t n, double step) {
  return graph_of<Real, D>(n, [=](std::int64_t i) { return step * static_cast<double>(i % 2 ? i - n : n - i); });
}

/// Swings that grow by a factor of 2^powers from point to point, from 2^-40 up to 2^60 again and again.
template <class Real, int D>
std::vector<Real> doubling_swings(std::int64_t n, double powers) {
  return graph_of<Real, D>(n, [=](std::int64_t i) {
    return (i % 2 ? -1 : 1) * std::exp2(std::fmod(powers * static_cast<double>(i), 100) - 40);
  });
}

/// A spiral in the plane, with many points to a turn: each level takes half a turn off. With a step, n points make
/// the turns of n * step points.
template <class Real, int D>
std::vector<Real> fine_spiral(std::int64_t n, std::int64_t step = 1) {
  static_assert(D >= 2);
  std::vector<Real> line(static_cast<std::size_t>(n * D));
  for (std::int64_t i = 0; i < n; ++i) {
    const double at = static_cast<double>(i * step), radius = 1e-3 * at, turn = 2e-4 * at;
    line[i * D] = static_cast<Real>(radius * std::cos(turn));
    line[i * D + 1] = static_cast<Real>(radius * std::sin(turn));
  }
  return line;
}

/// Points with the coordinates of place(i), a std::array<double, 3>.
template <class Real, int D, class Place>
std::vector<Real> line_of_places(std::int64_t n, Place place) {
  std::vector<Real> line;
  line.reserve(static_cast<std::size_t>(n * D));
  for (std::int64_t i = 0; i < n; ++i) {
    const std::array<double, 3> at = place(i);
    for (int d = 0; d < D; ++d)
      line.push_back(static_cast<Real>(at[static_cast<std::size_t>(d)]));
  }
  return line;
}

/// A GPS at rest: random neighbours of one place on a grid of 1e-5 degrees.
template <class Real, int D>
std::vector<Real> rest(std::int64_t n) {
  random_numbers numbers(62);
  const auto neighbour = [&](double place) { return (place + static_cast<double>(numbers.below(3) - 1)) / 1e5; };
  return line_of_places<Real, D>(n, [&](std::int64_t) {
    const double x = neighbour(1340510), y = neighbour(5251870);
    return std::array<double, 3>{x, y, neighbour(3400)};
  });
}

/// Laps on a circle of `positions` places, rounded to six decimals.
template <class Real, int D>
std::vector<Real> laps(std::int64_t n, std::int64_t positions) {
  return line_of_places<Real, D>(n, [=](std::int64_t i) {
    const double angle = 6.283185307179586 * static_cast<double>(i % positions) / static_cast<double>(positions);
    const auto rounded = [](double x) { return std::round(x * 1e6) / 1e6; };
    return std::array<double, 3>{rounded(std::cos(angle)), rounded(std::sin(angle)), rounded(std::cos(3 * angle))};
  });
}

/// Three positions in turn.
template <class Real, int D>
std::vector<Real> three_in_turn(std::int64_t n) {
  constexpr std::array<std::array<double, 3>, 3> places{{{1, 2, 4}, {3, 5, 4}, {2, 9, 6}}};
  return line_of_places<Real, D>(n, [&](std::int64_t i) { return places[static_cast<std::size_t>(i % 3)]; });
}

/// Two positions in turn, then an end elsewhere: a level for each point.
template <class Real, int D>
std::vector<Real> two_in_turn(std::int64_t n) {
  constexpr std::array<std::array<double, 3>, 3> places{{{1, 2, 4}, {3, 5, 4}, {0, 0, 0}}};
  return line_of_places<Real, D>(
      n, [&](std::int64_t i) { return places[i == n - 1 ? 2 : static_cast<std::size_t>(i % 2)]; });
}

/// Lines with a cut at each point or nearly, at tolerance 2, and a spiral.
template <class Real, int D>
std::vector<std::vector<Real>> hard_lines(std::int64_t n) {
  random_numbers numbers(61);
  std::vector<std::vector<Real>> lines;
  lines.push_back(graph_of<Real, D>(n, [&](std::int64_t) { return numbers.below(8); }));
  lines.push_back(graph_of<Real, D>(n, [&](std::int64_t) { return 7 * numbers.below(2); }));
  lines.push_back(graph_of<Real, D>(n, [](std::int64_t i) { return 7 * (i % 2); }));
  lines.push_back(dying_swings<Real, D>(n, 0.001));
  lines.push_back(doubling_swings<Real, D>(n, 1));
  lines.push_back(doubling_swings<Real, D>(n, 0.02));
  lines.push_back(
      graph_of<Real, D>(n, [](std::int64_t i) { return (i % 2 == 0 ? 0 : 100) + 0.001 * static_cast<double>(i); }));
  if constexpr (D > 1)
    lines.push_back(fine_spiral<Real, D>(n));
  return lines;
}

} // namespace thrustline::test
