// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace thrustline_program {

/// Whether the path ends in that extension, in letters of either case.
inline bool has_extension(std::string const& path, std::string const& extension) {
  std::string found = std::filesystem::path(path).extension().string();
  std::transform(found.begin(), found.end(), found.begin(), [](unsigned char c) { return std::tolower(c); });
  return found == extension;
}

} // namespace thrustline_program
