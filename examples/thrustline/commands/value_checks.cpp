// SPDX-License-Identifier: MIT
#include "commands/value_checks.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "formats/extension.hpp"
#include "formats/message_text.hpp"

namespace thrustline_program {
namespace {

/// CLI11 reads octal and hexadecimal numbers, too, passes over separators between digits, and takes an empty text for
/// the number 0, or for no value where one is optional.
std::string decimal_problem(std::string const& text) {
  if (text.empty())
    return "the value is empty";
  const std::string digits = text.substr(text[0] == '+' || text[0] == '-' ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
    return "'" + excerpt(text) + "' is not a whole number";
  return digits.size() > 1 && digits[0] == '0' ? excerpt(text) + " begins with 0" : "";
}

} // namespace

value_check is_name() {
  return [](std::string const& text) { return text.empty() ? "the name is empty" : ""; };
}

value_check is_name_with(std::string const& extension) {
  return [extension](std::string const& path) -> std::string {
    if (path.empty())
      return "the name is empty";
    const bool fits = !std::filesystem::path(path).has_extension() || has_extension(path, extension);
    return fits ? "" : excerpt(path) + " does not end in " + extension;
  };
}

value_check is_whole(whole_range range) {
  return [range](std::string const& text) -> std::string {
    if (std::string problem = decimal_problem(text); !problem.empty())
      return problem;
    errno = 0; // CLI11 replaces a number beyond 64 bits by the nearest one
    const long long value = std::strtoll(text.c_str(), nullptr, 10);
    if (errno != ERANGE && value >= range.least && value <= range.most)
      return "";
    return excerpt(text) + " is not a whole number from " + std::to_string(range.least) + " to " +
           std::to_string(range.most);
  };
}

value_check is_whole() {
  return [](std::string const& text) -> std::string {
    if (std::string problem = decimal_problem(text); !problem.empty())
      return problem;
    errno = 0;
    const long long nearest = std::strtoll(text.c_str(), nullptr, 10);
    return errno == ERANGE ? excerpt(text) + " is beyond " + std::to_string(nearest) : "";
  };
}

value_check is_one_of(std::vector<std::string> allowed) {
  return [allowed = std::move(allowed)](std::string const& text) -> std::string {
    if (std::count(allowed.begin(), allowed.end(), text) > 0)
      return "";
    std::string list;
    for (std::string const& each : allowed)
      list += (list.empty() ? "" : ", ") + each;
    return excerpt(text) + " is none of " + list;
  };
}

} // namespace thrustline_program
