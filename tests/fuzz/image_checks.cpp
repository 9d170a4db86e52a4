// SPDX-License-Identifier: MIT
#include "image_checks.hpp"

#include <algorithm>
#include <cstring>

#include <formats/file_error.hpp>

#include "require.hpp"

namespace thrustline::fuzz {
namespace {

using thrustline_program::grey_image;

std::optional<grey_image> read_or_refuse(image_reader read, std::string_view bytes) {
  try {
    return read("input", bytes, thrustline_program::usual_max_pixels);
  } catch (thrustline_program::file_error const& error) {
    require(std::strlen(error.what()) > 0, "an error has a message");
    return std::nullopt;
  }
}

} // namespace

std::optional<grey_image> try_read(image_reader read, std::string_view bytes, allocation_limit limit) {
  const std::int64_t before = allocated_bytes();
  const std::optional<grey_image> image = read_or_refuse(read, bytes);
  require(allocated_bytes() - before <= limit.of(bytes.size()), "memory is in step with the file");
  if (!image)
    return image;
  require(image->columns > 0 && image->rows > 0, "an image has pixels");
  require(image->values.size() == static_cast<std::size_t>(image->columns * image->rows), "each pixel has a value");
  require(image->bits == 8 || image->bits == 16, "values have 8 or 16 bits");
  const int largest = (1 << image->bits) - 1;
  require(std::all_of(image->values.begin(), image->values.end(), [&](int value) { return value <= largest; }),
          "values have no more bits than the image says");
  return image;
}

bool equal(grey_image const& a, grey_image const& b) {
  return a.columns == b.columns && a.rows == b.rows && a.bits == b.bits && a.values == b.values;
}

} // namespace thrustline::fuzz
