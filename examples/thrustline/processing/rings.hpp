// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Fewer positions are no ring, by RFC 7946.
constexpr std::int64_t smallest_ring = 4;

/// Sees to it that each ring of a polygon keeps the positions that a ring needs.
///
/// A ring that kept fewer is cut at its point farthest from its start and at the point farthest from the line between
/// the two, and its three parts are simplified one by one: so it has a width, and no point left out is farther than the
/// tolerance. A ring that had no more positions to begin with keeps them all. Returns how many rings were changed.
std::int64_t complete_rings(dataset const& data, thrustline::executor const& on,
                            thrustline::simplify_options const& options, std::vector<std::uint8_t>& keep_mask);

} // namespace thrustline_program
