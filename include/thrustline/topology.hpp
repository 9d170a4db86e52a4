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
  std::int64_t rounds = 0; ///< rounds that looked for them. A device looks for those that follow from others at once:
                           ///< it counts 2 if there are any, else 1, and more only with topology::between
};

} // namespace thrustline
