// SPDX-License-Identifier: MIT
#include "road_images.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "skip.hpp"

namespace thrustline::test {

std::vector<std::string> const& road_images() {
  static const std::vector<std::string> all{"kitti_tram",         "kitti_tree",       "kitti_tree_noisy",
                                            "kitti_tree_corrupt", "karlsruhe_urban1", "karlsruhe_urban4",
                                            "apollo_1",           "synthia"};
  return all;
}

std::optional<thrustline_program::grey_image> read_road_image(std::string const& name, std::string const& what) {
  const std::filesystem::path path = std::filesystem::path(THRUSTLINE_DATA_DIR) / ("disparity_" + name + ".png");
  if (!std::filesystem::exists(path)) {
    skip(what + ": " + path.string() + " is absent");
    return {};
  }
  return thrustline_program::read_grey_image(path.string());
}

void for_each_road_image(std::string const& what,
                         std::function<void(thrustline_program::grey_image const&)> const& check) {
  for (std::string const& name : road_images()) {
    INFO("image ", name);
    if (const auto image = read_road_image(name, what))
      check(*image);
  }
}

} // namespace thrustline::test
