// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/segment_columns.hpp>

/// Reference loops for the steps on depth images, as plain as their descriptions.
namespace thrustline::test {

/// A batch of images; NaN: no measurement.
struct plain_images {
  std::int64_t columns = 0, rows = 0, frames = 1;
  std::vector<float> values;

  plain_images(std::int64_t columns, std::int64_t rows, std::int64_t frames, std::vector<float> values = {})
      : columns(columns), rows(rows), frames(frames), values(std::move(values)) {
    this->values.resize(static_cast<std::size_t>(columns * rows * frames), NAN);
  }

  std::int64_t pixels() const { return columns * rows * frames; }
  float& at(std::int64_t f, std::int64_t r, std::int64_t c) {
    return values[static_cast<std::size_t>((f * rows + r) * columns + c)];
  }
  float at(std::int64_t f, std::int64_t r, std::int64_t c) const {
    return values[static_cast<std::size_t>((f * rows + r) * columns + c)];
  }

  /// Calls f(frame, row, column) for every pixel.
  template <class F>
  void for_each_pixel(F f) const {
    for (std::int64_t frame = 0; frame < frames; ++frame)
      for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
          f(frame, row, column);
  }
};

template <class Raw>
std::vector<float> plain_disparity(std::vector<Raw> const& raw, double scale, double invalid) {
  std::vector<float> disparity;
  for (Raw value : raw)
    disparity.push_back(value == invalid ? NAN : static_cast<float>(value) * static_cast<float>(scale));
  return disparity;
}

inline plain_images plain_median(plain_images const& from, int window) {
  plain_images to(from.columns, from.rows, from.frames);
  from.for_each_pixel([&](std::int64_t f, std::int64_t r, std::int64_t c) {
    if (std::isnan(from.at(f, r, c)))
      return;
    std::vector<float> valid;
    for (std::int64_t y = r - window / 2; y <= r + window / 2; ++y)
      for (std::int64_t x = c - window / 2; x <= c + window / 2; ++x)
        if (y >= 0 && y < from.rows && x >= 0 && x < from.columns && !std::isnan(from.at(f, y, x)))
          valid.push_back(from.at(f, y, x));
    std::sort(valid.begin(), valid.end());
    const float median = valid[(valid.size() - 1) / 2];
    to.at(f, r, c) = median == 0 ? 0 : median;
  });
  return to;
}

inline plain_images plain_fill(plain_images const& from) {
  plain_images above = from, below = from, to = from;
  from.for_each_pixel([&](std::int64_t f, std::int64_t r, std::int64_t c) {
    if (r > 0 && std::isnan(above.at(f, r, c)))
      above.at(f, r, c) = above.at(f, r - 1, c);
    const std::int64_t up = from.rows - 1 - r;
    if (r > 0 && std::isnan(below.at(f, up, c)))
      below.at(f, up, c) = below.at(f, up + 1, c);
  });
  from.for_each_pixel([&](std::int64_t f, std::int64_t r, std::int64_t c) {
    const float a = above.at(f, r, c), b = below.at(f, r, c);
    if (std::isnan(from.at(f, r, c)))
      to.at(f, r, c) = std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
  });
  return to;
}

inline plain_images plain_resample(plain_images const& from, std::int64_t rows) {
  plain_images to(from.columns, rows, from.frames);
  to.for_each_pixel([&](std::int64_t f, std::int64_t r, std::int64_t c) {
    to.at(f, r, c) = from.at(f, (2 * r + 1) * from.rows / (2 * rows), c);
  });
  return to;
}

inline plain_images plain_reconstruction(ragged<column_segment<float>> const& columns, plain_images const& like) {
  plain_images to(like.columns, like.rows, like.frames);
  for (std::int64_t s = 0; s < like.columns * like.frames; ++s)
    for (std::int64_t k = columns.offsets[static_cast<std::size_t>(s)];
         k < columns.offsets[static_cast<std::size_t>(s + 1)]; ++k) {
      column_segment<float> const& segment = columns.values[static_cast<std::size_t>(k)];
      for (std::int64_t r = segment.first; r <= segment.last; ++r) {
        const auto step = static_cast<float>(r - segment.first),
                   steps = static_cast<float>(segment.last - segment.first);
        const float rise = (segment.value_last - segment.value_first) * step;
        to.at(s / like.columns, r, s % like.columns) = r == segment.first  ? segment.value_first
                                                       : r == segment.last ? segment.value_last
                                                                           : segment.value_first + rise / steps;
      }
    }
  return to;
}

} // namespace thrustline::test
