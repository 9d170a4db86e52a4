// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include <thrustline/executor.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

struct picture_options {
  std::string title, caption;
  bool equal_scales = true; ///< one unit is as long along x as along y
  /// Mask of plain simplification, where the topology may have kept more points: they are marked. Empty: none is.
  std::vector<std::uint8_t> plain_mask;
};

/// Writes an SVG: the original in grey under the result in colour, and beside them a part of both, magnified: the one
/// where most points were kept for the topology, if any, else the one with most points. Draws at most about 50,000
/// vertices.
void write_picture(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                   picture_options const& options, thrustline::executor const& on);

} // namespace thrustline_program
