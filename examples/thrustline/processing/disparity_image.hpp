// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "formats/grey_image.hpp"

namespace thrustline_program {

/// Disparities in pixels, row-major from the top; NaN: no measurement.
struct disparity_image {
  std::int64_t columns = 0, rows = 0;
  std::vector<float> values;

  disparity_image() = default;
  disparity_image(std::int64_t columns, std::int64_t rows)
      : columns(columns), rows(rows), values(static_cast<std::size_t>(columns * rows)) {}

  thrustline::dense_images<const float> view() const { return {values.data(), columns, rows}; }
  thrustline::dense_images<float> view() { return {values.data(), columns, rows}; }
};

/// The steps before the columns of an image are segmented, in this order.
struct preparation {
  double invalid = 0; ///< raw value of pixels without measurement; NaN: none
  int median = 0;     ///< window; 0: no filter
  bool fill = false;
  std::int64_t rows = 0; ///< 0: as many as there are
};

/// The disparities of an image: value / 256 for 16 bits, value for 8. Throws invalid_argument if no pixel can have the
/// invalid value.
disparity_image prepared(thrustline::executor const& on, grey_image const& image, preparation const& steps);

/// The raw 16-bit image: value * 256, rounded, within 1 .. 65535; 0 for no measurement.
grey_image raw_image(disparity_image const& image);

/// The image with rows and columns exchanged.
template <class Image>
Image transposed(Image const& image) {
  Image t = image;
  t.columns = image.rows;
  t.rows = image.columns;
  for (std::int64_t row = 0; row < image.rows; ++row)
    for (std::int64_t column = 0; column < image.columns; ++column)
      t.values[static_cast<std::size_t>(column * t.columns + row)] =
          image.values[static_cast<std::size_t>(row * image.columns + column)];
  return t;
}

} // namespace thrustline_program
