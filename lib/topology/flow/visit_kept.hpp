// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

/// Calls visit(i) for the points of [begin, end) that the mask keeps, in order, until it returns false. Called by all
/// threads of a team.
template <class Team, class Visit>
THRUSTLINE_HD void visit_kept(Team const& team, const std::uint8_t* keep, std::int64_t begin, std::int64_t end,
                              Visit const& visit) {
  for (std::int64_t i = begin; i < end; i += 32) {
    const int count = end - i < 32 ? static_cast<int>(end - i) : 32;
    for (unsigned kept = team.which(count, [&](int k) { return keep[i + k] != 0; }); kept != 0; kept &= kept - 1)
      if (!visit(i + lowest_bit(kept)))
        return;
  }
}

} // namespace thrustline::flow
