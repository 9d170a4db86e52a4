// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/edge_boxes.hpp"
#include "topology/flow/node_arrays.hpp"
#include "topology/flow/waiting_pairs.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/topology.hpp>

namespace thrustline::flow {

/// What the steps of a round read and write.
struct closure_state {
  plane_lines lines;
  edge_boxes edges;
  topology scope;
  node_arrays all;
  waiting_pairs waiting;

  /// The place where node n begins: a vertex.
  THRUSTLINE_HD plane_point const& vertex(std::int64_t n) const { return lines.points[all.nodes[n].first]; }
  /// The place where node n ends.
  THRUSTLINE_HD plane_point const& end(std::int64_t n) const { return lines.points[all.nodes[n].last]; }

  THRUSTLINE_HD std::int64_t line_of(std::int64_t n) const { return lines.line_of(all.nodes[n].first); }
  /// Whether the nodes m and n are of one line.
  THRUSTLINE_HD bool share_line(std::int64_t m, std::int64_t n) const { return line_of(m) == line_of(n); }

  /// Whether the vertex of node v counts for node n.
  THRUSTLINE_HD bool counts(std::int64_t n, std::int64_t v) const {
    return scope == topology::both || share_line(n, v) == (scope == topology::within);
  }

  /// Whether a place is enclosed by chord and chain of node n, or on either. Called by all threads of a team.
  template <class Team>
  THRUSTLINE_HD bool encloses(Team const& team, std::int64_t n, plane_point const& place) const {
    return edges.enclose_or_touch(team, all.nodes[n].first, all.nodes[n].last, place);
  }

  /// Whether the vertex of node v, which is there, holds node n back, if the limits of its region do not exclude that.
  /// False if the pair waits to be tested.
  THRUSTLINE_HD bool is_held_back(std::int64_t n, std::int64_t v, plane_point const& there) const {
    return counts(n, v) && !waiting.add(all, n, v) && encloses(lone_thread{}, n, there);
  }
};

} // namespace thrustline::flow
