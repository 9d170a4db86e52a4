// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "commands/simplify_arguments.hpp"
#include "commands/simplify_report.hpp"
#include "processing/topology_layer.hpp"

namespace thrustline_program {

/// What --topology keeps.
struct topology_choice {
  std::vector<std::uint8_t> mask; ///< one entry for each of the dataset's points
  double tolerance = 0;           ///< that of the mask
  double max_deviation = 0;       ///< of the arcs: that of rings, which go the other way, may differ in the last bit
  std::int64_t levels = 0;
  thrustline::engine used = thrustline::engine::automatic;
  std::optional<std::int64_t> asked; ///< points asked for
  std::int64_t rings_dropped = 0;    ///< by --small-rings drop
  topology_summary summary;
  std::vector<std::uint8_t> plain; ///< with --plot: the mask without the topology
};

/// The choice for a tolerance, or for --count and --ratio, which look for one.
topology_choice choose_with_topology(simplify_arguments const& arguments, topology_layer const& layer,
                                     double tolerance);

} // namespace thrustline_program
