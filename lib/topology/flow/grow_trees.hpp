// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "topology/flow/closure_state.hpp"

/// The steps that add nodes to the split trees.
namespace thrustline::flow {

/// Writes the halves of the node of entry `begin` + k of the list of nodes that are due, unless the node is a copy. The
/// halves lie between its kept points.
struct write_halves {
  node_arrays all;
  const std::uint8_t* keep;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = all.due_list[begin + k];
    if (!all.has_split(n) || all.is_copied(n))
      return;
    const tree_links links = all.links[n];
    const reached_node node = all.nodes[n];
    std::int64_t first = node.first, to = links.first_child;
    for (std::int64_t i = first + 1; i <= node.last; i += 32) {
      const std::int64_t left = node.last + 1 - i;
      unsigned kept = team.which(left < 32 ? static_cast<int>(left) : 32, [&](int j) { return keep[i + j] != 0; });
      for (; kept != 0; kept &= kept - 1) {
        const std::int64_t last = i + lowest_bit(kept);
        if (team.lane() == 0)
          all.write(to, reached_node::between(first, last), child(links, to, last == node.last));
        first = last;
        ++to;
      }
    }
  }

private:
  static THRUSTLINE_HD tree_links child(tree_links const& parent, std::int64_t n, bool is_last) {
    return {parent.root, no_node, is_last ? parent.next : n + 1, n != parent.first_child};
  }
};

/// Finds the limits of the region of node `begin` + k.
struct limits_of_node {
  edge_boxes edges;
  node_arrays all;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const reached_node n = all.nodes[begin + k];
    const region_limits found = n.is_leaf() ? region_limits::none() : limits_of_region(team, edges, n.first, n.last);
    if (team.lane() == 0)
      all.limits[begin + k] = found;
  }
};

} // namespace thrustline::flow
