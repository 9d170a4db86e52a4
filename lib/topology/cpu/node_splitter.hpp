// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "topology/cpu/chain_nodes.hpp"

namespace thrustline::cpu {

/// Closed line whose mask holds one point between its ends at most.
struct small_ring {
  std::int64_t first, last;
  std::int64_t inside; ///< the point; `last` if there is none
};

/// The steps of the closure that depend on the metric and on the type of the points.
class node_splitter {
public:
  /// Finds the farthest point of a node, and its distance.
  virtual void examine(chain_node& n) const = 0;

  /// Splits a node at its farthest point, which is known, and its halves by rule 1 to the end. Appends the nodes that
  /// stay, in order. Their farthest points are known, their distances are not.
  virtual void split(chain_node const& n, std::vector<chain_node>& halves) const = 0;

  /// Splits rings until each has three segments, or no point to split at: first the whole ring if its mask keeps no
  /// inner point, then the later of its two halves in the order of rule 3. Sets keep[i] = 1 for the points that stay.
  /// Returns the number of splits by force.
  virtual std::int64_t split_small_rings(std::vector<small_ring> const& rings, std::uint8_t* keep) const = 0;

protected:
  ~node_splitter() = default;
};

} // namespace thrustline::cpu
