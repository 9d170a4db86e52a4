// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/executor.hpp>

#include "formats/topojson.hpp"

namespace thrustline_program {

/// The kept lines of a planar dataset by their arcs, as write_kept() would write them.
arc_lines arcs_of_result(thrustline::executor const& on, dataset const& data,
                         std::vector<std::uint8_t> const& keep_mask);

} // namespace thrustline_program
