// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline_program {

/// A text as JSON, with U+FFFD for bytes that are not UTF-8.
std::string json_text(std::string const& text);

} // namespace thrustline_program
