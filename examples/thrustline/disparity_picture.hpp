// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/segment_columns.hpp>

#include "disparity_image.hpp"
#include "formats/png_image.hpp"

namespace thrustline_program {

/// The image in false colour, near in warm and far in cool colours, invalid pixels black; a white dot at each cut,
/// where two segments of a column meet.
colour_image picture_of(disparity_image const& image,
                        thrustline::ragged<thrustline::column_segment<float>> const& columns);

} // namespace thrustline_program
