// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "pictures/planar_lines.hpp"

namespace thrustline_program {

/// Where the topology kept more points than plain simplification would have.
struct forced_lines {
  planar_lines kept;    ///< the parts of the result there
  planar_lines without; ///< the segments that would stand in their place
  planar_lines points;  ///< the points that were kept more, each a line of its own
};

/// keep_mask: the result; plain_mask: that of plain simplification, which keeps fewer points. For planar data.
forced_lines find_forced_lines(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                               std::vector<std::uint8_t> const& plain_mask);

/// The points within a window.
planar_lines points_within(planar_lines const& points, box const& window);

/// At most `most` of the points, so that all places where many are near each other keep some.
planar_lines fewer_points(planar_lines const& points, std::int64_t most);

} // namespace thrustline_program
