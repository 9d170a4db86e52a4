// SPDX-License-Identifier: MIT
#include "pictures/stixels_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace thrustline_program {
namespace {

using colour = std::array<float, 3>;

constexpr colour near_object = {235, 25, 20}, middle_object = {240, 200, 20}, far_object = {30, 175, 50},
                 sky_colour = {50, 110, 235};
constexpr float cover = 0.55f;     ///< how much of the background a colour hides
constexpr float sky_disparity = 1; ///< objects farther than this are drawn as sky: the model has no sky above ground
constexpr float line_shade = 0.35f;

float share_below(std::vector<float> values, double share, float otherwise) {
  if (values.empty())
    return otherwise;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The colour follows the square root of the disparity, as most of a street is far away.
colour colour_of_object(float disparity, float nearest) {
  const float at = 2 * std::sqrt(std::clamp(disparity / nearest, 0.f, 1.f));
  colour const &from = at < 1 ? far_object : middle_object, &to = at < 1 ? middle_object : near_object;
  const float part = at < 1 ? at : at - 1;
  colour mixed{};
  for (std::size_t k = 0; k < 3; ++k)
    mixed[k] = from[k] + part * (to[k] - from[k]);
  return mixed;
}

} // namespace

grey_image as_background(disparity_image const& image) {
  std::vector<float> valid;
  for (float value : image.values)
    if (!std::isnan(value))
      valid.push_back(value);
  const float nearest = std::max(share_below(valid, 0.99, 1), 1.f);
  grey_image grey{image.columns, image.rows, 8, {}};
  for (float value : image.values)
    grey.values.push_back(
        std::isnan(value) ? std::uint16_t(0)
                          : static_cast<std::uint16_t>(40 + 215 * std::sqrt(std::clamp(value / nearest, 0.f, 1.f))));
  return grey;
}

colour_image picture_of(grey_image const& background, thrustline::ragged<thrustline::stixel> const& columns,
                        std::int64_t width) {
  std::vector<float> objects;
  for (thrustline::stixel const& one : columns.values)
    if (one.kind == thrustline::stixel_class::object)
      objects.push_back(one.disparity);
  const float nearest = std::max(share_below(std::move(objects), 0.95, 1), 1.f);

  colour_image picture{background.columns, background.rows, {}};
  for (std::uint16_t grey : background.values)
    picture.values.push_back(
        {static_cast<std::uint8_t>(grey), static_cast<std::uint8_t>(grey), static_cast<std::uint8_t>(grey)});
  for (std::size_t column = 0; column + 1 < columns.offsets.size(); ++column)
    for (auto s = static_cast<std::size_t>(columns.offsets[column]);
         s < static_cast<std::size_t>(columns.offsets[column + 1]); ++s) {
      thrustline::stixel const& one = columns.values[s];
      const bool clear = one.kind == thrustline::stixel_class::ground;
      const bool far = one.kind == thrustline::stixel_class::sky || one.disparity < sky_disparity;
      const colour with = far ? sky_colour : colour_of_object(one.disparity, nearest);
      for (std::int64_t row = one.first; row <= one.last; ++row)
        for (std::int64_t x = static_cast<std::int64_t>(column) * width;
             x < (static_cast<std::int64_t>(column) + 1) * width; ++x)
          for (std::size_t k = 0; k < 3; ++k) {
            std::uint8_t& value = picture.values[static_cast<std::size_t>(row * background.columns + x)][k];
            float mixed = clear ? value : (1 - cover) * value + cover * with[k];
            if (row == one.first && row > 0)
              mixed *= line_shade;
            value = static_cast<std::uint8_t>(std::lround(mixed));
          }
    }
  return picture;
}

} // namespace thrustline_program
