// SPDX-License-Identifier: MIT
#pragma once

#include "text_checks.hpp"

namespace thrustline::fuzz {

/// Checks that each text of GeoJSON or WKT that the reader takes becomes a topology that is valid JSON, with and
/// without quantization, or is refused as nested too deep.
void check_topojson(text_reader read, thrustline_program::read_options const& options, std::string_view text);

} // namespace thrustline::fuzz
