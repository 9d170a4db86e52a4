// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/stixels.hpp>

#include "random_numbers.hpp"

/// Scenes of a road, boxes and sky in which the class and the disparity of every pixel are known.
namespace thrustline::test {

struct made_scene {
  std::int64_t columns = 0, rows = 0;
  stereo_camera camera{700, 0.5, 0};
  road_model road;
  std::vector<float> disparity;    ///< measured disparities
  std::vector<stixel_class> kinds; ///< class of each pixel
  std::vector<float> exact;        ///< true disparity of each pixel

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
  std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * columns + column);
  }
};

/// Errors of a measured scene.
struct measurement {
  double noise = 0; ///< standard deviation, px
  double outliers = 0, holes = 0;
};

/// A road below the horizon and boxes that stand on it, in front of the sky. Boxes have more than 2 px of disparity.
inline made_scene scene_of_boxes(std::int64_t columns, std::int64_t rows, int boxes, measurement const& how,
                                 std::uint64_t seed) {
  random_numbers numbers(seed);
  made_scene scene;
  scene.columns = columns, scene.rows = rows;
  scene.camera.principal_row = 0.4 * static_cast<double>(rows);
  scene.road = {60. / static_cast<double>(rows), std::floor(0.4 * static_cast<double>(rows))};
  const auto size = static_cast<std::size_t>(columns * rows);
  scene.disparity.resize(size), scene.exact.resize(size), scene.kinds.resize(size);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const double below = static_cast<double>(row) - scene.road.horizon;
      scene.kinds[scene.at(row, column)] = below > 0 ? stixel_class::ground : stixel_class::sky;
      scene.exact[scene.at(row, column)] = static_cast<float>(std::max(0., scene.road.slope * below));
    }
  struct box {
    double disparity;
    std::int64_t left, right, top, bottom;
  };
  std::vector<box> all;
  for (int i = 0; i < boxes; ++i) {
    const double disparity = 4 + 26 * numbers.uniform();
    const auto bottom = static_cast<std::int64_t>(scene.road.horizon + disparity / scene.road.slope);
    const std::int64_t left = numbers.below(columns), height = rows / 8 + numbers.below(rows / 3);
    all.push_back({disparity, left, left + columns / 6 + 1, std::max<std::int64_t>(bottom - height, 0), bottom});
  }
  std::sort(all.begin(), all.end(), [](box const& a, box const& b) { return a.disparity < b.disparity; });
  for (box const& b : all)
    for (std::int64_t row = b.top; row <= std::min(b.bottom, rows - 1); ++row)
      for (std::int64_t column = b.left; column < std::min(b.right, columns); ++column) {
        scene.kinds[scene.at(row, column)] = stixel_class::object;
        scene.exact[scene.at(row, column)] = static_cast<float>(b.disparity);
      }
  for (std::size_t i = 0; i < size; ++i) {
    double measured = scene.exact[i] + how.noise * numbers.normal();
    if (numbers.uniform() < how.outliers)
      measured = 127 * numbers.uniform();
    scene.disparity[i] = numbers.uniform() < how.holes ? std::numeric_limits<float>::quiet_NaN()
                                                       : static_cast<float>(std::clamp(measured, 0., 127.));
  }
  return scene;
}

/// Disparities that follow no scene: a few levels, long runs, holes, and some that are out of range.
inline made_scene senseless_scene(std::int64_t columns, std::int64_t rows, std::uint64_t seed) {
  random_numbers numbers(seed);
  made_scene scene = scene_of_boxes(columns, rows, 0, {}, seed);
  scene.camera.baseline = 0.1 + numbers.uniform();
  scene.road = {0.02 + numbers.uniform(), static_cast<double>(rows) * (1.4 * numbers.uniform() - 0.2)};
  const std::int64_t levels = 1 + numbers.below(40);
  for (std::int64_t column = 0; column < columns; ++column) {
    double value = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      if (row == 0 || numbers.below(6) == 0)
        value = static_cast<double>(numbers.below(levels)) * (numbers.below(2) ? 1 : 0.75) + 0.01 * numbers.uniform();
      if (numbers.below(80) == 0)
        value = numbers.below(2) ? 200 : -1;
      scene.disparity[scene.at(row, column)] =
          numbers.below(12) == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
    }
  }
  return scene;
}

/// A scene seen by cameras so far apart that disparities reach the end of the range, and some exceed it.
inline made_scene near_scene(std::int64_t columns, std::int64_t rows, int range, std::uint64_t seed) {
  random_numbers numbers(seed);
  made_scene scene = scene_of_boxes(columns, rows, 6, {1, 0.1, 0.1}, seed);
  const auto times = static_cast<float>(range) / 128, end = static_cast<float>(range);
  scene.camera.baseline *= times;
  scene.road.slope *= times;
  for (float& disparity : scene.disparity)
    disparity *= times;
  const float ends[] = {std::nextafter(end, 0.f), end - 0.25f, end - 0.5f, end - 0.75f, end, -1};
  for (std::int64_t column = 0; column < columns; ++column) {
    const std::int64_t first = numbers.below(rows), height = numbers.below(1 + rows / 3), levels = 1 + numbers.below(6);
    for (std::int64_t row = first; row < std::min(first + height, rows); ++row)
      scene.disparity[scene.at(row, column)] = ends[numbers.below(levels)];
  }
  return scene;
}

} // namespace thrustline::test
