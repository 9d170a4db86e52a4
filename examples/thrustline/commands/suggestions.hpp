// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "commands/simplify_run.hpp"

namespace thrustline_program {

/// Helps a user who gave no tolerance: prints the extent of the data, its median segment, and three tolerances with the
/// share of points that the run would keep by each. The run must not be prepared yet.
void print_suggestions(std::ostream& out, simplification& run);

} // namespace thrustline_program
