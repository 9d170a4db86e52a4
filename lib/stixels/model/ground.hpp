// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "stixels/model/data_term.hpp"

namespace thrustline::stixel_world {

/// The road of a frame as the model uses it. Rows v count from the bottom of the image.
struct ground_plane {
  double slope;         ///< px a row
  std::int64_t horizon; ///< the first row v without ground
  double tilt, height;  ///< camera's tilt in rad, negative if it looks down; camera's height in m

  ground_plane(road_model const& road, stereo_camera const& camera, std::int64_t rows)
      : slope(road.slope), horizon(rows - 1 - static_cast<std::int64_t>(std::ceil(road.horizon))),
        tilt(-std::atan((camera.principal_row - road.horizon) / camera.focal_length)),
        height(camera.baseline * std::cos(tilt) / slope) {}

  double disparity(std::int64_t v) const { return slope * static_cast<double>(horizon - v); }

  /// Standard deviation of the ground's disparities, from the noise of measurement and the uncertain height and tilt of
  /// the camera.
  double deviation(model_setting const& model, std::int64_t v) const {
    stixel_parameters const& p = model.parameters;
    stereo_camera const& camera = model.camera;
    const double below_horizon = static_cast<double>(horizon - v) / camera.focal_length;
    const double angle = model.mode == stixel_mode::faithful ? tilt + below_horizon : below_horizon;
    const double by_height = p.camera_height_noise * angle / height, by_tilt = p.camera_tilt_noise;
    return std::hypot(p.ground_noise, camera.focal_length * camera.baseline / height * std::hypot(by_height, by_tilt));
  }
};

/// Costs of a row on the ground.
struct ground_row {
  float disparity;
  pixel_cost costs;
};

inline ground_row make_ground_row(ground_plane const& ground, model_setting const& model, std::int64_t v) {
  stixel_parameters const& p = model.parameters;
  const double disparity = ground.disparity(v);
  const gaussian_or_outlier costs(disparity, ground.deviation(model, v), p.outliers, model.range,
                                  ground_existence(p).measured);
  return {static_cast<float>(disparity), costs.in(model.units)};
}

} // namespace thrustline::stixel_world
