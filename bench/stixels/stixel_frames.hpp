// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

namespace thrustline::bench {

/// Disparity image, row-major, in px, NaN: no measurement, with the camera and road that stixels need.
struct stixel_frame {
  std::string name;
  std::int64_t columns = 0, rows = 0;
  stereo_camera camera;
  road_model road;
  std::vector<float> disparity;

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
};

/// Made frame: a road with 25 boxes, noise of 1 px, a tenth of outliers and a tenth of holes.
stixel_frame made_stixel_frame(std::int64_t columns, std::int64_t rows);

/// KITTI's frames of a folder of disparity images, with their estimated roads; none if `folder` is empty.
std::vector<stixel_frame> kitti_stixel_frames(std::string const& folder);

} // namespace thrustline::bench
