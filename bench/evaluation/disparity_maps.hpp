// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/depth_image.hpp>
#include <thrustline/stixels.hpp>

#include <formats/grey_image.hpp>

namespace thrustline::bench {

/// Real disparity image, prepared for both representations, and the camera that took it.
struct disparity_map {
  std::string name;
  stereo_camera camera;
  bool zero_is_measured = false;
  int max_disparity = 128;
  std::int64_t stixel_width = 5;
  std::int64_t columns = 0, rows = 0;
  std::vector<float> disparity{}; ///< dense: median of 5 x 5, holes filled along columns

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
};

/// Reads the pixels of `one` from a folder of disparity images.
inline disparity_map read_map(std::string const& folder, disparity_map one) {
  const auto raw = thrustline_program::read_grey_image(folder + "/disparity_" + one.name + ".png");
  one.columns = raw.columns, one.rows = raw.rows;
  std::vector<float> plain(raw.values.size());
  one.disparity.resize(raw.values.size());
  const executor on = executor::cpu();
  const double invalid = one.zero_is_measured ? std::numeric_limits<double>::quiet_NaN() : 0;
  to_disparity(on, dense_images<const std::uint16_t>{raw.values.data(), raw.columns, raw.rows},
               disparity_options{}.scale(1.0 / 256).invalid_value(invalid), {plain.data(), raw.columns, raw.rows});
  const dense_images<float> filtered{one.disparity.data(), raw.columns, raw.rows};
  median_filter(on, dense_images<const float>{plain.data(), raw.columns, raw.rows}, 5, filtered);
  fill_columns(on, filtered, filtered);
  return one;
}

/// The maps of a folder: two rigs in the streets of Karlsruhe, a rendered street, and a large image of a laser scanner,
/// whose stixels take nearly the same share of its width.
inline std::vector<disparity_map> read_maps(std::string const& folder) {
  const stereo_camera kitti{721.5, 0.54, 172.9}, karlsruhe{645.24, 0.5707, 194.13};
  std::vector<disparity_map> maps;
  for (const char* name : {"kitti_tram", "kitti_tree", "kitti_tree_noisy", "kitti_tree_corrupt"})
    maps.push_back(read_map(folder, {name, kitti}));
  for (const char* name : {"karlsruhe_urban1", "karlsruhe_urban4"})
    maps.push_back(read_map(folder, {name, karlsruhe}));
  maps.push_back(read_map(folder, {"synthia", {704.7082, 0.8, 384}, true}));
  maps.push_back(read_map(folder, {"apollo_1", {2300, 0.36, 1355}, false, 192, 14}));
  return maps;
}

} // namespace thrustline::bench
