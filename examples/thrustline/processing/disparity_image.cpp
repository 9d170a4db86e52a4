// SPDX-License-Identifier: MIT
#include "processing/disparity_image.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrustline_program {
namespace {

constexpr float raw_per_pixel = 256; // KITTI's convention for 16 bits

/// Passes images of 8 bits as such to the library, which checks that a pixel can have the invalid value.
disparity_image to_disparity(thrustline::executor const& on, grey_image const& image, double invalid) {
  disparity_image result(image.columns, image.rows);
  auto options = thrustline::disparity_options{}.invalid_value(invalid);
  if (image.bits == 16) {
    const thrustline::dense_images<const std::uint16_t> raw{image.values.data(), image.columns, image.rows};
    thrustline::to_disparity(on, raw, options.scale(1 / raw_per_pixel), result.view());
  } else {
    const std::vector<std::uint8_t> bytes(image.values.begin(), image.values.end());
    const thrustline::dense_images<const std::uint8_t> raw{bytes.data(), image.columns, image.rows};
    thrustline::to_disparity(on, raw, options, result.view());
  }
  return result;
}

} // namespace

disparity_image prepared(thrustline::executor const& on, grey_image const& image, preparation const& steps) {
  disparity_image result = to_disparity(on, image, steps.invalid);
  if (steps.median > 0) {
    disparity_image filtered(result.columns, result.rows);
    median_filter(on, result.view(), steps.median, filtered.view());
    result = std::move(filtered);
  }
  if (steps.fill)
    fill_columns(on, result.view(), result.view());
  if (steps.rows > 0) {
    disparity_image resampled(result.columns, steps.rows);
    resample_rows(on, result.view(), resampled.view());
    result = std::move(resampled);
  }
  return result;
}

grey_image raw_image(disparity_image const& image) {
  grey_image raw;
  raw.columns = image.columns;
  raw.rows = image.rows;
  for (float value : image.values)
    raw.values.push_back(std::isnan(value)
                             ? std::uint16_t(0)
                             : static_cast<std::uint16_t>(std::clamp(std::round(value * raw_per_pixel), 1.f, 65535.f)));
  return raw;
}

} // namespace thrustline_program
