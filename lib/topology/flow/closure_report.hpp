// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <thrustline/topology.hpp>

namespace thrustline::flow {

/// Results of the closure beside the mask.
struct closure_report {
  topology_counts counts;
  std::optional<std::int64_t> kept; ///< points that the mask keeps, where the closure counts them
};

} // namespace thrustline::flow
