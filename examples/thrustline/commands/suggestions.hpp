// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// For whoever gave no tolerance: the extent of the data, its median segment and three tolerances, each with what it
/// would keep. One that would keep as many points as the one before is left out.
void print_suggestions(std::ostream& out, dataset const& data, thrustline::executor const& on,
                       thrustline::simplify_options options);

} // namespace thrustline_program
