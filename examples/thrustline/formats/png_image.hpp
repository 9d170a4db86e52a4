// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "formats/grey_image.hpp"

namespace thrustline_program {

/// An image of red, green and blue bytes, row-major from the top.
struct colour_image {
  std::int64_t columns = 0, rows = 0;
  std::vector<std::array<std::uint8_t, 3>> values;
};

bool is_png(std::string_view bytes);

/// A grey PNG of 8 or 16 bits. `name` is for messages. Throws file_error for other kinds, for damaged ones, and for
/// more pixels than `max_pixels` or than the bytes can hold.
grey_image read_png(std::string const& name, std::string_view bytes, std::int64_t max_pixels);

/// Write a PNG. The state of the stream says whether everything was written. Throw std::runtime_error if there is no
/// pixel.
void write_png(std::ostream& out, grey_image const& image);
void write_png(std::ostream& out, colour_image const& image);

} // namespace thrustline_program
