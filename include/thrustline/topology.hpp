// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline {

/// Which vertices a segment of a simplified line must not change sides with. A segment replaces a part of its line; it
/// changes sides with a vertex that lies between the two, or on either.
enum class topology : std::uint8_t {
  none,    ///< lines are simplified without regard to each other
  within,  ///< vertices of the same line
  between, ///< vertices of other lines
  both     ///< all vertices
};

/// Work of the closure that keeps the topology.
struct topology_counts {
  std::int64_t forced = 0; ///< segments within the tolerance that had to split
  std::int64_t rounds = 0; ///< rounds that looked for them
};

} // namespace thrustline
