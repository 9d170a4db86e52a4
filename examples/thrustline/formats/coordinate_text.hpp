// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace thrustline_program {

/// A coordinate read from text.
struct coordinate_text {
  double value = 0;
  const char* end = nullptr;     ///< behind the number
  const char* problem = nullptr; ///< null: none; else how the sentence "<text> ..." goes on
};

/// The number at the front of the text, a plus sign allowed.
coordinate_text scan_coordinate(std::string_view text);

/// The whole text as one number; spaces around it are allowed.
coordinate_text parse_coordinate(std::string_view text);

/// Why the library would not take the value; null: it does.
const char* coordinate_problem(double value);

std::string_view trimmed(std::string_view text);

} // namespace thrustline_program
