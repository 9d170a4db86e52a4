// SPDX-License-Identifier: MIT
#include "terminal/json_object.hpp"

#include <charconv>
#include <cmath>

namespace thrustline_program {
namespace {

std::string quoted(std::string const& text) {
  constexpr const char* hexadecimal = "0123456789abcdef";
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      json += {'\\', c};
    else if (byte < 0x20)
      json += {'\\', 'u', '0', '0', hexadecimal[byte >> 4], hexadecimal[byte & 15]};
    else
      json += c;
  }
  return json + "\"";
}

/// The number with a point or an exponent, so that readers do not take it for a whole number.
std::string number(double value) {
  const double size = std::abs(value);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
  char digits[32];
  char* const end = std::to_chars(digits, digits + sizeof digits, value,
                                  plain ? std::chars_format::fixed : std::chars_format::scientific)
                        .ptr;
  std::string json(digits, end);
  return plain && json.find('.') == std::string::npos ? json + ".0" : json;
}

} // namespace

json_object& json_object::add(std::string const& name, std::string const& value) {
  return add_raw(name, quoted(value));
}

json_object& json_object::add(std::string const& name, bool value) { return add_raw(name, value ? "true" : "false"); }

json_object& json_object::add(std::string const& name, std::int64_t value) {
  return add_raw(name, std::to_string(value));
}

json_object& json_object::add(std::string const& name, double value) {
  if (std::isnan(value))
    return add(name, "nan");
  if (std::isinf(value))
    return add(name, value > 0 ? "inf" : "-inf");
  return add_raw(name, number(value));
}

json_object& json_object::add(std::string const& name, json_object const& value) { return add_raw(name, value.text()); }

json_object& json_object::add_raw(std::string const& name, std::string const& json) {
  members_ += (members_.empty() ? "" : ",") + quoted(name) + ":" + json;
  return *this;
}

} // namespace thrustline_program
