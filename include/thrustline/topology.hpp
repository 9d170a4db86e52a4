// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline {

/// Which vertices must stay on the same side of a simplified line. A segment of it replaces a part of the line: a
/// vertex changes sides if it lies between the segment and that part, or on one of them.
enum class topology : std::uint8_t {
  none,    ///< lines are simplified without regard to each other
  within,  ///< vertices of the same line
  between, ///< vertices of other lines
  both     ///< all vertices
};

/// Work of the closure that keeps the topology.
struct topology_counts {
  std::int64_t forced = 0; ///< segments within the tolerance that had to split
  /// Rounds that looked for them. A device does not work in rounds: it counts 1 if no segment had to split, small rings
  /// aside, else 2. With topology::between it may count more, and not the same at each call.
  std::int64_t rounds = 0;
};

} // namespace thrustline
