// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/node_arrays.hpp"

namespace thrustline::flow {

struct late_rounds;

/// The steps of the closure that depend on the metric and on the type of the points. All arrays are in the memory that
/// the closure works on.
class node_splitter {
public:
  /// Finds the farthest points, and their distances, of the nodes in twin_list from entry `begin` on, where they are
  /// not known.
  virtual void measure(node_arrays const& all, std::int64_t begin) const = 0;

  /// Splits the nodes in due_list from entry `begin` on at their farthest points, and their halves by rule 1 to the
  /// end: sets keep[i] = 1 for the points that stay. Links each node to the places of its halves, and counts these and
  /// the splits; a node that has no point to split at becomes a leaf. A copy keeps all of its points: its link leads to
  /// the place of all nodes below it, which are counted.
  virtual void split(node_arrays const& all, std::int64_t begin, std::uint8_t* keep) const = 0;

  /// Writes the nodes below the copies in due_list from entry `begin` on, whose places there is room for, and counts
  /// the splits.
  virtual void split_copies(node_arrays const& all, std::int64_t begin) const = 0;

  /// Runs rounds that add few nodes, with these steps.
  virtual void run(late_rounds const& rounds) const = 0;

  /// Splits closed lines until each has three segments, or no point to split at: first the whole ring if its mask keeps
  /// no inner point, then the later of its two halves in the order of rule 3. Sets keep[i] = 1 for the points that
  /// stay. Returns the number of splits.
  virtual std::int64_t split_small_rings(std::uint8_t* keep) const = 0;

protected:
  ~node_splitter() = default;
};

} // namespace thrustline::flow
