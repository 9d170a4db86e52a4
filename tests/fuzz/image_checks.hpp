// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <formats/grey_image.hpp>

#include "allocated_bytes.hpp"

namespace thrustline::fuzz {

using image_reader = thrustline_program::grey_image (*)(std::string const& name, std::string_view bytes,
                                                        std::int64_t max_pixels);

/// Reads an image and checks its shape; nothing if it is refused by a file_error. Memory must be within the limit, for
/// refused images, too.
std::optional<thrustline_program::grey_image> try_read(image_reader read, std::string_view bytes,
                                                       allocation_limit limit);

bool equal(thrustline_program::grey_image const& a, thrustline_program::grey_image const& b);

} // namespace thrustline::fuzz
