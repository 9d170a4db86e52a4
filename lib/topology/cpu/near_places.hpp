// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// count_near_places() of valid points.
std::int64_t count_near_places(std::vector<plane_point> const& points);

} // namespace thrustline::cpu
