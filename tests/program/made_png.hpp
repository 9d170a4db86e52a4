// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <png.h>

namespace thrustline::test {

/// Writes a PNG of any kind by libpng. `rows`: the bytes of each row, packed as in the file.
inline std::string made_png(int columns, int bits, int colour_type, std::vector<std::vector<std::uint8_t>> rows,
                            bool interlaced = false) {
  std::string file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr); // errors end the test
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &file,
      [](png_structp from, png_bytep bytes, std::size_t count) {
        static_cast<std::string*>(png_get_io_ptr(from))->append(reinterpret_cast<const char*>(bytes), count);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(columns), static_cast<png_uint_32>(rows.size()), bits, colour_type,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  const png_color black_and_white[] = {{0, 0, 0}, {255, 255, 255}};
  if (colour_type == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE(png, info, black_and_white, 2);
  std::vector<png_bytep> pointers;
  for (auto& row : rows)
    pointers.push_back(row.data());
  png_set_rows(png, info, pointers.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return file;
}

/// Writes a grey PNG of 8 or 16 bits from its values, row by row.
inline std::string made_grey_png(int columns, int bits, std::vector<std::uint16_t> const& values,
                                 bool interlaced = false) {
  std::vector<std::vector<std::uint8_t>> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % static_cast<std::size_t>(columns) == 0)
      rows.emplace_back();
    if (bits == 16)
      rows.back().push_back(static_cast<std::uint8_t>(values[i] >> 8));
    rows.back().push_back(static_cast<std::uint8_t>(values[i] & 255));
  }
  return made_png(columns, bits, PNG_COLOR_TYPE_GRAY, rows, interlaced);
}

/// Red, green and blue of each pixel of a PNG, as libpng shows them.
struct seen_png {
  std::int64_t columns = 0, rows = 0;
  std::vector<std::uint8_t> rgb;

  int colour(std::int64_t column, std::int64_t row) const {
    const std::uint8_t* const at = rgb.data() + 3 * (row * columns + column);
    return at[0] << 16 | at[1] << 8 | at[2];
  }
};

inline seen_png seen(std::string const& file) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, file.data(), file.size()))
    throw std::runtime_error(image.message);
  if (image.format != PNG_FORMAT_RGB)
    throw std::runtime_error("not a PNG of red, green and blue bytes");
  seen_png pixels{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  if (!png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr))
    throw std::runtime_error(image.message);
  return pixels;
}

} // namespace thrustline::test
