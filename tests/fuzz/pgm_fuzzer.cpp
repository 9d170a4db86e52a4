// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <formats/pgm.hpp>

#include "image_checks.hpp"
#include "require.hpp"

namespace {

using thrustline_program::grey_image;

/// The image as PGM text.
std::string as_text(grey_image const& image) {
  std::string text = "P2 " + std::to_string(image.columns) + " " + std::to_string(image.rows) + " " +
                     std::to_string((1 << image.bits) - 1);
  for (std::uint16_t value : image.values)
    text += " " + std::to_string(value);
  return text;
}

/// The image as PGM bytes.
std::string as_bytes(grey_image const& image) {
  std::string bytes = "P5 " + std::to_string(image.columns) + " " + std::to_string(image.rows) + " " +
                      std::to_string((1 << image.bits) - 1) + "\n";
  for (std::uint16_t value : image.values) {
    if (image.bits == 16)
      bytes += static_cast<char>(value >> 8);
    bytes += static_cast<char>(value & 255);
  }
  return bytes;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace thrustline::fuzz;
  const std::string_view file(reinterpret_cast<const char*>(bytes), size);
  if (!thrustline_program::is_pgm(file))
    return 0;
  const auto image = try_read(thrustline_program::read_pgm, file, {});
  if (!image)
    return 0;
  for (std::string const& written : {as_text(*image), as_bytes(*image)}) {
    const auto again = try_read(thrustline_program::read_pgm, written, {});
    require(again && equal(*again, *image), "what is written reads as the same image");
  }
  return 0;
}
