// SPDX-License-Identifier: MIT
#pragma once

#include "commands/segment_arguments.hpp"

namespace thrustline_program {

/// `thrustline segment`. Returns the exit status; throws what main() reports.
int segment_command(segment_arguments const& arguments);

} // namespace thrustline_program
