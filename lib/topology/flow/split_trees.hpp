// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/node_arrays.hpp"

namespace thrustline::flow {

/// Visits the nodes of a split tree in the order of the line, parents first. visit(n): whether to visit those below
/// node n, too.
template <class Visit>
THRUSTLINE_HD void walk_tree(const tree_links* links, std::int64_t root, Visit const& visit) {
  for (std::int64_t n = root; n != no_node;) {
    const std::int64_t below = links[n].first_child, next = links[n].next;
    n = visit(n) && below != no_node ? below : next;
  }
}

} // namespace thrustline::flow
