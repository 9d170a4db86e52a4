// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace thrustline_program {

/// The number of bytes of the UTF-8 character at the front of a text that is not empty; 0 if there is none: for bytes
/// of other encodings, characters that are cut off or spelled longer than they need, halves of surrogate pairs and
/// numbers above U+10FFFF.
std::size_t utf8_character_size(std::string_view text);

/// The number of bytes of the byte order mark at the front of a text; 0 if there is none.
std::size_t byte_order_mark_size(std::string_view text);

} // namespace thrustline_program
