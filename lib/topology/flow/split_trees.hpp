// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/node_arrays.hpp"

namespace thrustline::flow {

/// What a search looks at of each node. It is read together: then the reads wait for memory at the same time.
struct visited_node {
  std::int64_t number;
  std::int64_t next;
  bool is_new, has_children;
  reached_node chord;
  plane_box around; ///< the box of its region, in which all below it lies

  THRUSTLINE_HD visited_node(node_arrays const& all, std::int64_t n)
      : number(n), next(all.links[n].next), is_new(all.links[n].is_new != 0),
        has_children(atomic_load(all.links[n].first_child) >= 0), chord(all.nodes[n]), around(all.limits[n].around()) {}
};

/// Visits the nodes of a split tree in the order of the line, parents first. visit(node): whether to visit those below
/// it, too.
template <class Visit>
THRUSTLINE_HD void walk_tree(node_arrays const& all, std::int64_t root, Visit const& visit) {
  for (std::int64_t n = root; n != no_node;) {
    const visited_node node(all, n);
    n = visit(node) && node.has_children ? all.first_child(n) : node.next;
  }
}

} // namespace thrustline::flow
