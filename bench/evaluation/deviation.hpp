// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/stixels.hpp>

#include "disparity_maps.hpp"

/// Deviation of a representation from its disparity map, and the depth of its columns' split trees.
namespace thrustline::bench {

/// Deviation of an image from its representation, over the valid pixels of both.
struct deviation {
  double sum = 0, squares = 0;
  std::int64_t pixels = 0, far = 0; ///< far: pixels that deviate by more than 3 px

  deviation(std::vector<float> const& image, std::vector<float> const& instead) {
    for (std::size_t i = 0; i < image.size(); ++i)
      if (const double d = std::fabs(static_cast<double>(image[i] - instead[i])); !std::isnan(d)) {
        sum += d;
        squares += d * d;
        far += d > 3;
        ++pixels;
      }
  }

  double mean() const { return sum / static_cast<double>(pixels); }
  double root_mean_square() const { return std::sqrt(squares / static_cast<double>(pixels)); }
  double far_share() const { return static_cast<double>(far) / static_cast<double>(pixels); }
};

/// Image drawn from stixels.
inline std::vector<float> image_of(ragged<stixel> const& found, disparity_map const& one, road_model const& road,
                                   std::int64_t width) {
  std::vector<float> image(one.disparity.size(), std::numeric_limits<float>::quiet_NaN());
  const double horizon = std::ceil(road.horizon);
  for (std::size_t s = 0; s + 1 < found.offsets.size(); ++s)
    for (auto i = found.offsets[s]; i < found.offsets[s + 1]; ++i) {
      stixel const& piece = found.values[static_cast<std::size_t>(i)];
      for (std::int64_t row = piece.first; row <= piece.last; ++row) {
        const double disparity = piece.kind == stixel_class::object ? static_cast<double>(piece.disparity)
                                 : piece.kind == stixel_class::sky  ? 0
                                                                    : road.slope * (static_cast<double>(row) - horizon);
        for (std::int64_t x = 0; x < width; ++x)
          image[static_cast<std::size_t>(row * one.columns + static_cast<std::int64_t>(s) * width + x)] =
              static_cast<float>(disparity);
      }
    }
  return image;
}

/// Levels of recursion that Ramer-Douglas-Peucker needs for rows first .. last of a column.
inline int levels(const float* column, std::int64_t stride, std::int64_t first, std::int64_t last, double tolerance) {
  std::int64_t farthest = first;
  double most = tolerance;
  for (std::int64_t i = first + 1; i < last; ++i) {
    const double chord = column[first * stride] + (column[last * stride] - column[first * stride]) *
                                                      static_cast<double>(i - first) /
                                                      static_cast<double>(last - first);
    if (const double d = std::fabs(column[i * stride] - chord); d > most)
      most = d, farthest = i;
  }
  if (farthest == first)
    return 1;
  return 1 + std::max(levels(column, stride, first, farthest, tolerance),
                      levels(column, stride, farthest, last, tolerance));
}

} // namespace thrustline::bench
