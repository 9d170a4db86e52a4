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

/// The two ends of a node, in one order for either direction of it.
struct node_ends {
  plane_point low, high;
  std::int64_t line; ///< 0 where nodes of all lines count

  bool operator==(node_ends const& e) const {
    return same_place(low, e.low) && same_place(high, e.high) && line == e.line;
  }
};

struct hash_ends {
  std::size_t operator()(node_ends const& e) const {
    return static_cast<std::size_t>(
        flow::hash_with(flow::hash_with(static_cast<std::uint64_t>(e.line), e.low), e.high));
  }
};

/// Rule 3: of nodes with the same two ends, all but the first split.
class twin_groups {
public:
  twin_groups(chain_nodes& nodes, node_splitter const& splitter, topology scope)
      : nodes_(nodes), splitter_(splitter), scope_(scope) {}

  /// Adds a node, which has not been added before.
  void add(node_ends const& ends, std::int64_t n) {
    const auto [found, is_new] = groups_.try_emplace(ends);
    group& to = found->second;
    members_.push_back({n, to.last_added});
    to.last_added = static_cast<std::int64_t>(members_.size()) - 1;
    if (is_new || to.has_changed)
      return;
    to.has_changed = true;
    changed_.push_back(&to);
  }

  /// Appends the open nodes that split: those that are not the first of their group, and copies of it. Looks at the
  /// groups that have got members since.
  void list_due(std::vector<std::int64_t>& nodes) {
    for (group* of : changed_)
      examine(*of, nodes);
    changed_.clear();
  }

private:
  static constexpr std::int64_t none = -1;

  struct member {
    std::int64_t node, added_before; ///< a node, and the member that its group got before it; `none` if there is none
  };

  struct group {
    std::int64_t last_added = none;
    bool has_changed = false;
  };

  member& at(std::int64_t m) { return members_[static_cast<std::size_t>(m)]; }

  template <class F>
  void for_each_node(group const& of, F const& f) {
    for (std::int64_t m = of.last_added; m != none; m = at(m).added_before)
      f(at(m).node);
  }

  bool comes_before(std::int64_t a, std::int64_t b) const {
    return thrustline::detail::comes_before(nodes_[a], nodes_[b]);
  }

  /// Keeps those members that later ones have to be compared with: the first, the first of the other lines, and open
  /// nodes that stay.
  void examine(group& of, std::vector<std::int64_t>& due) {
    for_each_node(of, [&](std::int64_t n) {
      if (nodes_[n].distance == chain_node::not_measured)
        splitter_.examine(nodes_[n]);
    });
    std::int64_t first = none, first_elsewhere = none; // in another line than the first
    for_each_node(of, [&](std::int64_t n) { first = first == none || comes_before(n, first) ? n : first; });
    for_each_node(of, [&](std::int64_t n) {
      if (nodes_[n].line != nodes_[first].line && (first_elsewhere == none || comes_before(n, first_elsewhere)))
        first_elsewhere = n;
    });

    for (std::int64_t* link = &of.last_added; *link != none;) {
      const std::int64_t n = at(*link).node;
      const bool is_rival = scope_ != topology::between || nodes_[n].line != nodes_[first].line;
      const std::int64_t rival = is_rival ? first : first_elsewhere;
      const bool is_later = rival != none && comes_before(rival, n), is_open = nodes_[n].is_open();
      if (is_later && is_open)
        due.push_back(n);
      if (rival != none)
        split_with(n, rival, is_later, due);
      if (n == first || n == first_elsewhere || (is_open && !is_later))
        link = &at(*link).added_before;
      else
        *link = at(*link).added_before;
    }
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
  std::unordered_map<node_ends, group, hash_ends> groups_;
  std::vector<member> members_;
  std::vector<group*> changed_;
};

} // namespace thrustline::cpu
