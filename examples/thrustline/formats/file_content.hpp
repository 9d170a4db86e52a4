// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline_program {

/// The name of the file in messages: its path, or "standard input" for "-".
std::string file_name(std::string const& path);

/// All bytes of a file, or of standard input if the path is "-". Throws file_error.
std::string file_content(std::string const& path);

} // namespace thrustline_program
