// SPDX-License-Identifier: MIT
#pragma once

#include "commands/hull_arguments.hpp"

namespace thrustline_program {

/// `thrustline hull`. Returns the exit status; throws what main() reports.
int hull_command(hull_arguments const& arguments);

} // namespace thrustline_program
