// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// The distance of every dropped point to the chord of its kept neighbours, ascending.
std::vector<double> deviations(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                               thrustline::metric metric);

} // namespace thrustline_program
