// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/flow/teams.hpp"
#include "topology/cpu/chain_nodes.hpp"
#include "topology/cpu/node_splitter.hpp"
#include "topology/flow/copied_chains.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::cpu {

/// Rule 3: of nodes with the same two ends, all but the first split.
///
/// The caller adds the nodes with an end where several vertices lie, also those that were forced to split. All other
/// nodes have no twins.
class twin_groups {
public:
  twin_groups(chain_nodes& nodes, node_splitter const& splitter, topology scope)
      : nodes_(nodes), splitter_(splitter), scope_(scope) {}

  /// Adds a node, unless it has been added before.
  void add(std::int64_t n) {
    if (has(n))
      return;
    added_.resize(static_cast<std::size_t>(nodes_.size()));
    added_[static_cast<std::size_t>(n)] = true;
    chain_node const& node = nodes_[n];
    const plane_point a = nodes_.start(n), b = nodes_.end(n);
    const int order = compare(a, b);
    if (order == 0)
      return;
    const ends key{order < 0 ? a : b, order < 0 ? b : a, scope_ == topology::within ? node.line : 0};
    const auto [found, is_new] = group_of_.try_emplace(key, groups_.size());
    if (is_new)
      groups_.emplace_back();
    group& to = groups_[found->second];
    to.members.push_back(n);
    if (!to.has_changed && to.members.size() > 1)
      changed_.push_back(found->second);
    to.has_changed = to.members.size() > 1;
  }

  bool has(std::int64_t n) const {
    return static_cast<std::size_t>(n) < added_.size() && added_[static_cast<std::size_t>(n)];
  }

  /// Appends the open nodes that split: those that are not the first of their group, and copies of it. Looks at the
  /// groups that have got members since.
  void list_due(std::vector<std::int64_t>& nodes) {
    for (const std::size_t g : changed_)
      examine(groups_[g], nodes);
    changed_.clear();
  }

private:
  struct ends {
    plane_point low, high;
    std::int64_t line;
    bool operator==(ends const& e) const {
      return same_place(low, e.low) && same_place(high, e.high) && line == e.line;
    }
  };

  struct hash_ends {
    std::size_t operator()(ends const& e) const {
      return static_cast<std::size_t>(
          flow::hash_with(flow::hash_with(static_cast<std::uint64_t>(e.line), e.low), e.high));
    }
  };

  struct group {
    std::vector<std::int64_t> members;
    bool has_changed = false;
  };

  bool comes_before(std::int64_t a, std::int64_t b) const {
    return thrustline::detail::comes_before(nodes_[a], nodes_[b]);
  }

  /// Keeps those members that later ones have to be compared with: the first, the first of the other lines, and open
  /// nodes that stay.
  void examine(group& of, std::vector<std::int64_t>& due) {
    std::vector<std::int64_t>& members = of.members;
    for (const std::int64_t n : members)
      if (nodes_[n].distance == chain_node::not_measured)
        splitter_.examine(nodes_[n]);
    std::int64_t first = members.front(), first_elsewhere = -1; // in another line than the first
    for (const std::int64_t n : members)
      first = comes_before(n, first) ? n : first;
    for (const std::int64_t n : members)
      if (nodes_[n].line != nodes_[first].line && (first_elsewhere < 0 || comes_before(n, first_elsewhere)))
        first_elsewhere = n;

    std::vector<std::int64_t> kept;
    for (const std::int64_t n : members) {
      const bool is_rival = scope_ != topology::between || nodes_[n].line != nodes_[first].line;
      const std::int64_t rival = is_rival ? first : first_elsewhere;
      const bool is_later = rival >= 0 && comes_before(rival, n), is_open = nodes_[n].is_open();
      if (is_later && is_open)
        due.push_back(n);
      if (rival >= 0)
        split_with(n, rival, is_later, due);
      if (n == first || n == first_elsewhere || (is_open && !is_later))
        kept.push_back(n);
    }
    members.swap(kept);
    of.has_changed = false;
  }

  /// Appends what splits together with node n, which comes before or after its rival.
  void split_with(std::int64_t n, std::int64_t rival, bool is_later, std::vector<std::int64_t>& due) {
    constexpr flow::lone_thread alone;
    const plane_point* const points = nodes_.lines.points;
    chain_node &a = nodes_[n], &b = nodes_[rival];
    if (!a.is_open() && !b.is_open())
      return;
    if (flow::are_copies(alone, points, a, b)) {
      for (const std::int64_t copy : {n, rival})
        if (nodes_[copy].is_open()) {
          nodes_[copy].is_copied = true;
          due.push_back(copy);
        }
    } else if (is_later && a.is_open() && b.is_open() && flow::passes_through(alone, points, b, points[a.farthest])) {
      due.push_back(rival);
    }
  }

  chain_nodes& nodes_;
  node_splitter const& splitter_;
  topology scope_;
  std::vector<bool> added_;
  std::unordered_map<ends, std::size_t, hash_ends> group_of_;
  std::vector<group> groups_;
  std::vector<std::size_t> changed_;
};

} // namespace thrustline::cpu
