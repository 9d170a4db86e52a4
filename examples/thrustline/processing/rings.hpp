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

/// Drops the rings of each polygon whose shell is dropped. Returns their number.
std::int64_t drop_holes_without_shell(dataset const& data, std::vector<std::uint8_t>& keep_mask);

/// Completes or drops the rings that keep fewer than 4 positions, as RFC 7946 asks for. The holes of a polygon are
/// dropped with its shell. options: those of with_rings().
thrustline::finish_rings_report finish_small_rings(dataset const& data, thrustline::executor const& on,
                                                   thrustline::simplify_options options,
                                                   thrustline::ring_minimum minimum,
                                                   std::vector<std::uint8_t>& keep_mask);

} // namespace thrustline_program
