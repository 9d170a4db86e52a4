// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

#include "terminal/text.hpp"

namespace thrustline_program {

/// JSON has no infinity: "inf".
inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(rounded(value));
}

} // namespace thrustline_program
