// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "formats/grey_image.hpp"

namespace thrustline_program {

bool is_pgm(std::string_view bytes);

/// One image as bytes (P5; two a pixel, the high one first, if the largest value is above 255) or as text (P2).
/// `name` is for messages. Throws file_error, also for more pixels than `max_pixels`.
grey_image read_pgm(std::string const& name, std::string_view bytes, std::int64_t max_pixels);

} // namespace thrustline_program
