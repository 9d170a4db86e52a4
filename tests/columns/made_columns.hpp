// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "random_numbers.hpp"

namespace thrustline::test {

/// Values 0 .. 255 that are hard for column engines: ties, plateaus, noise that peels point by point, and holes.
inline std::vector<int> made_column(std::int64_t rows, random_numbers& numbers) {
  std::vector<int> column(static_cast<std::size_t>(rows));
  const std::int64_t kind = numbers.below(7);
  double value = 1 + static_cast<double>(numbers.below(200)), slope = 0;
  std::int64_t left = 0;
  for (int& v : column) {
    switch (kind) {
    case 0: // random walk
      value = std::fmin(255, std::fmax(1, value + std::floor(3 * numbers.normal())));
      break;
    case 1: // slanted pieces with noise, as roads and cars are
      if (left-- == 0) {
        left = 5 + numbers.below(80);
        value = 1 + static_cast<double>(numbers.below(200));
        slope = numbers.below(2) ? 0 : numbers.uniform();
      }
      value = std::fmin(255, std::fmax(1, value + slope + numbers.normal()));
      break;
    case 2: // plateaus
      if (left-- == 0) {
        left = numbers.below(40);
        value = 1 + static_cast<double>(numbers.below(6));
      }
      break;
    case 3: // integer noise
      value = 1 + static_cast<double>(numbers.below(8));
      break;
    case 4: // binary noise
      value = 1 + static_cast<double>(numbers.below(2));
      break;
    case 5: // a line
      value = std::fmin(255, value + 0.125);
      break;
    default: // zig-zag of equal heights
      value = value == 7 ? 9 : 7;
    }
    v = static_cast<int>(value);
  }
  return column;
}

/// Sets runs at the ends, single pixels, or everything to 0.
inline void make_holes(std::vector<int>& column, random_numbers& numbers) {
  const auto rows = static_cast<std::int64_t>(column.size());
  const std::int64_t kind = numbers.below(6);
  if (kind < 2 || rows == 0)
    return;
  const std::int64_t top = kind == 5 ? rows : numbers.below(rows + 1) / 4, bottom = numbers.below(rows + 1) / 4;
  for (std::int64_t i = 0; i < rows; ++i)
    if (i < top || i >= rows - bottom || (kind == 4 && numbers.below(5) == 0))
      column[static_cast<std::size_t>(i)] = 0;
}

/// Columns one after the other.
inline std::vector<int> made_columns(std::int64_t columns, std::int64_t rows, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<int> all;
  for (std::int64_t c = 0; c < columns; ++c) {
    std::vector<int> column = made_column(rows, numbers);
    make_holes(column, numbers);
    all.insert(all.end(), column.begin(), column.end());
  }
  return all;
}

} // namespace thrustline::test
