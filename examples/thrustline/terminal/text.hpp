// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

namespace thrustline_program {

/// 1234567 -> "1,234,567"
inline std::string grouped(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

/// The number with `digits` significant digits.
inline std::string rounded(double value, int digits = 6) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

/// The shortest text that reads back as the same number.
template <class Number>
std::string exact(Number value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// "13.4 %" of a whole that is > 0.
inline std::string per_cent(std::int64_t part, std::int64_t whole) {
  return rounded(100. * static_cast<double>(part) / static_cast<double>(whole), 3) + " %";
}

/// "1 point", "2 points"
inline std::string counted(std::int64_t count, std::string const& one, std::string const& many) {
  return grouped(count) + " " + (count == 1 ? one : many);
}

/// Appends the shortest text that reads back as the same number, and the separator.
template <class Number>
void append(std::string& text, Number value, char separator) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  text += separator;
}

} // namespace thrustline_program
