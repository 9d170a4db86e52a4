// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/cpu/plane.hpp"
#include <thrustline/map_checks.hpp>

namespace thrustline::cpu {

/// count_crossings() of valid lines.
crossing_counts count_edge_crossings(int threads, plane_lines const& lines, std::int64_t most_tests);

} // namespace thrustline::cpu
