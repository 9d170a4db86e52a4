// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <formats/wkt.hpp>

#include "text_checks.hpp"
#include "topojson_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  thrustline_program::read_options options;
  options.format = thrustline_program::file_format::wkt;
  for (bool points : {false, true}) {
    options.points = points;
    thrustline::fuzz::check_text(thrustline_program::read_wkt, options, text);
  }
  options.points = false; // as the program reads what it writes as TopoJSON
  thrustline::fuzz::check_topojson(thrustline_program::read_wkt, options, text);
  return 0;
}
