// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/atomics.hpp"
#include "topology/flow/chain_region.hpp"
#include "topology/flow/reached_node.hpp"

namespace thrustline::flow {

inline constexpr std::int64_t no_node = -1;

/// Place of a node in its split tree. The children of a node have consecutive numbers, in the order of the line.
struct tree_links {
  std::int64_t root;        ///< of the tree
  std::int64_t first_child; ///< no_node: the node has not split
  std::int64_t next;        ///< the node after those below this one, in its tree; no_node: there is none
  std::int64_t is_new;      ///< 1 if the split of its parent has added the vertex where the node begins, unless another
                            ///< vertex at that place stands for it (new_vertices.hpp)
};

/// Links of a node by rule 3: the representative of all nodes with the same ends. Only the representative's other links
/// are used.
struct twin_links {
  std::int64_t representative; ///< no_node: the ends are one place
  std::int64_t members;        ///< others with the same ends
  std::int64_t foremost;       ///< the first of them all in the order of rule 3
  std::int64_t of_other;       ///< the first of them that is of another line than the foremost one

  static THRUSTLINE_HD twin_links none() { return {no_node, 0, no_node, no_node}; }
};

/// What a round adds to.
struct round_counts {
  std::int64_t nodes, due, twins, splits;
  std::int64_t near;    ///< entries of lists of what is near roots
  std::int64_t waiting; ///< pairs that have waited to be tested
};

/// All reached nodes except those that rule 1 splits; no rule compares another node with those. Roots come first.
struct node_arrays {
  static constexpr std::int32_t due = 1, due_copied = 2;

  reached_node* nodes;
  region_limits* limits; ///< empty for leaves
  tree_links* links;
  twin_links* twins;
  std::int32_t* is_due;    ///< `due` or `due_copied` from the round on in which a node splits, else 0
  std::int64_t* due_list;  ///< the nodes that are due, in order of their rounds
  std::int64_t* twin_list; ///< the nodes that have the same ends as another, in order of their rounds
  round_counts* counts;

  /// Whether node n may split, and is not marked yet.
  THRUSTLINE_HD bool is_open(std::int64_t n) const { return !nodes[n].is_leaf() && atomic_load(is_due[n]) == 0; }

  THRUSTLINE_HD bool has_split(std::int64_t n) const { return links[n].first_child != no_node; }

  /// Writes node n, which is new.
  THRUSTLINE_HD void write(std::int64_t n, reached_node const& node, tree_links const& place) const {
    nodes[n] = node;
    links[n] = place;
    twins[n] = twin_links::none();
    is_due[n] = 0;
  }

  /// Whether node n, which is due, splits to the end.
  THRUSTLINE_HD bool is_copied(std::int64_t n) const { return is_due[n] == due_copied; }

  /// Lists node n as one that splits in this round.
  THRUSTLINE_HD void mark_due(std::int64_t n) const {
    std::int32_t open = 0;
    if (atomic_replace(is_due[n], open, due))
      list_due(n);
  }

  /// Lists node n, which has not split, as one that splits to the end in this round.
  THRUSTLINE_HD void mark_copied(std::int64_t n) const {
    if (atomic_exchange(is_due[n], due_copied) == 0)
      list_due(n);
  }

private:
  THRUSTLINE_HD void list_due(std::int64_t n) const { due_list[atomic_add(counts->due, std::int64_t(1))] = n; }
};

} // namespace thrustline::flow
