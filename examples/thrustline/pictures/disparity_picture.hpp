// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/segment_columns.hpp>

#include "formats/png_image.hpp"
#include "processing/disparity_image.hpp"

namespace thrustline_program {

/// Draws the image in false colour: near pixels in warm colours, far ones in cool colours, invalid ones black, and a
/// white dot at each cut, where two segments of a column meet. `background` is a grey image of 8 bits below it, or
/// empty.
colour_image picture_of(disparity_image const& image, grey_image const& background,
                        thrustline::ragged<thrustline::column_segment<float>> const& columns);

} // namespace thrustline_program
