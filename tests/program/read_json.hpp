// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace thrustline::test {

/// The JSON of a text. The parser is compiled once: it takes half as long as a file of tests.
nlohmann::json read_json(std::string const& text);

/// The same, with members in their order.
nlohmann::ordered_json read_ordered_json(std::string const& text);

} // namespace thrustline::test
