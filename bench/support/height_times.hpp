// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "support/depth_frames.hpp"
#include "support/timing.hpp"

/// Time by the height of an image, for inputs that differ in how many segments they need (Cebrian & Moure, Fig. 9).
namespace thrustline::bench {

/// An input, stretched to a number of rows.
struct height_case {
  std::string name; ///< best, average, worst, noise
  std::function<depth_frame(std::int64_t rows)> frame;
};

/// From few segments to as many as can be. Without a folder of real frames: a made one as the average, and noise.
inline std::vector<height_case> height_cases(std::string const& folder) {
  constexpr std::int64_t columns = 1242;
  std::vector<height_case> cases;
  const auto real = [&](std::string const& name, std::string const& frame_name) {
    cases.push_back({name, [=](std::int64_t rows) {
                       for (depth_frame const& frame : real_frames(folder, rows))
                         if (frame.name == frame_name)
                           return frame;
                       return made_frame(columns, rows);
                     }});
  };
  if (!folder.empty()) {
    real("best", "kitti_tram");
    real("average", "kitti_tree_corrupt");
    real("worst", "kitti_tree_noisy");
  } else {
    cases.push_back({"average", [](std::int64_t rows) { return made_frame(columns, rows); }});
  }
  cases.push_back({"noise", [](std::int64_t rows) { return binary_noise_frame(columns, rows); }});
  return cases;
}

struct height_time {
  std::string frame;
  std::int64_t columns, rows;
  double tolerance, segments_a_column, stixels_a_column;
  double rdp_ms, stixels_ms; ///< on one thread, of one frame
};

/// Both representations of an input at heights from 256 to 1024 rows.
inline std::vector<height_time> times_by_height(height_case const& one) {
  std::vector<height_time> times;
  const executor single = executor::cpu(1);
  for (std::int64_t rows : {256, 384, 512, 768, 1024}) {
    const depth_frame frame = one.frame(rows);
    std::vector<float> disparity;
    for (std::uint16_t value : frame.values)
      disparity.push_back(value == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value) / 256);
    const dense_images<const float> view{disparity.data(), frame.columns, frame.rows};
    // KITTI's camera and road, as high as the frame is stretched.
    const double stretch = static_cast<double>(rows) / 375;
    const stereo_camera camera{721.5 * stretch, 0.54, 172.9 * stretch};
    const auto options = stixel_options{}.road({0.3 / stretch, 168 * stretch});
    ragged<column_segment<float>> cut;
    ragged<stixel> found;
    // Not in turns: one takes so much longer that there would be few rounds.
    const timing rdp = interleaved({[&] {
                                     cut = segment_columns(single, view.as_columns(),
                                                           segment_columns_options{}.tolerance(frame.tolerance));
                                   }},
                                   300)[0];
    const timing whole = interleaved({[&] { found = stixels(single, view, camera, options); }}, 300)[0];
    times.push_back({frame.name, frame.columns, rows, frame.tolerance,
                     static_cast<double>(cut.values.size()) / static_cast<double>(frame.columns),
                     static_cast<double>(found.values.size()) / static_cast<double>(frame.columns / options.width()),
                     rdp.median_ms, whole.median_ms});
  }
  return times;
}

} // namespace thrustline::bench
