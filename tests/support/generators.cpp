// SPDX-License-Identifier: MIT
#include "generators.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace thrustline::test {
namespace {

constexpr double tau = 6.283185307179586;

/// Points whose last coordinates are y(i) and whose first one, if there are two or more, is i.
template <class Y>
void graph(double* out, std::int64_t n, int dimensions, Y y) {
  for (std::int64_t i = 0; i < n; ++i) {
    double* point = out + i * dimensions;
    if (dimensions == 1) {
      point[0] = y(i);
      continue;
    }
    point[0] = static_cast<double>(i);
    for (int d = 1; d < dimensions; ++d)
      point[d] = y(i);
  }
}

void walk(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  std::array<double, 3> at{};
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d] += numbers.normal();
}

/// A walk times `scale` around a far origin: in float its steps are mostly rounding.
void walk_at(double* out, std::int64_t n, int dimensions, random_numbers& numbers, double scale,
             std::array<double, 3> origin) {
  walk(out, n, dimensions, numbers);
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < dimensions; ++d) {
      double& value = out[i * dimensions + d];
      value = value * scale + origin[d];
    }
}

void utm(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  walk_at(out, n, dimensions, numbers, 10, {500000, 5400000, 300});
}

void lon_lat(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  walk_at(out, n, dimensions, numbers, 1e-4, {13.4, 52.5, 34});
}

void smooth(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  double heading = 0;
  std::array<double, 3> at{};
  for (std::int64_t i = 0; i < n; ++i) {
    heading += 0.1 * numbers.normal();
    const std::array<double, 3> step{std::sin(heading), std::cos(heading), std::sin(heading / 3)};
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d] += step[d];
  }
}

void zigzag(double* out, std::int64_t n, int dimensions, random_numbers&) {
  graph(out, n, dimensions, [](std::int64_t i) { return static_cast<double>(i % 2); });
}

void shrinking_zigzag(double* out, std::int64_t n, int dimensions, random_numbers&) {
  graph(out, n, dimensions,
        [](std::int64_t i) { return (i % 2 ? -1 : 1) * std::exp(-0.003 * static_cast<double>(i)); });
}

void plateaus(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  double level = 0;
  std::int64_t left = 0;
  graph(out, n, dimensions, [&](std::int64_t) {
    if (left-- == 0) {
      left = numbers.below(40);
      level = static_cast<double>(numbers.below(100));
    }
    return level;
  });
}

void integer_noise(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  graph(out, n, dimensions, [&](std::int64_t) { return static_cast<double>(numbers.below(8)); });
}

void binary_noise(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  graph(out, n, dimensions, [&](std::int64_t) { return static_cast<double>(7 * numbers.below(2)); });
}

void square_wave(double* out, std::int64_t n, int dimensions, random_numbers&) {
  graph(out, n, dimensions, [](std::int64_t i) { return static_cast<double>(7 * (i / 4 % 2)); });
}

void duplicates(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  std::array<double, 3> at{};
  std::int64_t left = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const bool moves = left-- == 0;
    if (moves)
      left = numbers.below(4);
    for (int d = 0; d < dimensions; ++d) {
      if (moves)
        at[d] += numbers.normal();
      out[i * dimensions + d] = at[d];
    }
  }
}

void all_equal(double* out, std::int64_t n, int dimensions, random_numbers&) {
  const std::array<double, 3> at{3.25, -7.5, 1.125};
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d];
}

/// Straight runs of whole numbers: every point inside a run is exactly on its chord.
void collinear(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  std::array<double, 3> at{}, step{};
  std::int64_t left = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (left-- == 0) {
      left = 10 + numbers.below(50);
      for (double& s : step)
        s = static_cast<double>(numbers.below(7) - 3);
    }
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d] += step[d];
  }
}

/// Equal symmetric bumps: every split has many equally far points.
void ties(double* out, std::int64_t n, int dimensions, random_numbers&) {
  graph(out, n, dimensions, [](std::int64_t i) {
    const std::array<double, 8> bump{0, 0, 1, 2, 2, 1, 0, 0};
    return bump[i % 8];
  });
}

void spiral(double* out, std::int64_t n, int dimensions, random_numbers&) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double turn = 0.05 * static_cast<double>(i), radius = 0.02 * static_cast<double>(i);
    const std::array<double, 3> at{radius * std::sin(turn), radius * std::cos(turn), 0.5 * radius};
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d];
  }
}

/// Midpoint displacement, a Brownian bridge per coordinate, finest on a grid of 2^k steps.
void coast(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  std::int64_t grid = 1;
  while (grid + 1 < n)
    grid *= 2;
  std::vector<double> line(static_cast<std::size_t>((grid + 1) * dimensions));
  for (int d = 0; d < dimensions; ++d)
    line[grid * dimensions + d] = 100.0 * (d + 1);
  double roughness = 30;
  for (std::int64_t step = grid; step > 1; step /= 2, roughness *= 0.6)
    for (std::int64_t i = step / 2; i < grid; i += step)
      for (int d = 0; d < dimensions; ++d)
        line[i * dimensions + d] = (line[(i - step / 2) * dimensions + d] + line[(i + step / 2) * dimensions + d]) / 2 +
                                   roughness * numbers.normal();
  for (std::int64_t i = 0; i < n * dimensions; ++i)
    out[i] = line[i];
}

void rough_ring(double* out, std::int64_t n, int dimensions, random_numbers& numbers) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double turn = tau * static_cast<double>(i) / static_cast<double>(n), radius = 100 + numbers.normal();
    const std::array<double, 3> at{radius * std::cos(turn), radius * std::sin(turn), 10 * std::sin(3 * turn)};
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d];
  }
}

/// A square walked in whole steps: its sides are exactly straight, its corners are the only points worth keeping.
void square_ring(double* out, std::int64_t n, int dimensions, random_numbers&) {
  const std::int64_t side = n / 4 + 1;
  for (std::int64_t i = 0; i < n; ++i) {
    const double along = static_cast<double>(i % side), far = static_cast<double>(side);
    const std::array<std::array<double, 2>, 4> corner{{{along, 0}, {far, along}, {far - along, far}, {0, far - along}}};
    const std::array<double, 3> at{corner[i / side][0], corner[i / side][1], 0};
    for (int d = 0; d < dimensions; ++d)
      out[i * dimensions + d] = at[d];
  }
}

} // namespace

std::vector<kind> const& kinds() {
  static const std::vector<kind> all{
      {"walk", walk, 4, false, false},
      {"smooth", smooth, 2, false, false},
      {"coast", coast, 3, false, false},
      {"plateaus", plateaus, 30, false, false},
      {"duplicates", duplicates, 4, false, false},
      {"all equal", all_equal, 1, false, false},
      {"collinear runs", collinear, 5, false, false},
      {"spiral", spiral, 2, false, false},
      {"utm", utm, 40, false, false},
      {"lon/lat", lon_lat, 4e-4, false, false},
      {"zig-zag", zigzag, 0.75, true, false},
      {"shrinking zig-zag", shrinking_zigzag, 0.1, true, false},
      {"integer noise", integer_noise, 2, true, false},
      {"binary noise", binary_noise, 3, true, false},
      {"square wave", square_wave, 3, true, false},
      {"ties", ties, 1.25, true, false},
      {"rough ring", rough_ring, 1.5, false, true},
      {"square ring", square_ring, 1, false, true},
  };
  return all;
}

kind const& find_kind(std::string const& name) {
  for (kind const& each : kinds())
    if (each.name == name)
      return each;
  throw std::out_of_range("no kind of data is called " + name);
}

} // namespace thrustline::test
