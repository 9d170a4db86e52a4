// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <sstream>

#include <zlib.h>

#include <formats/png_image.hpp>

#include "image_checks.hpp"
#include "require.hpp"

namespace {

std::uint32_t read_big_endian(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

void write_big_endian(std::uint32_t value, std::uint8_t* at) {
  for (int k = 0; k < 4; ++k)
    at[k] = static_cast<std::uint8_t>(value >> (24 - 8 * k));
}

/// Gives every whole chunk its checksum. A chunk is its length, four letters, data and the checksum of both.
void mend_checksums(std::uint8_t* bytes, std::size_t size) {
  constexpr std::size_t signature = 8, word = 4;
  for (std::size_t at = signature; at + 3 * word <= size;) {
    const std::size_t length = read_big_endian(bytes + at);
    if (length > size - at - 3 * word)
      return;
    const uLong sum = crc32(0, bytes + at + word, static_cast<uInt>(word + length));
    write_big_endian(static_cast<std::uint32_t>(sum), bytes + at + 2 * word + length);
    at += 3 * word + length;
  }
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

/// Mutates as libFuzzer does. Most inputs get right checksums, as libpng looks no further at others.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  size = LLVMFuzzerMutate(bytes, size, most);
  if (seed % 8 != 0)
    mend_checksums(bytes, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace thrustline::fuzz;
  const std::string_view file(reinterpret_cast<const char*>(bytes), size);
  if (!thrustline_program::is_png(file))
    return 0;
  // libpng takes a few buffers of fixed size. A byte of the file is 1032 bytes of the image at most. They are held as a
  // vector that doubles, as values of 16 bits, and as up to three rows in libpng.
  const allocation_limit limit{1 << 20, 8 * 1032};
  const auto image = try_read(thrustline_program::read_png, file, limit);
  if (!image)
    return 0;
  std::ostringstream out;
  thrustline_program::write_png(out, *image);
  const auto again = try_read(thrustline_program::read_png, out.str(), limit);
  require(again && equal(*again, *image), "what is written reads as the same image");
  return 0;
}
