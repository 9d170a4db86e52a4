// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "check_stixels.hpp"
#include "executors.hpp"
#include "road_images.hpp"
#include "stixels/found_stixels.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

struct real_image {
  std::int64_t columns, rows;
  std::vector<float> disparity;

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
};

/// Camera of an image, as far as it is known, and options for its stixels.
struct image_source {
  std::string name;
  stereo_camera camera;
  bool zero_is_measured = false;
  int max_disparity = 128;
  std::int64_t width = 9;
};

const stereo_camera kitti{721.5, 0.54, 172.9}, karlsruhe{645.24, 0.5707, 194.13};
const image_source synthia{"synthia", {704.7082, 0.8, 384}, true, 128, 5}; // the authors' program takes 0 as measured
const image_source apollo{"apollo_1", {2300, 0.36, 1355}, false, 192, 47}; // its cars have about this camera

/// std::nullopt, and the test is skipped by name, where the file is absent.
std::optional<real_image> read(image_source const& source) {
  const auto raw = read_road_image(source.name, "stixels");
  if (!raw)
    return std::nullopt;
  real_image image{raw->columns, raw->rows, {}};
  for (std::uint16_t value : raw->values)
    image.disparity.push_back(value == 0 && !source.zero_is_measured ? NAN : static_cast<float>(value) / 256);
  return image;
}

/// Checks that stixels tile their columns, and that those of every eighth column have the cost that was returned.
void check_tiling_and_costs(found_stixels const& found, real_image const& image, stereo_camera const& camera,
                            stixel_options const& options) {
  frame_model model(image.rows, camera, *options.road(), options);
  for (std::size_t s = 0; s < found.costs.size(); ++s) {
    INFO("column ", s);
    check_tiling(found.columns, s, image.rows);
    if (s % 8 == 0) {
      model.direct.read(reduced_column(image.view(), options, static_cast<std::int64_t>(s)));
      const auto total = static_cast<std::int64_t>(std::llround(found.costs[s] * model.tables.units.per_nat));
      REQUIRE(model.tables.units.nats(static_cast<stixel_world::cost>(total)) == found.costs[s]);
      const auto written = raised(found.columns, s, image.rows);
      REQUIRE(readings_of_column(model.direct, written, options.mode()).any_costs(total));
    }
  }
}

/// The class of every row, with far objects as sky in both modes.
std::vector<stixel_class> classes(ragged<stixel> const& columns) {
  std::vector<stixel_class> kinds;
  for (stixel const& one : columns.values)
    kinds.insert(kinds.end(), static_cast<std::size_t>(one.last - one.first + 1),
                 written_class(one.kind, one.disparity, stixel_mode::faithful));
  return kinds;
}

} // namespace

TEST_CASE("the example of Hernandez-Juarez et al.: road and stixels") {
  const auto image = read(synthia);
  if (!image)
    return;
  stereo_camera const& camera = synthia.camera;
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    std::optional<road_estimate> road;
    estimate_road(on, image->view(), camera, {}, &road);
    REQUIRE(road);
    CHECK(std::ceil(road->road.horizon) == 303);
    CHECK(road->road.slope == doctest::Approx(0.230868).epsilon(1e-5));
    CHECK(road->tilt == doctest::Approx(-0.115436).epsilon(1e-5));
    CHECK(road->height == doctest::Approx(3.4421).epsilon(1e-4));

    const auto options = stixel_options{}.road(road->road);
    const auto faithful = stixels(on, image->view(), camera, stixel_options(options).mode(stixel_mode::faithful));
    REQUIRE(faithful.offsets.size() == 205);
    // Their file has 971 stixels, in which objects below 1 px are written as sky; ours are 969.
    std::int64_t ground = 0, object = 0, sky = 0, fullest = 0;
    for (stixel const& one : faithful.values) {
      ground += one.kind == stixel_class::ground;
      object += one.kind == stixel_class::object;
      sky += one.kind == stixel_class::sky;
      REQUIRE((one.kind != stixel_class::object || one.disparity >= 1));
    }
    for (std::size_t s = 0; s < 204; ++s)
      fullest = std::max(fullest, faithful.offsets[s + 1] - faithful.offsets[s]);
    CHECK(ground == 211);
    CHECK(object == 579);
    CHECK(sky == 179);
    CHECK(fullest >= 14);

    const std::vector<stixel_class> wanted = classes(faithful),
                                    got = classes(stixels(on, image->view(), camera, options));
    REQUIRE(wanted.size() == 204 * 768);
    REQUIRE(got.size() == wanted.size());
    std::size_t same = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
      same += got[i] == wanted[i];
    CHECK(static_cast<double>(same) >= 0.995 * static_cast<double>(got.size()));
  }
}

TEST_CASE("stixels of road images break no rule and cost what they say") {
  for (image_source const& source :
       {image_source{"kitti_tram", kitti}, image_source{"kitti_tram", kitti, false, 128, 5},
        image_source{"kitti_tree", kitti}, image_source{"kitti_tree_noisy", kitti},
        image_source{"kitti_tree_corrupt", kitti}, image_source{"karlsruhe_urban1", karlsruhe},
        image_source{"karlsruhe_urban4", karlsruhe}, synthia, apollo}) {
    INFO("image ", source.name, ", width ", source.width);
    const auto image = read(source);
    if (!image)
      continue;
    for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful}) {
      CAPTURE(static_cast<int>(mode));
      std::optional<found_stixels> wanted;
      for (executor const& on : executors()) {
        INFO("on ", on.name());
        if (!on.is_cuda() && on.threads() > 1)
          continue;
        std::optional<road_estimate> road;
        estimate_road(on, image->view(), source.camera, road_options{}.max_disparity(source.max_disparity), &road);
        REQUIRE(road);
        const auto options =
            stixel_options{}.max_disparity(source.max_disparity).width(source.width).mode(mode).road(road->road);
        const found_stixels found = find_stixels(on, image->view(), source.camera, options);
        if (wanted) {
          check_same(found, *wanted);
        } else {
          check_tiling_and_costs(found, *image, source.camera, options);
          wanted = found;
        }
      }
    }
  }
}
