// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline::flow {

struct closure_work;

/// The steps of the closure that depend on the metric and on the type of the points. All arrays are in the memory that
/// the closure works on.
class node_splitter {
public:
  /// Compares the nodes for which tasks have been added.
  virtual void compare_added(closure_work const& work) const = 0;

  /// Splits the nodes for which tasks have been taken. Sets keep[i] = 1 for the points that stay.
  virtual void split_taken(closure_work const& work, std::uint8_t* keep) const = 0;

  /// Works off the tasks of the closure, and those that these add. Sets keep[i] = 1 for the points that stay.
  virtual void run(closure_work const& work, std::uint8_t* keep) const = 0;

  /// Splits closed lines until each has three segments, or no point to split at: first the whole ring if its mask keeps
  /// no inner point, then the later of its two halves in the order of rule 3. Sets keep[i] = 1 for the points that
  /// stay. Adds the number of splits.
  virtual void split_small_rings(std::uint8_t* keep, std::int64_t* number) const = 0;

protected:
  ~node_splitter() = default;
};

} // namespace thrustline::flow
