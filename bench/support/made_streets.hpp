// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

namespace thrustline::bench {

/// A disparity image of a road, boxes and sky, with the true class and disparity of each pixel.
struct made_street {
  std::int64_t columns = 0, rows = 0;
  stereo_camera camera{700, 0.5, 0};
  road_model road;
  std::vector<float> disparity;    ///< as measured; NaN: no measurement
  std::vector<stixel_class> kinds; ///< true class of each pixel
  std::vector<float> exact;        ///< true disparity of each pixel

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
  std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * columns + column);
  }
};

struct street_options {
  int boxes = 25;        ///< they stand on the road, nearer than 4 px of disparity
  double noise = 1;      ///< standard deviation of measurements, px
  double outliers = 0.1; ///< share of measurements that are random
  double holes = 0.1;    ///< share of pixels without measurement
  std::uint64_t seed = 7;
};

made_street make_street(std::int64_t columns, std::int64_t rows, street_options const& options);

} // namespace thrustline::bench
