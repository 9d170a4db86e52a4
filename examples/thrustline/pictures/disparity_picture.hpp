// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/segment_columns.hpp>

#include "formats/png_image.hpp"
#include "processing/disparity_image.hpp"

namespace thrustline_program {

/// The image in false colour, near in warm and far in cool colours, invalid pixels black; a white dot at each cut,
/// where two segments of a column meet. Over a grey image of 8 bits, `background`, unless that has no pixels.
colour_image picture_of(disparity_image const& image, grey_image const& background,
                        thrustline::ragged<thrustline::column_segment<float>> const& columns);

} // namespace thrustline_program
