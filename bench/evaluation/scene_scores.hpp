// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "support/made_streets.hpp"

namespace thrustline::bench {

/// Scores of stixels on scenes with known content, by the measures of Hernandez-Juarez et al. (2016), section 6.
struct scene_scores {
  std::int64_t true_stixels = 0, detected = 0; ///< detected: object stixels cover more than half of it
  std::int64_t object_stixels = 0;
  std::int64_t false_positives = 0; ///< object stixels with more than 30 pixels in the free space below the lowest true
                                    ///< stixel of their column; columns without one are left out
  std::int64_t pixels = 0, same_class = 0; ///< objects of less than 1 px count as sky, which cannot stand on ground
  std::vector<double> disparity_errors;    ///< errors in the middle row of each detected true stixel

  double median_disparity_error() {
    if (disparity_errors.empty())
      return 0;
    const auto middle = disparity_errors.begin() + static_cast<std::ptrdiff_t>(disparity_errors.size() / 2);
    std::nth_element(disparity_errors.begin(), middle, disparity_errors.end());
    return *middle;
  }
};

/// Adds the scores of a scene's stixels, of `width` columns each. True stixels are the runs of one object in the middle
/// column of each.
inline void add_scores(scene_scores& scores, made_street const& scene, ragged<stixel> const& columns,
                       std::int64_t width) {
  constexpr double free_pixels = 30;
  for (std::size_t s = 0; s + 1 < columns.offsets.size(); ++s) {
    const std::int64_t middle = static_cast<std::int64_t>(s) * width + width / 2;
    std::vector<const stixel*> of_row;
    for (auto i = columns.offsets[s]; i < columns.offsets[s + 1]; ++i) {
      stixel const& one = columns.values[static_cast<std::size_t>(i)];
      of_row.insert(of_row.end(), static_cast<std::size_t>(one.last - one.first + 1), &one);
      scores.object_stixels += one.kind == stixel_class::object;
    }
    std::int64_t lowest = -1; // row of the base of the lowest true stixel
    for (std::int64_t row = 0; row < scene.rows;) {
      const std::size_t at = scene.at(row, middle);
      std::int64_t end = row, covered = 0;
      while (end < scene.rows && scene.kinds[scene.at(end, middle)] == scene.kinds[at] &&
             (scene.kinds[at] != stixel_class::object || scene.exact[scene.at(end, middle)] == scene.exact[at])) {
        stixel const& one = *of_row[static_cast<std::size_t>(end)];
        const bool is_object = one.kind == stixel_class::object;
        covered += is_object;
        scores.same_class += (is_object && one.disparity < 1 ? stixel_class::sky : one.kind) == scene.kinds[at];
        ++scores.pixels;
        ++end;
      }
      if (scene.kinds[at] == stixel_class::object) {
        ++scores.true_stixels;
        lowest = end - 1;
        if (2 * covered > end - row) {
          ++scores.detected;
          scores.disparity_errors.push_back(std::fabs(
              static_cast<double>(of_row[static_cast<std::size_t>((row + end) / 2)]->disparity - scene.exact[at])));
        }
      }
      row = end;
    }
    for (auto i = columns.offsets[s]; lowest >= 0 && i < columns.offsets[s + 1]; ++i) {
      stixel const& one = columns.values[static_cast<std::size_t>(i)];
      const double rows_in_free = static_cast<double>(one.last - std::max<std::int64_t>(one.first, lowest + 1) + 1);
      scores.false_positives +=
          one.kind == stixel_class::object && rows_in_free * static_cast<double>(width) > free_pixels;
    }
  }
}

} // namespace thrustline::bench
