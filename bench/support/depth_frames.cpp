// SPDX-License-Identifier: MIT
#include "depth_frames.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include <formats/grey_image.hpp>
#include <thrustline/depth_image.hpp>

#include "random_numbers.hpp"

namespace thrustline::bench {
namespace {

/// Fills the holes of an image, after a median filter if asked for, and stretches it to `rows`.
depth_frame prepared(thrustline_program::grey_image const& raw, std::string const& name, bool median,
                     std::int64_t rows) {
  const executor on = executor::cpu();
  const auto pixels = static_cast<std::size_t>(raw.columns * raw.rows);
  std::vector<float> image(pixels), filtered(pixels);
  const dense_images<float> view(image.data(), raw.columns, raw.rows);
  to_disparity(on, dense_images<const std::uint16_t>(raw.values.data(), raw.columns, raw.rows),
               disparity_options{}.scale(1.0 / 256), view);
  if (median) {
    median_filter(on, view, 5, {filtered.data(), raw.columns, raw.rows});
    image.swap(filtered);
  }
  const dense_images<float> source(image.data(), raw.columns, raw.rows);
  fill_columns(on, source, source);
  std::vector<float> stretched(static_cast<std::size_t>(raw.columns * rows));
  resample_rows(on, source, {stretched.data(), raw.columns, rows});

  depth_frame frame{name, raw.columns, rows, std::vector<std::uint16_t>(stretched.size()), 4};
  std::transform(stretched.begin(), stretched.end(), frame.values.begin(), [](float disparity) {
    return static_cast<std::uint16_t>(std::isnan(disparity) ? 0 : 256 * disparity); // back to what was read
  });
  return frame;
}

} // namespace

depth_frame made_frame(std::int64_t columns, std::int64_t rows) {
  depth_frame frame{"made", columns, rows, std::vector<std::uint16_t>(static_cast<std::size_t>(columns * rows)), 4};
  random_numbers numbers(7);
  for (std::int64_t c = 0; c < columns; ++c)
    for (std::int64_t r = 0; r < rows;) {
      const auto length = static_cast<std::int64_t>(10 + numbers.uniform() * 60);
      const double slope = numbers.uniform() < 0.5 ? 0 : -0.2 * numbers.uniform(), value = 20 + 100 * numbers.uniform();
      for (std::int64_t k = 0; k < length && r < rows; ++k, ++r)
        frame.values[static_cast<std::size_t>(r * columns + c)] = static_cast<std::uint16_t>(
            std::clamp(256 * (value + slope * static_cast<double>(k) + 0.8 * numbers.normal()), 1.0, 65535.0));
    }
  return frame;
}

depth_frame binary_noise_frame(std::int64_t columns, std::int64_t rows) {
  depth_frame frame{"binary noise", columns, rows, std::vector<std::uint16_t>(static_cast<std::size_t>(columns * rows)),
                    0.5};
  random_numbers numbers(7);
  for (std::uint16_t& v : frame.values)
    v = numbers.uniform() < 0.5 ? 256 : 512;
  return frame;
}

std::vector<depth_frame> real_frames(std::string const& folder, std::int64_t rows) {
  std::vector<depth_frame> frames;
  for (const std::string name : {"kitti_tram", "kitti_tree_noisy", "kitti_tree_corrupt", "apollo_1"}) {
    if (folder.empty())
      break;
    const auto path = std::filesystem::path(folder) / ("disparity_" + name + ".png");
    if (std::filesystem::exists(path))
      frames.push_back(prepared(thrustline_program::read_grey_image(path.string()), name, name == "kitti_tram", rows));
    else
      std::cerr << "left out: " << path.string() << " is absent\n";
  }
  return frames;
}

} // namespace thrustline::bench
