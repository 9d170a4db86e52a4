// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "commands/device.hpp"

namespace CLI {
class App;
}

namespace thrustline_program {

/// What the command line of `thrustline hull` says.
struct hull_arguments {
  std::string input, output, plot;
  place where;
  bool keep_collinear = false, json = false, overwrite = false;
};

void declare_options(CLI::App& command, hull_arguments& arguments);

/// `thrustline hull`. Returns the exit status; throws what main() reports.
int hull_command(hull_arguments const& arguments);

} // namespace thrustline_program
