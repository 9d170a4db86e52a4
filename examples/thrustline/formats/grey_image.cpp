// SPDX-License-Identifier: MIT
#include "formats/grey_image.hpp"

#include <algorithm>

#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/pgm.hpp"
#include "formats/png_image.hpp"

namespace thrustline_program {

grey_image read_grey_image(std::string const& path, std::int64_t max_pixels) {
  const std::string bytes = file_content(path);
  if (is_png(bytes))
    return read_png(file_name(path), bytes, max_pixels);
  if (is_pgm(bytes))
    return read_pgm(file_name(path), bytes, max_pixels);
  throw file_error(file_name(path), "is neither a PNG nor a PGM image");
}

std::string pixels_problem(std::int64_t columns, std::int64_t rows, std::int64_t max_pixels) {
  if (std::max(columns, rows) > longest_side)
    return std::to_string(columns) + " x " + std::to_string(rows) + " pixels: a side may have " +
           std::to_string(longest_side) + " at most";
  if (columns <= max_pixels / rows) // the product may be beyond 64 bits
    return "";
  return std::to_string(columns) + " x " + std::to_string(rows) + " pixels are more than " +
         std::to_string(max_pixels) + "; --max-pixels raises this limit";
}

} // namespace thrustline_program
