// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Helps a user who gave no tolerance: prints the extent of the data, its median segment, and three tolerances with the
/// share of points that each keeps.
void print_suggestions(std::ostream& out, dataset const& data, thrustline::executor const& on,
                       thrustline::simplify_options options);

} // namespace thrustline_program
