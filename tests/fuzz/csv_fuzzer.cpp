// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>

#include <formats/csv.hpp>

#include "text_checks.hpp"

namespace {

using thrustline_program::read_options;

/// Columns as options name them: values, or x and y, and perhaps an id, by name or by number.
struct columns {
  const char *value, *x, *y, *id;
};

constexpr columns choices[] = {
    {"v", "", "", ""},    {"ID", "", "", ""}, {"2", "", "", ""},   {"", "x", "y", ""},
    {"", "Y", "x", "id"}, {"", "1", "2", ""}, {"", "3", "2", "1"}, {"3", "", "", "1"},
};

constexpr char separators[] = {'\0', ',', ';', '\t', '|', ' ', '.'};

read_options chosen(std::size_t number) {
  read_options options;
  options.format = thrustline_program::file_format::csv;
  columns const& names = choices[number % std::size(choices)];
  options.column = names.value;
  options.x = names.x;
  options.y = names.y;
  options.id = names.id;
  options.separator = separators[number / std::size(choices) % std::size(separators)];
  return options;
}

} // namespace

/// Reads each text by its header, and with two of the choices of columns and separator that depend on the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t number = std::hash<std::string_view>{}(text);
  read_options by_header;
  by_header.format = thrustline_program::file_format::csv;
  for (read_options options : {by_header, chosen(number), chosen(number / 64)})
    for (bool skip_invalid : {false, true}) {
      options.skip_invalid = skip_invalid;
      thrustline::fuzz::check_text(thrustline_program::read_csv, options, text);
    }
  return 0;
}
