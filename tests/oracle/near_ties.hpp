// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "masks.hpp"

namespace thrustline::test {

/// Why two libraries kept different points of one planar line.
struct comparison {
  std::int64_t different = 0;         ///< points kept by one and not by the other
  std::vector<std::string> near_ties; ///< the nodes of the split tree from which the differences come, a node a text
  std::string unexplained;            ///< a node where they differ though it is no near-tie; empty: all are explained
};

/// Walks the two split trees from the root down to the nodes where they part, and judges each of these in extended
/// precision, metric segment: a near-tie is a node where two points are equally far, or the farthest one is at the
/// tolerance, up to a relative difference of 1e-12. Below a near-tie the trees have nothing in common, so there each
/// has to be right by itself, up to near-ties of its own.
comparison compare_trees(std::vector<double> const& xy, double tolerance, keep_mask const& ours,
                         keep_mask const& theirs);

} // namespace thrustline::test
