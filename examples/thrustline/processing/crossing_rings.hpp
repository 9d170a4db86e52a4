// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Whether a ring crosses, touches or overlaps itself, decided exactly. `xy` holds x0 y0 x1 y1 ..., the last point not
/// repeated; equal points in a row count as one. A ring of fewer than three points overlaps itself. Work O(n log n).
bool crosses_itself(std::vector<double> const& xy);

/// The number of polygons' rings that cross, touch or overlap themselves with the points of the mask only, and do not
/// with all points. Rings that meet other rings do not count.
std::int64_t rings_made_crossing(dataset const& data, std::vector<std::uint8_t> const& keep_mask);

} // namespace thrustline_program
