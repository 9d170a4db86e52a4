// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <formats/geojson.hpp>

#include "text_checks.hpp"
#include "topojson_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  thrustline_program::read_options options;
  for (bool points : {false, true}) {
    options.points = points;
    options.format = thrustline_program::file_format::geojson;
    thrustline::fuzz::check_text(thrustline_program::read_geojson, options, text);
    options.format = thrustline_program::file_format::geojson_sequence;
    thrustline::fuzz::check_text(thrustline_program::read_geojson_sequence, options, text);
  }
  options.points = false; // as the program reads what it writes as TopoJSON
  thrustline::fuzz::check_topojson(thrustline_program::read_geojson_sequence, options, text);
  options.format = thrustline_program::file_format::geojson;
  thrustline::fuzz::check_topojson(thrustline_program::read_geojson, options, text);
  return 0;
}
