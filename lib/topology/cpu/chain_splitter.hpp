// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "topology/cpu/chain_nodes.hpp"

namespace thrustline::cpu {

/// The steps of the closure that depend on the metric and on the type of the points.
class chain_splitter {
public:
  /// Finds the farthest point of a node.
  virtual void examine(chain_node& n) const = 0;

  /// Splits a node at its farthest point, which is known, and its halves by rule 1 to the end. Appends the nodes that
  /// stay, in order.
  virtual void split(chain_node const& n, std::vector<chain_node>& halves) const = 0;

protected:
  ~chain_splitter() = default;
};

} // namespace thrustline::cpu
