// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <string>

#include <CLI/CLI.hpp>

namespace thrustline_program {

/// Declares --invalid: a value that a pixel of 16 bits can have, or none, which is NaN.
inline void add_invalid_value(CLI::App& command, double& invalid) {
  const auto set = [&invalid](std::string const& text) {
    int value = -1;
    if (text == "none")
      invalid = std::numeric_limits<double>::quiet_NaN();
    else if (CLI::detail::lexical_cast(text, value) && value >= 0 && value <= 65535)
      invalid = value;
    else
      throw CLI::ValidationError("--invalid", text + " is not a whole number from 0 to 65535, or none");
  };
  command
      .add_option_function<std::string>("--invalid", set,
                                        "raw value of pixels without measurement, or none (default: 0)")
      ->type_name("V");
}

} // namespace thrustline_program
