// SPDX-License-Identifier: MIT
#include "read_json.hpp"

namespace thrustline::test {

nlohmann::json read_json(std::string const& text) { return nlohmann::json::parse(text); }
nlohmann::ordered_json read_ordered_json(std::string const& text) { return nlohmann::ordered_json::parse(text); }

} // namespace thrustline::test
