// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// The options with the rings of a dataset. Without rings they stay as they are.
thrustline::simplify_options with_rings(thrustline::simplify_options options, dataset const& data,
                                        thrustline::ring_start start);

/// Pins the points of rings that a map of longitudes and latitudes needs, but the Earth does not: the ends of edges
/// that run along the longitudes 180 or -180, touch a pole, or lead from one side of the map to the other. The Earth
/// has both sides at one place, and a pole at one, so that parts of such a ring lie on each other there.
void pin_map_edges(dataset& data);

/// Pins the first point of each shell that has a hole with a pin, so that it is not dropped with the hole.
void pin_shells_of_pinned_holes(dataset& data);

/// Drops the rings of each polygon whose shell is dropped. Returns their number.
std::int64_t drop_holes_without_shell(dataset const& data, std::vector<std::uint8_t>& keep_mask);

/// The number of rings of four positions or more that keep fewer, those aside that are dropped.
std::int64_t rings_collapsed(dataset const& data, std::vector<std::uint8_t> const& keep_mask);

/// Completes or drops the rings that keep fewer than 4 positions, as RFC 7946 asks for. The holes of a polygon are
/// dropped with its shell. options: those of with_rings().
thrustline::finish_rings_report finish_small_rings(dataset const& data, thrustline::executor const& on,
                                                   thrustline::simplify_options options,
                                                   thrustline::ring_minimum minimum,
                                                   std::vector<std::uint8_t>& keep_mask);

} // namespace thrustline_program
