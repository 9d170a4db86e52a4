// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "masks.hpp"

namespace thrustline::test {

/// What a peer keeps of an open planar line x0 y0 x1 y1 ... of two or more points, as a mask.
keep_mask geos_mask(std::vector<double> const& xy, double tolerance);
keep_mask boost_mask(std::vector<double> const& xy, double tolerance);

} // namespace thrustline::test
