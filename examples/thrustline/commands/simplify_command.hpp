// SPDX-License-Identifier: MIT
#pragma once

#include "commands/simplify_arguments.hpp"

namespace thrustline_program {

/// `thrustline simplify`. Returns the exit status; throws what main() reports.
int simplify_command(simplify_arguments const& arguments);

} // namespace thrustline_program
