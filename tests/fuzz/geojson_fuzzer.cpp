// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <formats/geojson.hpp>

#include "text_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  thrustline_program::read_options options;
  options.format = thrustline_program::file_format::geojson;
  for (bool points : {false, true}) {
    options.points = points;
    thrustline::fuzz::check_text(thrustline_program::read_geojson, options, text);
  }
  return 0;
}
