// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace thrustline_program {

/// A coordinate read from text.
struct coordinate_text {
  double value = 0;
  const char* end = nullptr;     ///< the byte after the number
  const char* problem = nullptr; ///< null: none; else the end of a sentence that begins with the text
};

/// Reads the number at the front of the text; a plus sign is allowed.
coordinate_text scan_coordinate(std::string_view text);

/// Reads the whole text as one number; spaces around it are allowed.
coordinate_text parse_coordinate(std::string_view text);

/// The same for a number that is no coordinate: it may be infinite or NaN if the text says so.
coordinate_text parse_number(std::string_view text);

/// Why the library refuses the value, as the end of a sentence; null: it does not.
const char* coordinate_problem(double value);

/// The text without the spaces around it.
std::string_view trimmed(std::string_view text);

} // namespace thrustline_program
