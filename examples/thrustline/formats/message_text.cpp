// SPDX-License-Identifier: MIT
#include "formats/message_text.hpp"

#include <algorithm>

#include "formats/utf8.hpp"

namespace thrustline_program {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// Whether a terminal may obey the character: U+0000 to U+001F, U+007F to U+009F.
bool is_control(std::string_view character) {
  const unsigned char first = byte_at(character, 0);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && byte_at(character, 1) < 0xA0);
}

void append_escape(std::string& to, unsigned char byte) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  const char short_form = byte == '\n' ? 'n' : byte == '\r' ? 'r' : byte == '\t' ? 't' : '\0';
  if (short_form)
    to += {'\\', short_form};
  else
    to += {'\\', 'x', hexadecimal[byte >> 4], hexadecimal[byte & 15]};
}

/// Escapes the text up to its first `most` characters and sets `end` to the first byte behind them.
std::string escaped_front(std::string_view text, std::size_t most, std::size_t& end) {
  std::string shown;
  std::size_t at = 0;
  for (std::size_t characters = 0; at < text.size() && characters < most; ++characters) {
    const std::string_view left = text.substr(at);
    const std::size_t size = utf8_character_size(left), step = std::max(size, std::size_t(1));
    if (size > 0 && !is_control(left))
      shown += left.substr(0, size);
    else
      for (std::size_t k = 0; k < step; ++k)
        append_escape(shown, byte_at(left, k));
    at += step;
  }
  end = at;
  return shown;
}

} // namespace

std::string escaped(std::string_view text) {
  std::size_t end = 0;
  return escaped_front(text, text.size(), end);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::size_t end = 0;
  const std::string shown = escaped_front(text, longest, end);
  return end < text.size() ? shown + "..." : shown;
}

} // namespace thrustline_program
