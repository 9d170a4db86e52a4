// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "plain_steps.hpp"
#include "random_numbers.hpp"

namespace thrustline::test {

enum class holes { none, scattered, mostly, runs, columns, all };

constexpr holes all_holes[] = {holes::none, holes::scattered, holes::mostly, holes::runs, holes::columns, holes::all};

/// Sizes around those of windows, vectors and pieces of columns; the large one keeps several threads busy.
struct made_size {
  std::int64_t columns, rows, frames;
};
constexpr made_size made_sizes[] = {{1, 1, 1},  {1, 2, 3},  {2, 1, 2},   {17, 1, 1},   {1, 70, 2},
                                    {5, 5, 1},  {16, 6, 2}, {15, 33, 2}, {18, 129, 1}, {33, 32, 3},
                                    {40, 7, 5}, {0, 4, 1},  {4, 0, 1},   {3, 3, 0},    {301, 200, 2}};

inline bool is_hole(holes kind, std::int64_t column, std::int64_t& left, random_numbers& numbers) {
  switch (kind) {
  case holes::none:
    return false;
  case holes::scattered:
    return numbers.below(5) == 0;
  case holes::mostly:
    return numbers.below(10) != 0;
  case holes::runs:
    if (left == 0)
      left = numbers.below(30) - 14; // negative: values
    left += left > 0 ? -1 : left < 0 ? 1 : 0;
    return left > 0;
  case holes::columns:
    return column % 3 == 1;
  case holes::all:
    break;
  }
  return true;
}

/// Few distinct values, so that many are equal; both zeros, negative and infinite values among them.
inline plain_images made_images(made_size const& size, holes kind, std::uint64_t seed) {
  random_numbers numbers(seed);
  plain_images images(size.columns, size.rows, size.frames);
  for (std::int64_t f = 0; f < size.frames; ++f)
    for (std::int64_t c = 0; c < size.columns; ++c) {
      std::int64_t left = 0;
      for (std::int64_t r = 0; r < size.rows; ++r) {
        const std::int64_t number = numbers.below(200);
        const float value = number == 0   ? INFINITY
                            : number == 1 ? -INFINITY
                            : number < 20 ? -0.f
                            : number < 40 ? 0.f
                                          : 0.3f * static_cast<float>(number % 40 - 5);
        images.at(f, r, c) = is_hole(kind, c, left, numbers) ? NAN : value;
      }
    }
  return images;
}

/// Finite values only, as segment_columns() requires.
inline plain_images made_disparities(made_size const& size, holes kind, std::uint64_t seed) {
  plain_images images = made_images(size, kind, seed);
  for (float& value : images.values)
    value = std::isinf(value) ? 50 : value;
  return images;
}

} // namespace thrustline::test
