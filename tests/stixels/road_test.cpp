// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <thrustline/stixels.hpp>

#include "executors.hpp"
#include "made_scenes.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

std::optional<road_estimate> road_in(executor const& on, made_scene const& scene, road_options const& options = {}) {
  std::optional<road_estimate> road;
  estimate_road(on, scene.view(), scene.camera, options, &road);
  return road;
}

} // namespace

TEST_CASE("roads are found despite noise, outliers, holes and boxes") {
  for (executor const& on : executors())
    for (auto const& how : {measurement{}, measurement{0.5, 0.05, 0.1}, measurement{1, 0.15, 0.3}})
      for (int boxes : {0, 6}) {
        INFO("on ", on.name(), ", noise ", how.noise, ", boxes ", boxes);
        const made_scene scene = scene_of_boxes(200, 240, boxes, how, 5);
        const auto found = road_in(on, scene);
        REQUIRE(found);
        // Lines are a degree and a pixel apart.
        CHECK(found->road.slope == doctest::Approx(scene.road.slope).epsilon(0.1));
        CHECK(std::fabs(found->road.horizon - scene.road.horizon) < 10);
        CHECK(found->height == doctest::Approx(scene.camera.baseline / scene.road.slope).epsilon(0.1));
        CHECK(found->votes > 25);
      }
}

TEST_CASE("where there is no road, none is found") {
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    made_scene scene = scene_of_boxes(60, 100, 0, {}, 5);
    const std::size_t size = scene.disparity.size();
    scene.disparity.assign(size, 20.f); // a wall
    CHECK_FALSE(road_in(on, scene));
    scene.disparity.assign(size, NAN);
    CHECK_FALSE(road_in(on, scene));
    scene.disparity.assign(size, 0.f);
    CHECK_FALSE(road_in(on, scene));
    for (std::int64_t row = 0; row < scene.rows; ++row) // a ceiling
      for (std::int64_t column = 0; column < scene.columns; ++column)
        scene.disparity[scene.at(row, column)] = 0.6f * static_cast<float>(scene.rows - row);
    CHECK_FALSE(road_in(on, scene));
    CHECK_THROWS_WITH_AS(stixels(on, scene.view(), scene.camera, {}),
                         "no road was found in frame 0; give one by option road", road_not_found);
  }
}

TEST_CASE("a plane whose horizon is above the image is no road") {
  made_scene scene = scene_of_boxes(60, 100, 0, {}, 5);
  for (std::int64_t row = 0; row < scene.rows; ++row)
    for (std::int64_t column = 0; column < scene.columns; ++column)
      scene.disparity[scene.at(row, column)] = 0.5f * static_cast<float>(row + 60);
  scene.camera = {700, 0.5, 50};
  for (executor const& on : executors())
    CHECK_FALSE(road_in(on, scene, road_options{}.camera_height(0.1, 100)));
}

TEST_CASE("roads with impossible cameras or too few votes are ignored") {
  const made_scene scene = scene_of_boxes(100, 240, 2, {}, 9); // 2 m
  for (executor const& on : executors()) {
    CHECK(road_in(on, scene, road_options{}.camera_height(1.5, 2.5)));
    CHECK_FALSE(road_in(on, scene, road_options{}.camera_height(3, 20)));
    CHECK_FALSE(road_in(on, scene, road_options{}.least_votes(1000)));
  }
}

TEST_CASE("each frame has its own road, which stixels() estimates") {
  const made_scene first = scene_of_boxes(90, 120, 2, {0.3, 0, 0}, 1),
                   second = scene_of_boxes(90, 120, 3, {1, 0, 0}, 2);
  std::vector<float> both = first.disparity;
  both.insert(both.end(), second.disparity.begin(), second.disparity.end());
  const dense_images<const float> batch{both.data(), 90, 120, 2};
  for (executor const& on : executors()) {
    std::optional<road_estimate> roads[2];
    estimate_road(on, batch, first.camera, {}, roads);
    for (auto const& [scene, road] : {std::pair{&first, &roads[0]}, {&second, &roads[1]}}) {
      const auto alone = road_in(on, *scene);
      REQUIRE(alone);
      REQUIRE(*road);
      CHECK((*road)->road.slope == alone->road.slope);
      CHECK((*road)->road.horizon == alone->road.horizon);
      CHECK((*road)->votes == alone->votes);
    }
    const road_model given[] = {roads[0]->road, roads[1]->road};
    const auto estimated = stixels(on, batch, first.camera, {}),
               by_given = stixels(on, batch, first.camera, stixel_options{}.roads(given, 2));
    CHECK(estimated.offsets == by_given.offsets);
  }
}
