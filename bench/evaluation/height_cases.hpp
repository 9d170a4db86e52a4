// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "support/depth_frames.hpp"

/// Inputs that differ in how many segments they need, at several heights (Cebrian & Moure, Fig. 9).
namespace thrustline::bench {

struct height_case {
  std::string name; ///< best, average, worst, noise
  depth_frame frame;

  /// Disparities in px; NaN: no measurement.
  std::vector<float> disparity() const {
    std::vector<float> values;
    for (std::uint16_t value : frame.values)
      values.push_back(value == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value) / 256);
    return values;
  }

  /// KITTI's camera, scaled like the frame.
  stereo_camera camera() const { return {721.5 * stretch(), 0.54, 172.9 * stretch()}; }
  road_model road() const { return {0.3 / stretch(), 168 * stretch()}; }

private:
  double stretch() const { return static_cast<double>(frame.rows) / 375; }
};

/// Cases from few segments to the largest number. Without a folder of real frames: a made frame as the average, and
/// noise.
inline std::vector<height_case> height_cases(std::string const& folder, std::int64_t rows) {
  constexpr std::int64_t columns = 1242;
  std::vector<height_case> cases;
  for (depth_frame const& frame : real_frames(folder, rows)) {
    if (frame.name == "kitti_tram")
      cases.push_back({"best", frame});
    if (frame.name == "kitti_tree_corrupt")
      cases.push_back({"average", frame});
    if (frame.name == "kitti_tree_noisy")
      cases.push_back({"worst", frame});
  }
  if (cases.empty())
    cases.push_back({"average", made_frame(columns, rows)});
  cases.push_back({"noise", binary_noise_frame(columns, rows)});
  return cases;
}

} // namespace thrustline::bench
