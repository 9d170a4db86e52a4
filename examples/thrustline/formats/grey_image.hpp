// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline_program {

/// A grey image, row-major from the top.
struct grey_image {
  std::int64_t columns = 0, rows = 0;
  int bits = 16; ///< of a value: 8 or 16
  std::vector<std::uint16_t> values;
};

/// Reads a PNG (grey, 8 or 16 bits) or PGM (P5 or P2) image, recognised by its first bytes; standard input if the path
/// is
/// "-". Throws file_error for any other file and for one that is damaged or cut off.
grey_image read_grey_image(std::string const& path);

} // namespace thrustline_program
