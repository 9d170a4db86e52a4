// SPDX-License-Identifier: MIT
#include "formats/coordinate_text.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace thrustline_program {

const char* coordinate_problem(double value) {
  if (!std::isfinite(value))
    return "is not finite";
  // The limit of the compiled API: differences of coordinates stay finite.
  if (std::abs(value) > std::numeric_limits<double>::max() / 4)
    return "is too large: beyond 4.49e307";
  return nullptr;
}

namespace {

coordinate_text scan_number(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const char* const first = text.data() + (plus ? 1 : 0);
  coordinate_text read;
  const auto [end, error] = std::from_chars(first, text.data() + text.size(), read.value);
  read.end = error == std::errc::invalid_argument ? text.data() : end;
  if (error == std::errc::invalid_argument)
    read.problem = "is not a number";
  else if (error == std::errc::result_out_of_range)
    read.problem = "is out of the range of a double";
  return read;
}

/// Refuses what was read if the text holds more.
coordinate_text whole(coordinate_text read, std::string_view text) {
  if (text.empty() || read.end != text.data() + text.size())
    read.problem = "is not a number";
  return read;
}

} // namespace

coordinate_text scan_coordinate(std::string_view text) {
  coordinate_text read = scan_number(text);
  if (!read.problem)
    read.problem = coordinate_problem(read.value);
  return read;
}

coordinate_text parse_coordinate(std::string_view text) {
  text = trimmed(text);
  return whole(scan_coordinate(text), text);
}

coordinate_text parse_number(std::string_view text) {
  text = trimmed(text);
  return whole(scan_number(text), text);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

} // namespace thrustline_program
