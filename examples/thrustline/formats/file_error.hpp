// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace thrustline_program {

/// A fault of a file. what() is "<path>: <problem>" or "<path>:<line>: <problem>".
class file_error : public std::runtime_error {
public:
  file_error(std::string const& path, std::string const& problem) : std::runtime_error(path + ": " + problem) {}

  file_error(std::string const& path, std::int64_t line, std::string const& problem)
      : std::runtime_error(path + ":" + std::to_string(line) + ": " + problem), line_(line) {}

  /// Counted from 1; 0 if the problem is not in one line.
  std::int64_t line() const noexcept { return line_; }

private:
  std::int64_t line_ = 0;
};

/// The line, counted from 1, of a byte of a text.
inline std::int64_t line_of(std::string_view text, std::size_t byte) {
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size())), '\n');
}

} // namespace thrustline_program
