// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/node_arrays.hpp"

namespace thrustline::flow {

/// Where a walk of a split tree goes from a node.
enum class walk { into_children, past, end };

/// Visits the nodes of a split tree in the order of the line, parents first. visit(n): where to go from node n.
template <class Visit>
THRUSTLINE_HD void walk_tree(node_arrays const& all, std::int64_t root, Visit const& visit) {
  const tree_links* links = all.links;
  for (std::int64_t n = root;;) {
    const walk to = visit(n);
    if (to == walk::end)
      return;
    if (to == walk::into_children && all.has_split(n)) {
      n = links[n].first_child;
      continue;
    }
    for (; n != root; n = links[n].parent)
      if (tree_links const& parent = links[links[n].parent]; n + 1 < parent.first_child + parent.children)
        break;
    if (n == root)
      return;
    ++n;
  }
}

} // namespace thrustline::flow
