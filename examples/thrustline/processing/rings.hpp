// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// A ring has at least 4 positions (RFC 7946).
constexpr std::int64_t smallest_ring = 4;

/// Adds points to the mask until each ring of a polygon keeps as many positions as a ring needs.
///
/// A ring that kept fewer is cut at its point farthest from its start and at the point farthest from the line between
/// the two, and its three parts are simplified one by one: so it has a width, and no dropped point is farther than the
/// tolerance. A ring that had no more positions to begin with keeps them all. Returns the number of changed rings.
std::int64_t complete_rings(dataset const& data, thrustline::executor const& on,
                            thrustline::simplify_options const& options, std::vector<std::uint8_t>& keep_mask);

} // namespace thrustline_program
