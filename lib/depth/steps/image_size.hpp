// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrustline/geometry/host_device.hpp>

/// Steps on depth images before and after their columns are segmented. Images are dense and row-major, frame after
/// frame: pixel (row, column) of frame f is number (f * rows + row) * columns + column. In disparity images, float, NaN
/// is a pixel without measurement. Results are the same, bit by bit, for every policy.
namespace thrustline::depth {

/// Sizes of a batch of images.
struct image_size {
  std::int64_t columns = 0, rows = 0, frames = 1;

  THRUSTLINE_HD std::int64_t pixels() const { return columns * rows * frames; }
};

/// Value of a pixel without measurement.
inline constexpr float absent = std::numeric_limits<float>::quiet_NaN();

THRUSTLINE_HD inline bool is_absent(float value) { return value != value; }

namespace detail {

struct divided {
  std::int64_t quotient, remainder;
};

/// index / size for index >= 0 and size > 0, in 32 bits where these suffice: devices divide so several times faster.
THRUSTLINE_HD inline divided divide(std::int64_t index, std::int64_t size) {
  if (((index | size) >> 32) == 0) {
    const auto i = static_cast<std::uint32_t>(index), n = static_cast<std::uint32_t>(size);
    return {i / n, i % n};
  }
  return {index / size, index % size};
}

} // namespace detail
} // namespace thrustline::depth
