// SPDX-License-Identifier: MIT
// On a device, the launches depend on the number of columns, their height and the memory that they need. All of them
// find what the CPU finds.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "device_images.hpp"
#include "found_stixels.hpp"
#include "made_scenes.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// An image of `columns` columns, which repeats those of the scene.
std::vector<float> repeated(made_scene const& scene, std::int64_t columns) {
  std::vector<float> image;
  for (std::int64_t row = 0; row < scene.rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      image.push_back(scene.disparity[scene.at(row, column % scene.columns)]);
  return image;
}

/// Checks images of each number of columns, for stixels of one pixel's width, in both modes.
void check_numbers_of_columns(made_scene const& scene, std::vector<std::int64_t> const& numbers,
                              stixel_options options = {}) {
  const executor on = executor::cuda();
  options.width(1).road(scene.road);
  for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful}) {
    CAPTURE(static_cast<int>(mode));
    const found_stixels wanted = find_stixels(executor::cpu(1), scene.view(), scene.camera, options.mode(mode));
    for (std::int64_t columns : numbers) {
      CAPTURE(columns);
      const std::vector<float> pixels = repeated(scene, columns);
      device_images images({pixels.data(), columns, scene.rows}, scene.camera);
      images.find_stixels(on, options);
      const found_stixels got = images.found();
      REQUIRE(got.costs.size() == static_cast<std::size_t>(columns));
      check_repeated(got, wanted);
    }
  }
}

made_scene scene_of(std::int64_t columns, std::int64_t rows) {
  return scene_of_boxes(columns, rows, 5, {1, 0.1, 0.15}, 8);
}

} // namespace

TEST_CASE("numbers of columns about one and two a multiprocessor") {
  if (!executor::cuda_available())
    return skip("stixels of few columns: no CUDA device");
  const std::int64_t n = multiprocessors();
  for (std::int64_t rows : {130, 392}) {
    CAPTURE(rows);
    check_numbers_of_columns(scene_of(37, rows), {1, 2, n - 1, n, n + 1, 2 * n - 1, 2 * n, 2 * n + 1});
  }
}

TEST_CASE("numbers of columns about multiples of what runs at once") {
  if (!executor::cuda_available())
    return skip("stixels of many columns: no CUDA device");
  const std::int64_t n = multiprocessors(), many = 12 * n; // a multiple of 1, 2, 3, 4 and 6 a multiprocessor
  for (std::int64_t rows : {31, 96, 200, 392}) {
    CAPTURE(rows);
    check_numbers_of_columns(scene_of(37, rows), {many - 1, many, many + 1, many + n - 1, many + n, many + n + 1,
                                                  many + 2 * n - 1, many + 2 * n, many + 2 * n + 1});
  }
}

TEST_CASE("columns whose stixels are compacted in different ways") {
  if (!executor::cuda_available())
    return skip("stixels of very many columns: no CUDA device");
  check_numbers_of_columns(scene_of(37, 12), {8191, 8192, 8193, 100000});
}

TEST_CASE("images whose columns just fit shared memory, or do not") {
  if (!executor::cuda_available())
    return skip("stixels of tall images: no CUDA device");
  const std::int64_t n = multiprocessors();
  // In 227 KiB two columns of 1200 rows fit, less well than of 1000, and one of 3000.
  for (std::int64_t rows : {1000, 1200, 1400, 3000, 3300, 4500}) {
    CAPTURE(rows);
    check_numbers_of_columns(scene_of(5, rows), {5, 3 * n / 2});
  }
  check_numbers_of_columns(scene_of(1, 9000), {1});
  constexpr int range = 16; // so that tables of many columns take little memory
  check_numbers_of_columns(near_scene(5, 3800, range, 8), {12 * n + 1}, stixel_options{}.max_disparity(range));
}

TEST_CASE("disparities up to the end of the widest range") {
  if (!executor::cuda_available())
    return skip("stixels of near scenes: no CUDA device");
  constexpr int range = 1024;
  stixel_parameters shallow;
  shallow.object_depth = 0.01; // objects that are near can be in front of each other
  const std::vector<std::int64_t> few{6}, many{6, 3 * multiprocessors() / 2};
  for (std::int64_t rows : {97, 392, 3300})
    for (stixel_parameters const& parameters : {stixel_parameters{}, shallow}) {
      CAPTURE(rows);
      CAPTURE(parameters.object_depth);
      check_numbers_of_columns(near_scene(6, rows, range, 9), rows < 1000 ? many : few,
                               stixel_options{}.max_disparity(range).parameters(parameters));
    }
}
