// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/node_slots.hpp"
#include "topology/flow/sorted_roots.hpp"

/// The places of vertices that splits have added. Searches skip vertices that others at their place make redundant,
/// because these change no answer. Maps with equal rings have many vertices at few places.
namespace thrustline::flow {

/// A hash table of nodes by the places of their vertices.
struct place_table {
  closure_state in;
  node_slots slots;

  /// Adds the vertex of node n. Returns false if vertices that were added at its place make it redundant: any vertex
  /// (topology::both), one of its line (within), two of different lines (between).
  THRUSTLINE_HD bool add(std::int64_t n) const {
    const plane_point place = in.vertex(n);
    const std::uint64_t line = in.scope == topology::within ? static_cast<std::uint64_t>(in.line_of(n)) : 0;
    int others = 0;
    return n == slots.find_or_add(hash_with(line, place), n, [&](std::int64_t m) {
      if (!detail::same_place(in.vertex(m), place))
        return false;
      if (in.scope == topology::both || in.share_line(m, n))
        return true;
      return in.scope == topology::between && ++others == 2;
    });
  }
};

/// Adds the vertex of node n to the table, if a split has added it, and says in the boxes around its root that there is
/// one.
THRUSTLINE_HD inline void add_new_vertex(place_table const& table, sorted_roots const& roots, std::int64_t n) {
  tree_links& links = table.in.all.links[n];
  if (links.is_new == 0)
    return;
  links.is_new = table.add(n);
  if (links.is_new != 0)
    roots.regions.for_each_around(roots.order.positions[links.root], [&](std::int64_t box) {
      if (atomic_load(roots.has_new[box]) == 0) // most boxes have been marked; writes to one place take turns
        atomic_store(roots.has_new[box], 1u);
    });
}

/// Adds the vertex of node `begin` + k to a table that is larger than the one before.
struct add_vertex {
  place_table table;
  std::int64_t begin;
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    if (table.in.all.links[begin + k].is_new != 0)
      table.add(begin + k);
  }
};

} // namespace thrustline::flow
