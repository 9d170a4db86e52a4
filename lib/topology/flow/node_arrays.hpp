// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/atomics.hpp"
#include "topology/flow/chain_region.hpp"
#include "topology/flow/reached_node.hpp"

namespace thrustline::flow {

inline constexpr std::int64_t no_node = -1;

/// Place of a node in its split tree. The children of a node have consecutive numbers, in the order of the line.
struct alignas(16) tree_links {
  std::int64_t root;        ///< of the tree
  std::int64_t first_child; ///< negative: the node has no children yet
  std::int64_t next;        ///< the node after those below this one, in its tree; no_node: there is none
  std::int64_t is_new;      ///< 1 if the split of its parent has added the vertex where the node begins, unless another
                            ///< vertex at that place stands for it (new_vertices.hpp)
};

/// Links of a node by rule 3: the representative of all nodes with the same ends. Only the representative's other links
/// are used.
struct alignas(16) twin_links {
  std::int64_t representative; ///< the node itself until another one is found; no_node: the ends are one place
  std::int64_t members;        ///< others with the same ends
  std::int64_t foremost;       ///< the first of them all in the order of rule 3
  std::int64_t of_other;       ///< the first of them that is of another line than the foremost one

  static THRUSTLINE_HD twin_links of_new(std::int64_t n) { return {n, 0, no_node, no_node}; }
};

/// Whether and how a node splits.
enum class node_state : std::int32_t {
  open,
  due,         ///< a task will split it
  due_copied,  ///< the same, to the end, as it is a copy
  split,       ///< a task has begun to split it
  split_copied ///< the same, to the end
};

/// Numbers of what has been added.
struct node_counts {
  std::int64_t nodes;
  std::int64_t written;   ///< if there is room for fewer than `nodes`: nodes from here on are not written
  std::int64_t postponed; ///< nodes that have split, and whose children had no room
  std::int64_t twins;
  std::int64_t kept;               ///< points that splits have added
  std::int64_t splits;             ///< by force, those in small rings too
  std::int64_t in_rings;           ///< splits of small rings
  std::int64_t near;               ///< entries of lists of what is near roots
  std::int64_t pairs;              ///< pairs to be tested, those too for which there is no room
  std::int64_t first_pair;         ///< 0
  std::int64_t new_begin, new_end; ///< the nodes that the last step of many splits has added
};

struct take_new_nodes {
  node_counts* counts;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t) const {
    counts->new_begin = counts->new_end;
    counts->new_end = counts->postponed > 0 ? counts->written : counts->nodes;
  }
};

/// All reached nodes except those that rule 1 splits; no rule compares another node with those. Below copies there are
/// all. Roots come first, in the order of the kept points.
struct node_arrays {
  reached_node* nodes;
  region_limits* limits; ///< empty for those without points inside
  tree_links* links;
  twin_links* twins;
  farthest_point* farthest;
  node_state* states;
  std::int64_t* twin_list; ///< the nodes that have the same ends as one before (topology::between)
  std::int64_t* postponed;
  node_counts* counts;
  std::int64_t capacity;

  /// Whether node n may split, and does not yet.
  THRUSTLINE_HD bool is_open(std::int64_t n) const {
    return nodes[n].has_points_inside() && atomic_load(states[n]) == node_state::open;
  }

  /// The first child of a node that has children. These are visible, with all that is below them.
  THRUSTLINE_HD std::int64_t first_child(std::int64_t n) const { return atomic_acquire(links[n].first_child); }

  /// What stands for a first child for which there is no room yet; and the number of the child that it stands for.
  static THRUSTLINE_HD std::int64_t without_room(std::int64_t child) { return -2 - child; }

  /// Writes node n, which is new.
  THRUSTLINE_HD void write(std::int64_t n, reached_node const& node, tree_links const& place) const {
    nodes[n] = node;
    links[n] = place;
    twins[n] = twin_links::of_new(n);
    farthest[n] = farthest_point::of_new(node);
    states[n] = node_state::open;
  }
};

} // namespace thrustline::flow
