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

using namespace thrustline;
using namespace thrustline::test;

namespace {

struct real_image {
  std::int64_t columns, rows;
  std::vector<float> disparity;

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
};

/// std::nullopt, and the test is skipped by name, where the file is absent.
std::optional<real_image> read(std::string const& name, bool zero_is_measured) {
  const auto raw = read_road_image(name, "stixels");
  if (!raw)
    return std::nullopt;
  real_image image{raw->columns, raw->rows, {}};
  for (std::uint16_t value : raw->values)
    image.disparity.push_back(value == 0 && !zero_is_measured ? NAN : static_cast<float>(value) / 256);
  return image;
}

std::vector<stixel_class> classes(ragged<stixel> const& columns) {
  std::vector<stixel_class> kinds;
  for (stixel const& one : columns.values)
    kinds.insert(kinds.end(), static_cast<std::size_t>(one.last - one.first + 1), one.kind);
  return kinds;
}

} // namespace

TEST_CASE("the example of Hernandez-Juarez et al.: its road, and nearly all of its stixels") {
  const stereo_camera camera{704.7082, 0.8, 384};
  const auto image = read("synthia", true); // to their program a 0 is a measurement
  if (!image)
    return;
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
    std::int64_t ground = 0, object = 0, sky = 0, fullest = 0;
    for (stixel const& one : faithful.values) {
      // Their file shows objects that are farther than 1 px as sky.
      const bool far = one.kind == stixel_class::object && one.disparity < 1;
      ground += one.kind == stixel_class::ground;
      object += one.kind == stixel_class::object && !far;
      sky += one.kind == stixel_class::sky || far;
    }
    for (std::size_t s = 0; s < 204; ++s)
      fullest = std::max(fullest, faithful.offsets[s + 1] - faithful.offsets[s]);
    CHECK(std::abs(static_cast<std::int64_t>(faithful.values.size()) - 971) <= 4);
    CHECK(ground == 211);
    CHECK(std::abs(object - 579) <= 3);
    CHECK(std::abs(sky - 179) <= 3);
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

TEST_CASE("images of roads have a road, and stixels that break no rule and cost what is said") {
  const stereo_camera kitti{721.5, 0.54, 172.9};
  for (const char* name :
       {"kitti_tram", "kitti_tree", "kitti_tree_noisy", "kitti_tree_corrupt", "karlsruhe_urban1", "karlsruhe_urban4"}) {
    INFO("image ", std::string(name));
    const auto image = read(name, false);
    if (!image)
      continue;
    std::vector<ragged<stixel>> all;
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      if (!on.is_cuda() && on.threads() > 1)
        continue;
      std::optional<road_estimate> road;
      estimate_road(on, image->view(), kitti, {}, &road);
      REQUIRE(road);
      const auto options = stixel_options{}.road(road->road).width(9);
      const auto series = static_cast<std::size_t>(image->columns / 9);
      all.push_back(stixels(on, image->view(), kitti, options));
      std::vector<double> costs(series);
      stixel_outputs only_costs;
      only_costs.costs = costs.data();
      stixels(on, image->view(), kitti, options, only_costs);
      frame_model model(image->rows, kitti, road->road, options);
      for (std::size_t s = 0; s < series; ++s) {
        check_tiling(all.back(), s, image->rows);
        if (s % 8 == 0) {
          model.direct.read(reduced_column(image->view(), options, static_cast<std::int64_t>(s)));
          REQUIRE(model.tables.units.nats(model.direct.cost_of(raised(all.back(), s, image->rows))) == costs[s]);
        }
      }
      REQUIRE(all.back().offsets == all.front().offsets);
      for (std::size_t i = 0; i < all.back().values.size(); ++i) {
        stixel const &a = all.back().values[i], &b = all.front().values[i];
        REQUIRE((a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity));
      }
    }
  }
}
