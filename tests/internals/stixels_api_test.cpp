// SPDX-License-Identifier: MIT
// The compiled API on every executor, with images in host memory.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "check_stixels.hpp"
#include "executors.hpp"
#include "stixels/found_stixels.hpp"
#include "stixels/made_scenes.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr stixel_mode both_modes[] = {stixel_mode::corrected, stixel_mode::faithful};

/// Calls check(executor, options) for every executor, both modes, and two shares of missing pixels.
template <class Check>
void for_each_way(Check check) {
  for (executor const& on : executors())
    for (stixel_mode mode : both_modes)
      for (double missing : {0., 0.25}) {
        INFO("on ", on.name(), ", mode ", static_cast<int>(mode), ", missing ", missing);
        stixel_parameters parameters;
        parameters.missing = missing;
        check(on, stixel_options{}.mode(mode).parameters(parameters));
      }
}

} // namespace

TEST_CASE("stixels equal the direct recurrence on scenes and nonsense") {
  for_each_way([](executor const& on, stixel_options options) {
    for (auto const& how : {measurement{}, measurement{1, 0.1, 0.1}, measurement{3, 0.3, 0.5}}) {
      const made_scene scene = scene_of_boxes(40, 97, 5, how, 11);
      check_by_direct_recurrence(on, scene, options.width(10).road(scene.road));
    }
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      INFO("seed ", seed);
      const made_scene scene = senseless_scene(9, 20 + 13 * static_cast<std::int64_t>(seed), seed);
      check_by_direct_recurrence(on, scene, options.width(3).road(scene.road));
    }
  });
}

TEST_CASE("stixels equal the direct recurrence for other options") {
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const made_scene scene = senseless_scene(34, 70, 5);
    const auto options = stixel_options{}.road(scene.road);
    for (int range : {2, 33, 256})
      check_by_direct_recurrence(on, scene, stixel_options(options).width(17).max_disparity(range));
    for (std::int64_t width : {4, 7, 16})
      check_by_direct_recurrence(on, scene, stixel_options(options).width(width).reduction(stixel_reduction::median));
    stixel_parameters unlike;
    unlike.object_depth = 0.3, unlike.object_noise = 0.2, unlike.ground_tolerance = 1, unlike.unordered = 0.6;
    unlike.floating = 0.5, unlike.sunken = 0.3, unlike.outliers = 0.01, unlike.sky_noise = 4;
    for (stixel_mode mode : both_modes)
      check_by_direct_recurrence(on, scene, stixel_options(options).width(17).parameters(unlike).mode(mode));
  }
}

TEST_CASE("stixels equal the direct recurrence in the widest range") {
  constexpr int range = 1024;
  for_each_way([](executor const& on, stixel_options options) {
    for (double object_depth : {10.2, 0.01}) { // 0.01: objects that are near can be in front of each other
      INFO("object depth ", object_depth);
      stixel_parameters parameters = options.parameters();
      parameters.object_depth = object_depth;
      const made_scene scene = near_scene(9, 60, range, 13);
      check_by_direct_recurrence(on, scene,
                                 options.max_disparity(range).width(1).parameters(parameters).road(scene.road));
    }
  });
}

TEST_CASE("images taller than a block's threads and memory") {
  for (executor const& on : executors()) {
    if (!on.is_cuda() && on.threads() > 1)
      continue;
    INFO("on ", on.name());
    const made_scene scene = scene_of_boxes(1, 1100, 6, {1, 0.1, 0.1}, 21);
    check_by_direct_recurrence(on, scene, stixel_options{}.width(1).road(scene.road));
  }
}

TEST_CASE("a batch equals its frames, each with its own road") {
  const made_scene first = scene_of_boxes(50, 60, 4, {1, 0.1, 0.2}, 31), second = senseless_scene(50, 60, 32);
  std::vector<float> both = first.disparity;
  both.insert(both.end(), second.disparity.begin(), second.disparity.end());
  const road_model roads[] = {first.road, second.road};
  const dense_images<const float> batch{both.data(), 50, 60, 2};
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const auto options = stixel_options{}.width(4);
    const auto all = stixels(on, batch, first.camera, stixel_options(options).roads(roads, 2));
    REQUIRE(all.offsets.size() == 2 * 12 + 1);
    std::size_t series = 0, i = 0;
    for (made_scene const* scene : {&first, &second}) {
      const auto one = stixels(on, scene->view(), first.camera, stixel_options(options).road(scene->road));
      for (std::size_t s = 0; s < 12; ++s, ++series)
        CHECK(all.offsets[series + 1] - all.offsets[series] == one.offsets[s + 1] - one.offsets[s]);
      for (stixel const& wanted : one.values)
        REQUIRE(is_same(all.values[i++], wanted));
    }
  }
}

TEST_CASE("stixels beyond the capacity are counted but not written") {
  const made_scene scene = scene_of_boxes(30, 80, 4, {2, 0.2, 0.1}, 41);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const auto options = stixel_options{}.road(scene.road);
    const auto all = stixels(on, scene.view(), scene.camera, options);
    const auto count = static_cast<std::int64_t>(all.values.size());
    for (std::int64_t capacity : {std::int64_t{0}, std::int64_t{1}, count / 2, count, count + 3}) {
      const stixel untouched{-7, -7, stixel_class::sky, -7};
      std::vector<stixel> values(static_cast<std::size_t>(count + 3), untouched);
      std::vector<std::int64_t> offsets(7, -1);
      stixel_outputs outputs;
      outputs.offsets = offsets.data();
      outputs.stixels = values.data();
      outputs.capacity = capacity;
      stixels(on, scene.view(), scene.camera, options, outputs);
      CHECK(offsets == all.offsets);
      for (std::size_t i = 0; i < values.size(); ++i)
        REQUIRE(
            is_same(values[i], static_cast<std::int64_t>(i) < std::min(capacity, count) ? all.values[i] : untouched));
    }
    stixels(on, scene.view(), scene.camera, options, stixel_outputs{});
  }
}

TEST_CASE("images without any valid pixel, and of few rows and columns") {
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const stereo_camera camera{100, 0.5, 10};
    const auto options = stixel_options{}.road({0.5, 9.5}).width(2);
    const std::vector<float> nothing(4 * 30, NAN);
    const auto columns = stixels(on, dense_images<const float>{nothing.data(), 4, 30}, camera, options);
    // One stixel is cheapest, and the whole column can be neither ground nor sky.
    REQUIRE(columns.values.size() == 2);
    for (stixel const& one : columns.values)
      CHECK(is_same(one, {0, 29, stixel_class::object, 0}));
    const auto one_row = stixels(on, dense_images<const float>{nothing.data(), 4, 1}, camera, options);
    CHECK(one_row.values.size() == 2);
    const std::vector<float> near(30, 40.f);
    const auto one_column =
        stixels(on, dense_images<const float>{near.data(), 1, 30}, camera, stixel_options(options).width(1));
    REQUIRE(one_column.offsets == std::vector<std::int64_t>{0, 1});
    CHECK(is_same(one_column.values[0], {0, 29, stixel_class::object, 40}));

    using offsets = std::vector<std::int64_t>;
    const auto offsets_of = [&](std::int64_t width, std::int64_t rows, std::int64_t frames) {
      return stixels(on, dense_images<const float>{nothing.data(), width, rows, frames}, camera, options).offsets;
    };
    CHECK(offsets_of(1, 30, 1) == offsets{0}); // narrower than a stixel
    CHECK(offsets_of(0, 30, 1) == offsets{0});
    CHECK(offsets_of(4, 0, 2) == offsets{0, 0, 0, 0, 0});
    CHECK(offsets_of(4, 30, 0) == offsets{0});
  }
}

TEST_CASE("the mean of a wide stixel's pixels does not drift") {
  constexpr std::int64_t columns = 1000000;
  const std::vector<float> pixels(columns, 100.3f);
  const dense_images<const float> image{pixels.data(), columns, 1};
  const auto found = stixels(executor::cpu(1), image, {700, 0.5, 0}, stixel_options{}.width(columns).road({0.1, -10}));
  REQUIRE(found.values.size() == 1);
  CHECK(std::fabs(found.values[0].disparity - 100.3f) < 1e-3f);
}

TEST_CASE("disparities out of range are no measurements") {
  made_scene scene = scene_of_boxes(12, 60, 3, {1, 0, 0.2}, 51), out_of_range = scene;
  const float outside[] = {-1, 128, INFINITY, -INFINITY, 1e30f};
  std::size_t next = 0;
  for (float& d : out_of_range.disparity)
    if (std::isnan(d))
      d = outside[next++ % 5];
  REQUIRE(next > 5);
  for (executor const& on : executors()) {
    const auto options = stixel_options{}.road(scene.road).width(3);
    const auto wanted = stixels(on, scene.view(), scene.camera, options),
               got = stixels(on, out_of_range.view(), scene.camera, options);
    REQUIRE(got.offsets == wanted.offsets);
    for (std::size_t i = 0; i < got.values.size(); ++i)
      REQUIRE(is_same(got.values[i], wanted.values[i]));
  }
}

TEST_CASE("without noise, scenes come back as they are") {
  const made_scene scene = scene_of_boxes(60, 200, 6, {0.2, 0, 0}, 61);
  for (executor const& on : executors()) {
    const auto columns = stixels(on, scene.view(), scene.camera, stixel_options{}.road(scene.road).width(1));
    std::int64_t same_class = 0;
    for (std::size_t s = 0; s < 60; ++s)
      for (auto i = columns.offsets[s]; i < columns.offsets[s + 1]; ++i) {
        stixel const& one = columns.values[static_cast<std::size_t>(i)];
        // Sky cannot stand on ground, so that where nothing is between them it is an object far away.
        const bool far = one.kind == stixel_class::object && one.disparity < 1;
        for (std::int64_t row = one.first; row <= one.last; ++row)
          same_class +=
              (far ? stixel_class::sky : one.kind) == scene.kinds[scene.at(row, static_cast<std::int64_t>(s))];
      }
    CHECK(static_cast<double>(same_class) >= 0.95 * 60 * 200);
  }
}
