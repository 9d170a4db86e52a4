// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "topology/flow/closure_state.hpp"
#include "topology/flow/sorted_roots.hpp"

/// What is near the roots that have split. All that such a root splits into lies in its region, so one search for the
/// root finds what the searches for all nodes below it look at.
namespace thrustline::flow {

/// Entries from `begin` on: roots whose regions may meet that of a root, then the positions of those whose vertices may
/// be in it.
struct near_list {
  std::int64_t begin; ///< no_node: there is no list, as it would be too long
  std::int32_t roots, vertices;
};

/// The lists of roots that have split.
struct near_roots {
  static constexpr int most = 256; ///< of either; a tree finds more of them sooner

  near_list* lists; ///< for each root, if it has split
  std::int64_t* entries;
  std::int64_t capacity;
  sorted_roots all;

  /// Calls visit(r), each on one thread of the team, for all roots r near `root` in boxes with meet(box), and perhaps
  /// for more.
  template <class Team, class Meet, class Visit>
  THRUSTLINE_HD void for_each_root(Team const& team, std::int64_t root, Meet const& meet, Visit const& visit) const {
    const near_list list = lists[root];
    if (list.begin == no_node)
      all.regions.for_each_met(team, meet, [&](std::int64_t p) { visit(all.order.roots[p]); });
    else
      visit_entries(team, list.begin, list.roots, visit);
  }

  /// The same for positions of roots whose vertices may be near.
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

/// Groups of up to 32 items that a search has found, shared by the threads of a team.
template <class Team>
class found_items {
public:
  THRUSTLINE_HD int count() const { return count_; }

  /// Adds the items from + i for each bit i that is set. Returns false if these are too many.
  THRUSTLINE_HD bool add(Team const& team, std::int64_t from, unsigned bits) {
    if (bits == 0)
      return true;
    if (groups_ == most_groups)
      return false;
    if (groups_ % Team::size == team.lane())
      mine_[groups_ / Team::size] = {from, bits, count_};
    ++groups_;
    count_ += count_bits(bits);
    return count_ <= near_roots::most;
  }

  /// Writes name(i) for all items i.
  template <class Name>
  THRUSTLINE_HD void write(Team const& team, std::int64_t* to, Name const& name) const {
    for (int g = team.lane(); g < groups_; g += Team::size) {
      const group found = mine_[g / Team::size];
      int k = found.before;
      for (unsigned bits = found.bits; bits != 0; bits &= bits - 1)
        to[k++] = name(found.from + lowest_bit(bits));
    }
  }

private:
  static constexpr int most_groups = 32;

  struct group {
    std::int64_t from;
    unsigned bits;
    int before; ///< items of the groups before it
  };

  group mine_[most_groups / Team::size];
  int groups_ = 0, count_ = 0;
};

/// Lists what is near a root.
struct list_near_root {
  closure_state in;
  near_roots near;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t root) const {
    const region_limits limits = in.all.limits[root];
    near_list list{no_node, 0, 0};
    found_items<Team> found_roots, found_vertices;
    if (find_roots(team, limits, found_roots) && find_vertices(team, limits, found_vertices)) {
      list.roots = found_roots.count();
      list.vertices = found_vertices.count();
      const std::int64_t size = list.roots + list.vertices;
      list.begin = team.of_first(team.lane() == 0 ? atomic_add(in.all.counts->near, size) : 0);
      if (list.begin + size > near.capacity)
        list.begin = no_node;
    }
    if (team.lane() == 0)
      near.lists[root] = list;
    if (list.begin == no_node)
      return;
    found_roots.write(team, near.entries + list.begin, [&](std::int64_t p) { return near.all.order.roots[p]; });
    found_vertices.write(team, near.entries + list.begin + list.roots, [](std::int64_t p) { return p; });
  }

private:
  /// Finds the roots that are near. Returns false if these are too many.
  template <class Team>
  THRUSTLINE_HD bool find_roots(Team const& team, region_limits const& limits, found_items<Team>& found) const {
    return !near.all.regions.any(
        team, [&](std::int64_t box) { return limits.meet(near.all.regions.box(box)); },
        [&](std::int64_t from, std::int64_t to) {
          return !found.add(team, from, team.which(static_cast<int>(to - from), [&](int i) {
            const std::int64_t root = near.all.order.roots[from + i];
            return in.all.nodes[root].has_points_inside() && limits.meet(in.all.limits[root].around());
          }));
        });
  }

  /// The same for vertices.
  template <class Team>
  THRUSTLINE_HD bool find_vertices(Team const& team, region_limits const& limits, found_items<Team>& found) const {
    return !near.all.vertices.any(
        team, [&](std::int64_t box) { return limits.meet(near.all.vertices.box(box)); },
        [&](std::int64_t from, std::int64_t to) {
          return !found.add(team, from, team.which(static_cast<int>(to - from), [&](int i) {
            return limits.may_hold(near.all.place(from + i));
          }));
        });
  }
};

/// The memory of the lists.
template <class Policy>
class near_table {
public:
  near_table(Policy const& policy, std::int64_t roots)
      : capacity_(2 * roots + 1024), lists_(policy, roots), entries_(policy, capacity_) {}

  near_roots over(sorted_roots const& roots) const { return {lists_.data(), entries_.data(), capacity_, roots}; }

private:
  std::int64_t capacity_;
  detail::temporary<near_list, Policy> lists_;
  detail::temporary<std::int64_t, Policy> entries_;
};

} // namespace thrustline::flow
