// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::flow {

struct closure_work;

/// What the splits of a small ring have added.
struct small_ring_counts {
  std::int64_t splits; ///< by force
  std::int64_t kept;   ///< points
};

/// The mask of plain simplification, which may not be complete: a device may find only late that there is more to do.
struct mask_state {
  const unsigned* found = nullptr;    ///< the number of pieces for another round; null: there is no other round
  unsigned room = 0;                  ///< the most pieces that another round takes; 0: there is no other round
  unsigned long long* kept = nullptr; ///< where to add the points that are added to the mask; null: nowhere

  THRUSTLINE_HD bool is_complete() const { return !found || *found == 0 || room == 0; }
};

/// The steps of the closure that depend on the metric and on the type of the points. All arrays are in the memory that
/// the closure works on. policy: that of the call, or that of work beside it.
template <class Policy>
class node_splitter {
public:
  /// Compares the nodes for which tasks have been added.
  virtual void compare_added(Policy const& policy, closure_work const& work) const = 0;

  /// Splits the nodes of the taken tasks that have a short chain. Sets keep[i] = 1 for the points that stay.
  virtual void split_short(Policy const& policy, closure_work const& work, std::uint8_t* keep) const = 0;

  /// Splits the nodes of the taken tasks that have a long chain, in the same way.
  virtual void split_long(Policy const& policy, closure_work const& work, std::uint8_t* keep) const = 0;

  /// Works off the tasks of the closure, and those that these add. Sets keep[i] = 1 for the points that stay.
  virtual void run(Policy const& policy, closure_work const& work, std::uint8_t* keep) const = 0;

  /// Splits closed lines until each has three segments, or no point to split at: first the whole ring if its mask keeps
  /// no inner point, then the later of its two halves in the order of rule 3. Sets keep[i] = 1 for the points that
  /// stay. Adds the number of splits. Does nothing if the mask is not complete.
  virtual void split_small_rings(Policy const& policy, mask_state const& mask, std::uint8_t* keep,
                                 std::int64_t* number) const = 0;

protected:
  ~node_splitter() = default;
};

} // namespace thrustline::flow
