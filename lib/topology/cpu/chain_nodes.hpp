// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cpu/uninitialised_vector.hpp"
#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// Node of the split tree: the chord from point `first` to point `last` of a line. Where a line ends no chord begins:
/// last = first. Nodes of a line, and the halves of a node that has split, follow each other in order.
struct chain_node {
  static constexpr std::int64_t unknown = -2, none = -1;
  static constexpr double not_measured = -1;

  std::int64_t first, last, line;
  std::int64_t farthest = unknown;               ///< the farthest point between the ends; `none` if none counts
  double distance = not_measured;                ///< distance of that point; 0 if there is none
  std::int64_t halves = none, halves_end = none; ///< nodes that replace it; `none`: it has not split
  bool is_first_half = false;                    ///< the node that it is a half of has begun at the same vertex
  bool is_copied = false;                        ///< all of its points stay: see flow/copied_chains.hpp

  bool is_leaf() const { return last - first < 2 || farthest == none; }
  bool has_split() const { return halves != none; }
  /// Whether it may split yet.
  bool is_open() const { return !has_split() && !is_leaf(); }
};

/// All reached nodes except those that rule 1 splits; no rule compares another node with those.
struct chain_nodes {
  plane_lines lines;
  uninitialised_vector<chain_node> all;

  chain_node& operator[](std::int64_t n) { return all[static_cast<std::size_t>(n)]; }
  chain_node const& operator[](std::int64_t n) const { return all[static_cast<std::size_t>(n)]; }
  std::int64_t size() const { return static_cast<std::int64_t>(all.size()); }

  plane_point const& start(std::int64_t n) const { return lines.points[(*this)[n].first]; }
  plane_point const& end(std::int64_t n) const { return lines.points[(*this)[n].last]; }

  bool is_closed(std::int64_t line) const {
    return same_place(lines.points[lines.offsets[line]], lines.points[lines.offsets[line + 1] - 1]);
  }

  /// Whether node n ends where it begins.
  bool is_loop(std::int64_t n) const { return same_place(start(n), end(n)); }

  /// Whether node n begins at a vertex that is listed nowhere else. The last point of a closed line is its first one.
  bool is_vertex(std::int64_t n) const {
    chain_node const& node = (*this)[n];
    const std::int64_t begin = lines.offsets[node.line], end = lines.offsets[node.line + 1];
    return !node.is_first_half && (node.first + 1 < end || node.first == begin || !is_closed(node.line));
  }
};

} // namespace thrustline::cpu
