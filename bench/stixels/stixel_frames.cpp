// SPDX-License-Identifier: MIT
#include "stixel_frames.hpp"

#include <limits>
#include <optional>

#include <formats/grey_image.hpp>

#include "support/made_streets.hpp"

namespace thrustline::bench {

stixel_frame made_stixel_frame(std::int64_t columns, std::int64_t rows) {
  const made_street street = make_street(columns, rows, {});
  return {"made", columns, rows, street.camera, street.road, street.disparity};
}

std::vector<stixel_frame> kitti_stixel_frames(std::string const& folder) {
  std::vector<stixel_frame> frames;
  if (folder.empty())
    return frames;
  for (const char* name : {"kitti_tram", "kitti_tree", "kitti_tree_noisy"}) {
    const auto image = thrustline_program::read_grey_image(folder + "/disparity_" + name + ".png");
    stixel_frame one{name, image.columns, image.rows, {721.5, 0.54, 172.9}, {}, {}};
    for (std::uint16_t value : image.values)
      one.disparity.push_back(value == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value) / 256);
    std::optional<road_estimate> road;
    estimate_road(executor::cpu(), one.view(), one.camera, {}, &road);
    one.road = road.value().road;
    frames.push_back(one);
  }
  return frames;
}

} // namespace thrustline::bench
