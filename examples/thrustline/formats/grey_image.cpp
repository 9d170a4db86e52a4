// SPDX-License-Identifier: MIT
#include "formats/grey_image.hpp"

#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/pgm.hpp"
#include "formats/png_image.hpp"

namespace thrustline_program {

grey_image read_grey_image(std::string const& path) {
  const std::string bytes = file_content(path);
  if (is_png(bytes))
    return read_png(file_name(path), bytes);
  if (is_pgm(bytes))
    return read_pgm(file_name(path), bytes);
  throw file_error(file_name(path), "is neither a PNG nor a PGM image");
}

} // namespace thrustline_program
