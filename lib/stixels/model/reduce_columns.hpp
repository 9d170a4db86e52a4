// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "depth/steps/image_size.hpp"
#include "stixels/model/units.hpp"
#include <thrustline/stixel_parameters.hpp>

/// Reduces columns of a stixel's width to columns of one pixel, stored one after the other with rows from the bottom.
namespace thrustline::stixel_world {

inline constexpr std::int64_t widest_median = 16;

/// Reduces a row of `width` pixels to one.
struct row_reduction {
  std::int64_t width;
  stixel_reduction by;
  float range; ///< disparities d are valid where 0 <= d < range
  disparity_units units;

  /// Returns the disparity in disparity units, or `missing`.
  THRUSTLINE_HD std::int32_t operator()(const float* pixels) const {
    const float value = by == stixel_reduction::mean ? mean(pixels) : median(pixels);
    if (depth::is_absent(value))
      return missing;
    const std::int32_t nearest = to_nearest(rounding::mul(value, static_cast<float>(1 << units.bits)));
    const auto end = static_cast<std::int32_t>(range) << units.bits;
    return nearest < end ? nearest : end - 1;
  }

private:
  THRUSTLINE_HD bool valid(float disparity) const { return disparity >= 0 && disparity < range; }

  /// Adds pixels in groups, so that a device reads all of a group at once; in double, as columns may be wide.
  THRUSTLINE_HD float mean(const float* pixels) const {
    constexpr int group = 8;
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < width; first += group) {
      float values[group];
      for (int i = 0; i < group; ++i)
        values[i] = first + i < width ? pixels[first + i] : depth::absent;
      for (int i = 0; i < group; ++i)
        if (valid(values[i])) {
          sum = rounding::add(sum, static_cast<double>(values[i]));
          ++count;
        }
    }
    return count > 0 ? static_cast<float>(rounding::div(sum, static_cast<double>(count))) : depth::absent;
  }

  THRUSTLINE_HD float median(const float* pixels) const {
    float sorted[widest_median];
    int count = 0;
    for (std::int64_t i = 0; i < width; ++i) {
      if (!valid(pixels[i]))
        continue;
      int at = count++;
      for (; at > 0 && sorted[at - 1] > pixels[i]; --at)
        sorted[at] = sorted[at - 1];
      sorted[at] = pixels[i];
    }
    if (count == 0)
      return depth::absent;
    return rounding::mul(rounding::add(sorted[(count - 1) / 2], sorted[count / 2]), 0.5f);
  }
};

/// Writes item i of the reduced batch: neighbours in i are neighbours in a row of the image.
struct reduce_item {
  const float* disparity;
  depth::image_size size;
  row_reduction reduction;
  std::int64_t stixel_columns;
  std::int32_t* reduced; ///< column s of frame f at (f * stixel_columns + s) * rows, from the bottom

  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const auto [rows_before, column] = depth::detail::divide(i, stixel_columns);
    const auto [frame, row] = depth::detail::divide(rows_before, size.rows);
    const float* const pixels = disparity + rows_before * size.columns + column * reduction.width;
    reduced[(frame * stixel_columns + column) * size.rows + size.rows - 1 - row] = reduction(pixels);
  }
};

} // namespace thrustline::stixel_world
