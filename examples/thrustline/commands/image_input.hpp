// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "formats/grey_image.hpp"

namespace thrustline_program {

class option_set;

/// Declares --invalid: a value that a pixel of 16 bits can have, or none, which becomes NaN.
void add_invalid_value(option_set& options, double& invalid);

/// Declares --median: the window of a median filter; 0: no filter.
void add_median(option_set& options, int& window);

/// Declares --max-pixels.
void add_max_pixels(option_set& options, std::int64_t& max_pixels);

/// Reads an image whose pixels without measurement have the raw value `invalid`. Throws file_error, and usage_error if
/// the image has 8 bits and `invalid` needs 16.
grey_image read_raw_image(std::string const& path, double invalid, std::int64_t max_pixels);

/// Reads an image of 8 bits to draw on. Throws file_error if it has 16 bits or another size than `raw`, which was read
/// from the file `input`.
grey_image read_background(std::string const& path, grey_image const& raw, std::string const& input,
                           std::int64_t max_pixels);

} // namespace thrustline_program
