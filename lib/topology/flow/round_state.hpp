// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/chain_region.hpp"
#include "topology/flow/reached_node.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/topology.hpp>

namespace thrustline::flow {

/// What the steps of a round read, and the nodes that they mark.
struct round_state {
  plane_lines lines;
  edge_boxes edges;
  topology apart;
  const reached_node* nodes;
  const region_bounds* bounds; ///< unset for leaves
  const std::uint8_t* has_split;
  std::uint8_t* is_due;

  /// The place where node n begins: a vertex.
  THRUSTLINE_HD plane_point const& vertex(std::int64_t n) const { return lines.points[nodes[n].first]; }

  /// Whether node n may split, and is not marked yet.
  THRUSTLINE_HD bool is_open(std::int64_t n) const {
    return !nodes[n].is_leaf() && has_split[n] == 0 && is_due[n] == 0;
  }

  /// Whether the nodes m and n are of one line.
  THRUSTLINE_HD bool share_line(std::int64_t m, std::int64_t n) const {
    return lines.line_of(nodes[m].first) == lines.line_of(nodes[n].first);
  }

  /// Whether the vertex of node v, which is there, holds node n back: it counts, is equal to neither of the ends, and
  /// is enclosed by chord and chain, or on either.
  THRUSTLINE_HD bool is_held_back(std::int64_t n, std::int64_t v, plane_point const& there) const {
    const reached_node node = nodes[n];
    return !detail::equal(there, lines.points[node.first]) && !detail::equal(there, lines.points[node.last]) &&
           (apart == topology::both || share_line(n, v) == (apart == topology::within)) &&
           edges.enclose_or_touch(node.first, node.last, there);
  }
};

} // namespace thrustline::flow
