// SPDX-License-Identifier: MIT
#include "formats/json_text.hpp"

#include <nlohmann/json.hpp>

namespace thrustline_program {

std::string json_text(std::string const& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace thrustline_program
