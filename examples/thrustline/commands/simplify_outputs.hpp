// SPDX-License-Identifier: MIT
#pragma once

#include "commands/simplify_run.hpp"
#include "formats/pending_files.hpp"

namespace thrustline_program {

/// Checks before any work what would fail at its end.
void check_outputs(simplify_arguments const& arguments, pending_files const& files);

/// Writes the file of --significance, if there is one.
void write_significance(simplification const& run, pending_files& files);

/// Writes all other files of a result, and counts the seconds in its summary.
void write_outputs(simplification const& run, simplify_result& made, pending_files& files);

} // namespace thrustline_program
