// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <formats/csv.hpp>

#include "text_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  thrustline_program::read_options options;
  options.format = thrustline_program::file_format::csv;
  for (bool skip_invalid : {false, true}) {
    options.skip_invalid = skip_invalid;
    for (const char* column : {"", "v", "ID"}) {
      options.column = column;
      thrustline::fuzz::check_text(thrustline_program::read_csv, options, text);
    }
  }
  return 0;
}
