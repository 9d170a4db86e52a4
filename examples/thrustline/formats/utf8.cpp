// SPDX-License-Identifier: MIT
#include "formats/utf8.hpp"

namespace thrustline_program {
namespace {

struct byte_range {
  unsigned char least, most;
  bool holds(unsigned char byte) const { return least <= byte && byte <= most; }
};

constexpr byte_range continuation{0x80, 0xBF};

/// What may follow the first byte of a character.
byte_range second_byte_after(unsigned char first) {
  switch (first) {
  case 0xE0:
    return {0xA0, 0xBF}; // less would fit two bytes
  case 0xED:
    return {0x80, 0x9F}; // more would be a surrogate
  case 0xF0:
    return {0x90, 0xBF}; // less would fit three bytes
  case 0xF4:
    return {0x80, 0x8F}; // more would be above U+10FFFF
  default:
    return continuation;
  }
}

} // namespace

std::size_t utf8_character_size(std::string_view text) {
  const auto byte_at = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte_at(0);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 0;
  if (size > text.size() || (size > 1 && !second_byte_after(first).holds(byte_at(1))))
    return 0;
  for (std::size_t k = 2; k < size; ++k)
    if (!continuation.holds(byte_at(k)))
      return 0;
  return size;
}

std::size_t byte_order_mark_size(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.substr(0, mark.size()) == mark ? mark.size() : 0;
}

} // namespace thrustline_program
