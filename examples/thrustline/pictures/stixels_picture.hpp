// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/stixels.hpp>

#include "formats/grey_image.hpp"
#include "formats/png_image.hpp"
#include "processing/disparity_image.hpp"

namespace thrustline_program {

/// Disparities as a grey image of 8 bits: near pixels light, invalid ones black.
grey_image as_background(disparity_image const& image);

/// Draws stixels over a grey image of 8 bits: objects from red (near) to green (far), sky and what is farther than 1 px
/// blue, ground clear, and a dark line at each one's top.
colour_image picture_of(grey_image const& background, thrustline::ragged<thrustline::stixel> const& columns,
                        std::int64_t width);

} // namespace thrustline_program
