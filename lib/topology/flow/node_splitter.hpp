// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/reached_node.hpp"

namespace thrustline::flow {

/// The steps of the closure that depend on the metric and on the type of the points. All arrays are in the memory that
/// the closure works on.
class node_splitter {
public:
  /// Finds the farthest points of listed nodes, and their distances, where they are not known.
  virtual void measure(reached_node* nodes, const std::int64_t* list, std::int64_t count) const = 0;

  /// Splits listed nodes at their farthest points, and their halves by rule 1 to the end: sets keep[i] = 1 for the
  /// points that stay. halves[k]: the number of nodes that replace the k-th; 0 if it has no point to split at.
  virtual void split(reached_node* nodes, const std::int64_t* list, std::int64_t count, std::uint8_t* keep,
                     std::int64_t* halves) const = 0;

  /// Splits closed lines until each has three segments, or no point to split at: one whose mask holds no point inside
  /// as a whole, then the later half of two. Sets keep[i] = 1 for the points that stay. Returns the number of splits.
  virtual std::int64_t split_small_rings(std::uint8_t* keep) const = 0;

protected:
  ~node_splitter() = default;
};

} // namespace thrustline::flow
