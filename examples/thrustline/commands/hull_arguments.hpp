// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "commands/device.hpp"

namespace thrustline_program {

class option_set;

/// The options of `thrustline hull`.
struct hull_arguments {
  std::string input, output, plot;
  place where;
  bool keep_collinear = false, json = false, overwrite = false;
};

/// Declares the options; reading the command line sets them.
void declare_options(option_set& options, hull_arguments& arguments);

/// Throws usage_error for options that make no sense together.
void check_together(hull_arguments const& arguments);

} // namespace thrustline_program
