// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Reads the pins of a dataset from a file like those of --mask: a line, 0 or 1, for each point and for each skipped
/// row. Standard input if the path is "-". Throws file_error.
void read_pins(std::string const& path, dataset& data);

} // namespace thrustline_program
