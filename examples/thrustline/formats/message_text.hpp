// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace thrustline_program {

/// The text with control characters and bytes that are not UTF-8 as escapes, as a terminal may obey them: \t, \n, \r,
/// \x1b. Printable characters stay.
std::string escaped(std::string_view text);

/// The text as messages quote it: escaped, and cut after 80 characters.
std::string excerpt(std::string_view text);

} // namespace thrustline_program
