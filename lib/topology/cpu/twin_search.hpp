// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "topology/cpu/each_part.hpp"
#include "topology/cpu/twin_groups.hpp"

namespace thrustline::cpu {

/// Search for nodes that rule 3 splits, by several threads. The hash of a node's ends says in which part its group is,
/// so parts have nothing in common.
///
/// The caller lists the nodes with an end where several vertices lie, also those that were forced to split. All other
/// nodes have no twins.
class twin_search {
  static constexpr std::size_t parts = 64;

  struct node_with_ends {
    node_ends ends;
    std::int64_t node;
  };

public:
  /// Nodes that one thread has listed, by the parts of their groups.
  using listed_nodes = std::array<std::vector<node_with_ends>, parts>;

  twin_search(chain_nodes& nodes, node_splitter const& splitter, topology scope)
      : nodes_(nodes), scope_(scope), parts_(parts, twin_groups(nodes, splitter, scope)) {}

  /// Whether a node has been added.
  bool has(std::int64_t n) const { return static_cast<std::size_t>(n) < added_.size() && added_[at(n)] != 0; }

  /// Lists a node, unless it has been added or both of its ends are one place. Threads may list the same one.
  void list(std::int64_t n, listed_nodes& to) const {
    if (has(n))
      return;
    const plane_point a = nodes_.start(n), b = nodes_.end(n);
    const int order = compare(a, b);
    if (order == 0)
      return;
    const node_ends ends{order < 0 ? a : b, order < 0 ? b : a, scope_ == topology::within ? nodes_[n].line : 0};
    to[hash_ends()(ends) % parts].push_back({ends, n});
  }

  /// Adds the nodes that each thread has listed.
  void add(int threads, std::vector<listed_nodes> const& listed) {
    added_.resize(at(nodes_.size()));
    for_each_part(threads, parts, 1, [&](std::int64_t part, std::int64_t, int) {
      for (listed_nodes const& of : listed)
        for (auto const& [ends, n] : of[at(part)])
          if (!std::exchange(added_[at(n)], std::uint8_t(1)))
            parts_[at(part)].add(ends, n);
    });
  }

  /// The nodes that split, a list for each part. A node may be listed twice.
  std::vector<std::vector<std::int64_t>> find_due(int threads) {
    std::vector<std::vector<std::int64_t>> due(parts);
    for_each_part(threads, parts, 1,
                  [&](std::int64_t part, std::int64_t, int) { parts_[at(part)].list_due(due[at(part)]); });
    return due;
  }

private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  chain_nodes& nodes_;
  topology scope_;
  std::vector<twin_groups> parts_;
  std::vector<std::uint8_t> added_; ///< for each node: 1 if it has been added
};

} // namespace thrustline::cpu
