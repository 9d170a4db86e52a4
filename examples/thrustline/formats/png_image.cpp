// SPDX-License-Identifier: MIT
#include "formats/png_image.hpp"

#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <vector>

#include <png.h>

#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

// libpng reports errors by longjmp, which runs no destructors: functions that call setjmp have no objects with one.

/// The compressed form of a PNG, deflate, holds 1032 bytes in one at most.
constexpr double most_bytes_of_one = 1032;

/// The message of the last error.
struct png_problem {
  char message[160] = "";
};

void keep_message(png_structp png, png_const_charp message) {
  auto* const problem = static_cast<png_problem*>(png_get_error_ptr(png));
  std::snprintf(problem->message, sizeof problem->message, "%s", message);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

class png_reader {
public:
  explicit png_reader(std::string_view bytes)
      : left_(bytes), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &problem_, keep_message, ignore_warning)) {
    if (!png_ || !(info_ = png_create_info_struct(png_)))
      throw std::bad_alloc();
    png_set_read_fn(png_, &left_, take_bytes);
    // Texts, colour profiles and the like are passed over: they would get the memory that they promise.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // pixels_problem() says what is too much
  }
  ~png_reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  png_reader(png_reader const&) = delete;
  png_reader& operator=(png_reader const&) = delete;

  const char* message() const { return problem_.message; }
  std::int64_t columns() const { return png_get_image_width(png_, info_); }
  std::int64_t rows() const { return png_get_image_height(png_, info_); }
  int bits() const { return png_get_bit_depth(png_, info_); }
  int colour_type() const { return png_get_color_type(png_, info_); }

  /// false: see message()
  bool read_header() {
    if (setjmp(png_jmpbuf(png_)))
      return false;
    png_read_info(png_, info_);
    return true;
  }

  std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }

  /// Appends rows of row_bytes() bytes, the high one of two first. Room is made row by row, as the data may end long
  /// before its last row. false: see message()
  bool read_rows(std::vector<std::uint8_t>& bytes) {
    if (setjmp(png_jmpbuf(png_)))
      return false;
    const int passes = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_); // makes buffers of one row each
    for (int pass = 0; pass < passes; ++pass)
      for (std::size_t row = 0; row < static_cast<std::size_t>(rows()); ++row) {
        if (pass == 0)
          bytes.resize((row + 1) * row_bytes());
        png_read_row(png_, bytes.data() + row * row_bytes(), nullptr);
      }
    png_read_end(png_, nullptr);
    return true;
  }

private:
  static void take_bytes(png_structp png, png_bytep to, std::size_t count) {
    auto* const left = static_cast<std::string_view*>(png_get_io_ptr(png));
    if (count > left->size())
      png_error(png, "the file is cut off");
    std::memcpy(to, left->data(), count);
    left->remove_prefix(count);
  }

  std::string_view left_;
  png_problem problem_;
  png_structp png_;
  png_infop info_ = nullptr;
};

class png_writer {
public:
  explicit png_writer(std::ostream& out)
      : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &problem_, keep_message, ignore_warning)) {
    if (!png_ || !(info_ = png_create_info_struct(png_)))
      throw std::bad_alloc();
    png_set_write_fn(png_, &out, give_bytes, [](png_structp) {});
  }
  ~png_writer() { png_destroy_write_struct(&png_, &info_); }
  png_writer(png_writer const&) = delete;
  png_writer& operator=(png_writer const&) = delete;

  const char* message() const { return problem_.message; }

  /// false: see message()
  bool write(std::int64_t columns, std::int64_t rows, int bits, int colour_type, const std::uint8_t* bytes) {
    if (setjmp(png_jmpbuf(png_)))
      return false;
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(columns), static_cast<png_uint_32>(rows), bits, colour_type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png_, info_);
    const std::size_t row_bytes = png_get_rowbytes(png_, info_);
    for (std::int64_t row = 0; row < rows; ++row)
      png_write_row(png_, bytes + static_cast<std::size_t>(row) * row_bytes);
    png_write_end(png_, nullptr);
    return true;
  }

private:
  static void give_bytes(png_structp png, png_bytep bytes, std::size_t count) {
    static_cast<std::ostream*>(png_get_io_ptr(png))
        ->write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(count));
  }

  png_problem problem_;
  png_structp png_;
  png_infop info_ = nullptr;
};

std::string kind_of(png_reader const& png) {
  const int type = png.colour_type();
  const char* const colours = type == PNG_COLOR_TYPE_GRAY         ? "grey"
                              : type == PNG_COLOR_TYPE_GRAY_ALPHA ? "grey with transparency"
                              : type == PNG_COLOR_TYPE_PALETTE    ? "palette"
                              : type == PNG_COLOR_TYPE_RGB        ? "RGB"
                                                                  : "RGB with transparency";
  return std::string(colours) + ", " + std::to_string(png.bits()) + (png.bits() == 1 ? " bit" : " bits");
}

void write(std::ostream& out, std::int64_t columns, std::int64_t rows, int bits, int colour_type,
           const std::uint8_t* bytes) {
  png_writer png(out);
  if (!png.write(columns, rows, bits, colour_type, bytes))
    throw std::runtime_error(std::string("a PNG could not be made: ") + png.message());
}

} // namespace

bool is_png(std::string_view bytes) {
  constexpr std::size_t signature = 8;
  return bytes.size() >= signature && png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, signature) == 0;
}

grey_image read_png(std::string const& name, std::string_view bytes, std::int64_t max_pixels) {
  png_reader png(bytes);
  if (!png.read_header())
    throw file_error(name, std::string("broken PNG: ") + png.message());
  if (png.colour_type() != PNG_COLOR_TYPE_GRAY || png.bits() < 8)
    throw file_error(name, "is a PNG of another kind (" + kind_of(png) + "); a grey one of 8 or 16 bits is needed");

  grey_image image;
  image.columns = png.columns();
  image.rows = png.rows();
  image.bits = png.bits();
  const auto fail = [&](std::string const& problem) { throw file_error(name, "PNG: " + problem); };
  if (const std::string problem = pixels_problem(image.columns, image.rows, max_pixels); !problem.empty())
    fail(problem);
  if (static_cast<double>(png.row_bytes()) * static_cast<double>(image.rows) >
      most_bytes_of_one * static_cast<double>(bytes.size()))
    fail(std::to_string(image.columns) + " x " + std::to_string(image.rows) + " pixels cannot be in " +
         std::to_string(bytes.size()) + " bytes");
  std::vector<std::uint8_t> raw;
  if (!png.read_rows(raw))
    throw file_error(name, std::string("broken PNG: ") + png.message());
  const std::size_t size = image.bits == 16 ? 2 : 1, pixels = raw.size() / size;
  image.values.resize(pixels);
  for (std::size_t i = 0; i < pixels; ++i)
    image.values[i] = static_cast<std::uint16_t>(size == 1 ? raw[i] : raw[2 * i] << 8 | raw[2 * i + 1]);
  return image;
}

void write_png(std::ostream& out, grey_image const& image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(2 * image.values.size());
  for (std::uint16_t value : image.values) {
    if (image.bits == 16)
      bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value & 255));
  }
  write(out, image.columns, image.rows, image.bits, PNG_COLOR_TYPE_GRAY, bytes.data());
}

void write_png(std::ostream& out, colour_image const& image) {
  static_assert(sizeof(image.values[0]) == 3);
  write(out, image.columns, image.rows, 8, PNG_COLOR_TYPE_RGB,
        reinterpret_cast<const std::uint8_t*>(image.values.data()));
}

} // namespace thrustline_program
