// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace thrustline_program {

/// The exit status of the program.
enum exit_status { success = 0, bad_file = 1, bad_usage = 2 };

/// Options that make no sense, alone or together.
class usage_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace thrustline_program
