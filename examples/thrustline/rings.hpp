// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Fewer positions are no ring, by RFC 7946.
constexpr std::int64_t smallest_ring = 4;

/// Completes the rings of polygons that kept fewer positions than a ring needs: besides its two equal ends, such a ring
/// keeps the point farthest from them and the point farthest from the chord between. A ring that had no more positions
/// to begin with keeps them all. Returns how many rings were completed.
std::int64_t complete_rings(dataset const& data, std::vector<std::uint8_t>& keep_mask);

} // namespace thrustline_program
