// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <zlib.h>

#include <sstream>

#include "formats/file_error.hpp"
#include "formats/grey_image.hpp"
#include "formats/png_image.hpp"
#include "made_png.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;
using namespace thrustline_program;

namespace {

using values = std::vector<std::uint16_t>;

grey_image read_bytes(std::string const& bytes) {
  const scratch_folder folder;
  return read_grey_image(folder.write("image", bytes));
}

/// The error of reading such a file; "nothing" if there is none.
std::string complaint(std::string const& bytes) {
  const scratch_folder folder;
  const std::string path = folder.write("image", bytes);
  try {
    read_grey_image(path);
  } catch (file_error const& error) {
    const std::string what = error.what();
    CHECK(what.find(path + ": ") == 0);
    return what.substr(path.size() + 2);
  }
  return "nothing";
}

void check_image(std::string const& bytes, std::int64_t columns, std::int64_t rows, int bits, values const& expected) {
  const grey_image image = read_bytes(bytes);
  CHECK(image.columns == columns);
  CHECK(image.rows == rows);
  CHECK(image.bits == bits);
  CHECK(image.values == expected);
}

/// A literal with zeros in it.
template <std::size_t Size>
std::string with_zeros(const char (&text)[Size]) {
  return {text, Size - 1};
}

} // namespace

TEST_CASE("Images: PNG of 8 and 16 bits, interlaced or not") {
  values small, large;
  for (int i = 0; i < 7 * 9; ++i) {
    small.push_back(static_cast<std::uint16_t>(37 * i % 256));
    large.push_back(static_cast<std::uint16_t>(10007 * i % 65536));
  }
  for (bool interlaced : {false, true}) {
    check_image(made_grey_png(7, 8, small, interlaced), 7, 9, 8, small);
    check_image(made_grey_png(7, 16, large, interlaced), 7, 9, 16, large);
  }
  check_image(made_grey_png(1, 16, {258}), 1, 1, 16, {258});
}

TEST_CASE("Images: written images read back") {
  const grey_image small{3, 2, 8, {0, 1, 2, 254, 255, 7}}, large{2, 3, 16, {0, 1, 256, 65535, 32768, 255}};
  for (grey_image const& image : {small, large}) {
    std::ostringstream out;
    write_png(out, image);
    check_image(out.str(), image.columns, image.rows, image.bits, image.values);
  }
  std::ostringstream out;
  write_png(out, colour_image{2, 1, {{{1, 2, 3}}, {{250, 0, 9}}}});
  CHECK(seen(out.str()).colour(0, 0) == 0x010203);
  CHECK(seen(out.str()).colour(1, 0) == 0xfa0009);
}

TEST_CASE("Images: PGM as bytes and as text") {
  check_image("P5 3 2 255\n\001\002\003\004\005\377", 3, 2, 8, {1, 2, 3, 4, 5, 255});
  check_image(with_zeros("P5\n# a comment\n2 1 # another\n65535\n\000\001\377\376"), 2, 1, 16, {1, 65534});
  check_image("P5 2 1 9\n\011\010", 2, 1, 8, {9, 8});
  check_image("P2\n# text\n3 2\n300\n1 2 3\n4 5 300\n", 3, 2, 16, {1, 2, 3, 4, 5, 300});
  check_image("P2 1 1 255 #\n 77", 1, 1, 8, {77});
}

TEST_CASE("Images: other files are refused") {
  const std::string neither = "is neither a PNG nor a PGM image";
  for (const char* text : {"", "P", "P5", "P7 1 1 255\n", "P6 1 1 255\nabc", "column,first\n", "\xff\xd8\xff\xe0 JFIF"})
    CHECK(complaint(text) == neither);
  CHECK(complaint("\x89PNG\r\n\x1a") == neither);
}

TEST_CASE("Images: other kinds of PNG are refused by name") {
  const auto wrong = [](std::string const& kind) {
    return "is a PNG of another kind (" + kind + "); a grey one of 8 or 16 bits is needed";
  };
  CHECK(complaint(made_png(1, 8, PNG_COLOR_TYPE_RGB, {{1, 2, 3}})) == wrong("RGB, 8 bits"));
  CHECK(complaint(made_png(1, 16, PNG_COLOR_TYPE_RGB, {{1, 2, 3, 4, 5, 6}})) == wrong("RGB, 16 bits"));
  CHECK(complaint(made_png(1, 8, PNG_COLOR_TYPE_RGB_ALPHA, {{1, 2, 3, 4}})) == wrong("RGB with transparency, 8 bits"));
  CHECK(complaint(made_png(1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {{1, 2}})) == wrong("grey with transparency, 8 bits"));
  CHECK(complaint(made_png(1, 8, PNG_COLOR_TYPE_PALETTE, {{1}})) == wrong("palette, 8 bits"));
  CHECK(complaint(made_png(8, 1, PNG_COLOR_TYPE_GRAY, {{1}})) == wrong("grey, 1 bit"));
  CHECK(complaint(made_png(2, 4, PNG_COLOR_TYPE_GRAY, {{1}})) == wrong("grey, 4 bits"));
}

TEST_CASE("Images: truncated and damaged PNGs are refused") {
  values pixels;
  for (int i = 0; i < 400; ++i)
    pixels.push_back(static_cast<std::uint16_t>(i * i));
  const std::string whole = made_grey_png(20, 16, pixels);
  CHECK(complaint(whole) == "nothing");
  for (std::size_t size = 8; size < whole.size(); ++size)
    CHECK(complaint(whole.substr(0, size)) == "broken PNG: the file is cut off");
  // A wrong byte behind the signature: a chunk's checksum or length is wrong.
  for (std::size_t at = 8; at < whole.size(); at += 3) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    CAPTURE(at);
    CHECK(complaint(damaged).find("broken PNG: ") == 0);
  }
}

TEST_CASE("Images: bad PGMs are refused") {
  CHECK(complaint("P5 ") == "PGM: ends before the width");
  CHECK(complaint("P5 3") == "PGM: ends before the height");
  CHECK(complaint("P5 3 2 # no more") == "PGM: ends before the largest value");
  CHECK(complaint("P5 0 2 255\n") == "PGM: the width must be a whole number from 1 to 1000000");
  CHECK(complaint("P5 3 -2 255\n") == "PGM: the height must be a whole number from 1 to 1000000");
  CHECK(complaint("P5 3 2x 255\n") == "PGM: the height must be a whole number from 1 to 1000000");
  CHECK(complaint("P5 3 2 65536\n") == "PGM: the largest value must be a whole number from 1 to 65535");
  CHECK(complaint("P5 3 2 255") == "PGM: ends before pixel 0");
  CHECK(complaint("P5 3 2 255\nabcde") == "PGM: ends before pixel 5");
  CHECK(complaint("P5 1 2 256\nabc") == "PGM: ends before pixel 1");
  CHECK(complaint("P5 16384 16384 255\nabc") == "PGM: ends before pixel 3");
  CHECK(complaint("P5 2 1 100\n\001e") == "PGM: pixel 1 is 101, the largest value is 100");
  CHECK(complaint("P5 1 1 255\nabc") == "PGM: continues after its last pixel");
  CHECK(complaint("P5 1 1 255\na ") == "PGM: continues after its last pixel"); // a pixel, maybe
  CHECK(complaint("P5 1 1 255\na\n\n") == "PGM: continues after its last pixel");
  CHECK(complaint("P5 1 1 255#c\na") == "PGM: one space must follow the largest value, not a comment");
  CHECK(complaint("P2 2 1 255 7") == "PGM: ends before pixel 1");
  CHECK(complaint("P2 2 1 255 7 256") == "PGM: pixel 1 must be a whole number from 0 to 255");
  CHECK(complaint("P2 2 1 255 7 8 9") == "PGM: continues after its last pixel");
  CHECK(complaint("P2 16384 16384 255 1 2 3 4") == "PGM: ends before pixel 4");
}

TEST_CASE("Images: a header that promises too much data is refused") {
  // The head of a PNG of 90,000 x 90,000 grey pixels, in 67 bytes.
  std::string png = made_grey_png(1, 8, {7});
  const auto set_size = [&png](std::uint32_t columns, std::uint32_t rows) {
    std::string head = "IHDR";
    for (std::uint32_t size : {columns, rows})
      for (int shift : {24, 16, 8, 0})
        head += static_cast<char>(size >> shift & 255);
    png.replace(12, head.size(), head);
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(png.data() + 12), 17);
    for (int k = 0; k < 4; ++k)
      png[29 + k] = static_cast<char>(sum >> (24 - 8 * k) & 255);
  };
  set_size(90000, 90000);
  CHECK(png.size() == 67);
  CHECK(complaint(png) == "PNG: 90000 x 90000 pixels are more than 268435456; --max-pixels raises this limit");
  set_size(16384, 16384);
  CHECK(complaint(png) == "PNG: 16384 x 16384 pixels cannot be in 67 bytes");
  CHECK(complaint("P5 90000 90000 255\nabc") ==
        "PGM: 90000 x 90000 pixels are more than 268435456; --max-pixels raises this limit");
}

TEST_CASE("Images: a limit of pixels") {
  const scratch_folder folder;
  const std::string png = folder.write("a.png", made_grey_png(2, 8, {1, 2, 3, 4, 5, 6}));
  const std::string pgm = folder.write("a.pgm", "P2 3 2 255 1 2 3 4 5 6");
  for (std::string const& path : {png, pgm}) {
    CHECK(read_grey_image(path, 6).values == values{1, 2, 3, 4, 5, 6});
    CHECK_THROWS_AS(read_grey_image(path, 5), file_error);
  }
}

TEST_CASE("Images: an absent file is named") {
  const scratch_folder folder;
  CHECK_THROWS_WITH(read_grey_image(folder.path("absent.png")),
                    (folder.path("absent.png") + ": cannot be opened: No such file or directory").c_str());
}
