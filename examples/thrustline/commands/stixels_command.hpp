// SPDX-License-Identifier: MIT
#pragma once

#include "commands/stixels_arguments.hpp"

namespace thrustline_program {

/// `thrustline stixels`. Returns the exit status; throws what main() reports.
int stixels_command(stixels_arguments const& arguments);

} // namespace thrustline_program
