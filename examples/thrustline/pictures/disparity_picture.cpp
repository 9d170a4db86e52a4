// SPDX-License-Identifier: MIT
#include "pictures/disparity_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thrustline_program {
namespace {

using colour = std::array<float, 3>;

/// From far to near.
constexpr colour ramp[] = {{38, 30, 90},   {40, 80, 170},  {30, 140, 180}, {50, 165, 110},
                           {170, 185, 50}, {235, 150, 30}, {220, 70, 30},  {140, 15, 30}};

/// Values at or below `far` have the first colour, at or above `near` the last. The outermost values are rare and
/// often wrong.
struct range {
  float far = 0, near = 1;
};

range range_of(std::vector<float> values) {
  values.erase(std::remove_if(values.begin(), values.end(), [](float v) { return std::isnan(v); }), values.end());
  if (values.empty())
    return {};
  const auto quantile = [&](double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  };
  const float far = quantile(0.01), near = quantile(0.99);
  return {far, near > far ? near : far + 1};
}

colour colour_of(float value, range const& seen) {
  constexpr std::size_t steps = std::size(ramp) - 1;
  // The square root, as most of a street is far away.
  const float nearness = std::clamp((value - seen.far) / (seen.near - seen.far), 0.f, 1.f);
  const float at = static_cast<float>(steps) * std::sqrt(nearness);
  const std::size_t step = std::min(static_cast<std::size_t>(at), steps - 1);
  const float part = at - static_cast<float>(step);
  colour mixed{};
  for (std::size_t k = 0; k < 3; ++k)
    mixed[k] = ramp[step][k] + part * (ramp[step + 1][k] - ramp[step][k]);
  return mixed;
}

} // namespace

colour_image picture_of(disparity_image const& image, grey_image const& background,
                        thrustline::ragged<thrustline::column_segment<float>> const& columns) {
  colour_image picture{image.columns, image.rows, {}};
  picture.values.resize(image.values.size());
  const range seen = range_of(image.values);
  const auto paint = [&](std::size_t pixel, colour const& with) {
    for (std::size_t k = 0; k < 3; ++k)
      picture.values[pixel][k] = static_cast<std::uint8_t>(std::lround(with[k]));
  };
  for (std::size_t i = 0; i < background.values.size(); ++i) {
    const auto grey = static_cast<float>(background.values[i]);
    paint(i, {grey, grey, grey});
  }
  const float cover = background.values.empty() ? 1 : 0.4f; // how much of the background a colour hides
  for (std::size_t i = 0; i < image.values.size(); ++i)
    if (!std::isnan(image.values[i])) {
      colour mixed = colour_of(image.values[i], seen);
      for (std::size_t k = 0; k < 3; ++k)
        mixed[k] = cover * mixed[k] + (1 - cover) * static_cast<float>(picture.values[i][k]);
      paint(i, mixed);
    }
  for (std::size_t column = 0; column + 1 < columns.offsets.size(); ++column)
    for (auto s = static_cast<std::size_t>(columns.offsets[column] + 1);
         s < static_cast<std::size_t>(columns.offsets[column + 1]); ++s)
      paint(static_cast<std::size_t>(columns.values[s].first * image.columns) + column, {255, 255, 255});
  return picture;
}

} // namespace thrustline_program
