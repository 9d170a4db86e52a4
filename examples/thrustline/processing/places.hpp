// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Throws file_error with the line of the first point that is no place on the Earth in degrees.
void check_places(std::string const& path, dataset const& data);

} // namespace thrustline_program
