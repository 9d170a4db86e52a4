// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline_program {

/// A grey image, row-major from the top.
struct grey_image {
  std::int64_t columns = 0, rows = 0;
  int bits = 16; ///< bits of a value: 8 or 16
  std::vector<std::uint16_t> values;
};

/// 16,384 x 16,384
constexpr std::int64_t usual_max_pixels = std::int64_t(1) << 28;

/// Reads a PNG (grey, 8 or 16 bits) or PGM (P5 or P2) image, recognised by its first bytes; standard input if the path
/// is "-". Throws file_error for any other file, for one that is damaged or cut off, and for one whose header promises
/// more than `max_pixels` or more than its data can hold. Memory is in step with the data, whatever the header says.
grey_image read_grey_image(std::string const& path, std::int64_t max_pixels = usual_max_pixels);

/// The most columns and the most rows of an image.
constexpr std::int64_t longest_side = 1000000;

/// What is wrong with the number of pixels; empty if nothing is.
std::string pixels_problem(std::int64_t columns, std::int64_t rows, std::int64_t max_pixels);

} // namespace thrustline_program
