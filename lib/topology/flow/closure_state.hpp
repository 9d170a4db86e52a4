// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/edge_boxes.hpp"
#include "topology/flow/node_arrays.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/topology.hpp>

namespace thrustline::flow {

/// What the steps of a round read and write.
struct closure_state {
  plane_lines lines;
  edge_boxes edges;
  topology apart;
  node_arrays all;

  /// The place where node n begins: a vertex.
  THRUSTLINE_HD plane_point const& vertex(std::int64_t n) const { return lines.points[all.nodes[n].first]; }
  /// The place where node n ends.
  THRUSTLINE_HD plane_point const& end(std::int64_t n) const { return lines.points[all.nodes[n].last]; }

  /// The limits of the region of node n, no leaf.
  THRUSTLINE_HD region_limits limits(std::int64_t n) const { return {all.bounds[n], vertex(n), end(n)}; }

  /// Whether all points of the box are at an end of node n.
  THRUSTLINE_HD bool is_at_end(std::int64_t n, plane_box const& b) const {
    return detail::equal(b.low, b.high) && (detail::equal(b.low, vertex(n)) || detail::equal(b.low, end(n)));
  }

  THRUSTLINE_HD std::int64_t line_of(std::int64_t n) const { return lines.line_of(all.nodes[n].first); }
  /// Whether the nodes m and n are of one line.
  THRUSTLINE_HD bool share_line(std::int64_t m, std::int64_t n) const { return line_of(m) == line_of(n); }

  /// Whether the vertex of node v, which is there, holds node n back: it counts, is equal to neither of the ends, and
  /// is enclosed by chord and chain, or on either.
  THRUSTLINE_HD bool is_held_back(std::int64_t n, std::int64_t v, plane_point const& there) const {
    const reached_node node = all.nodes[n];
    return !detail::equal(there, lines.points[node.first]) && !detail::equal(there, lines.points[node.last]) &&
           (apart == topology::both || share_line(n, v) == (apart == topology::within)) &&
           edges.enclose_or_touch(node.first, node.last, there);
  }
};

} // namespace thrustline::flow
