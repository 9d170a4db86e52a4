// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "topology/flow/closure_state.hpp"
#include "topology/flow/sorted_roots.hpp"

/// What is near the roots that have split. All that such a root splits into lies in its region, so one search for the
/// root finds what the searches of many rounds look at.
namespace thrustline::flow {

/// Entries from `begin` on: roots whose regions may meet that of a root, then those whose vertices may be in it.
struct near_list {
  std::int64_t begin; ///< no_node: there is no list, as it would be too long
  std::int32_t roots, vertices;
};

/// The lists of roots that have split.
struct near_roots {
  static constexpr int most = 256; ///< a tree finds more of them sooner

  near_list* lists; ///< for each root, if it has split
  std::int64_t* entries;
  std::int64_t capacity;
  sorted_roots all;

  /// Whether the list of the root is short.
  THRUSTLINE_HD bool has_short_list(std::int64_t root) const {
    const near_list list = lists[root];
    return list.begin != no_node && list.roots + list.vertices <= 32;
  }

  /// Calls visit(r), each on one thread of the team, for all roots r near `root` in boxes with meet(box), and perhaps
  /// for more.
  template <class Team, class Meet, class Visit>
  THRUSTLINE_HD void for_each_root(Team const& team, std::int64_t root, Meet const& meet, Visit const& visit) const {
    const near_list list = lists[root];
    if (list.begin == no_node)
      all.regions.for_each_met(team, meet, visit);
    else
      visit_entries(team, list.begin, list.roots, visit);
  }

  /// The same for roots whose vertices may be near.
  template <class Team, class Meet, class Visit>
  THRUSTLINE_HD void for_each_vertex(Team const& team, std::int64_t root, Meet const& meet, Visit const& visit) const {
    const near_list list = lists[root];
    if (list.begin == no_node)
      all.vertices.for_each_met(team, meet, visit);
    else
      visit_entries(team, list.begin + list.roots, list.vertices, visit);
  }

private:
  template <class Team, class Visit>
  THRUSTLINE_HD void visit_entries(Team const& team, std::int64_t begin, int count, Visit const& visit) const {
    for (int k = team.lane(); k < count; k += Team::size)
      visit(entries[begin + k]);
  }
};

/// Lists what is near the node of entry `begin` + k of the list of nodes that are due, if it is a root.
struct list_near_root {
  closure_state in;
  near_roots near;
  std::int64_t begin;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t root = in.all.due_list[begin + k];
    if (root >= near.all.count)
      return;
    const region_limits limits = in.all.limits[root];
    near_list list{no_node, 0, 0};
    const auto count = [&](std::int32_t& number) {
      return [&](std::int64_t, unsigned found) { return (number += count_bits(found)) > near_roots::most; };
    };
    if (!search_roots(team, limits, count(list.roots)) && !search_vertices(team, limits, count(list.vertices))) {
      const std::int64_t size = list.roots + list.vertices;
      list.begin = team.of_first(team.lane() == 0 ? atomic_add(in.all.counts->near, size) : 0);
      if (list.begin + size > near.capacity)
        list.begin = no_node;
    }
    if (team.lane() == 0)
      near.lists[root] = list;
    if (list.begin == no_node)
      return;
    std::int64_t* to = near.entries + list.begin;
    const auto write = [&](std::int64_t from, unsigned found) {
      for (int i = team.lane(); i < 32; i += Team::size)
        if (found >> i & 1)
          to[count_bits(found & ((1u << i) - 1))] = from + i;
      to += count_bits(found);
      return false;
    };
    search_roots(team, limits, write);
    search_vertices(team, limits, write);
  }

private:
  /// Calls found(from, bits) for roots: bit i is set if root from + i is near. Returns whether a call ends the search.
  template <class Team, class Found>
  THRUSTLINE_HD bool search_roots(Team const& team, region_limits const& limits, Found const& found) const {
    return near.all.regions.any(
        team, [&](std::int64_t box) { return limits.meet(near.all.regions.boxes[box]); },
        [&](std::int64_t from, std::int64_t to) {
          return found(from, team.which(static_cast<int>(to - from), [&](int i) {
            return !in.all.nodes[from + i].is_leaf() && limits.meet(in.all.limits[from + i].around());
          }));
        });
  }

  template <class Team, class Found>
  THRUSTLINE_HD bool search_vertices(Team const& team, region_limits const& limits, Found const& found) const {
    return near.all.vertices.any(
        team, [&](std::int64_t box) { return limits.meet(near.all.vertices.boxes[box]); },
        [&](std::int64_t from, std::int64_t to) {
          return found(from, team.which(static_cast<int>(to - from),
                                        [&](int i) { return limits.may_hold(near.all.places[from + i]); }));
        });
  }
};

/// The memory of the lists.
template <class Policy>
class near_table {
public:
  near_table(Policy const& policy, sorted_roots const& roots)
      : roots_(roots), capacity_(2 * roots.count + 1024), lists_(policy, roots.count), entries_(policy, capacity_) {}

  near_roots view() const { return {lists_.data(), entries_.data(), capacity_, roots_}; }

private:
  sorted_roots roots_;
  std::int64_t capacity_;
  detail::temporary<near_list, Policy> lists_;
  detail::temporary<std::int64_t, Policy> entries_;
};

} // namespace thrustline::flow
