// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "core/flow/kept_lists.hpp"
#include "topology/flow/find_due.hpp"
#include "topology/flow/generations.hpp"
#include "topology/flow/node_table.hpp"
#include "topology/flow/twin_nodes.hpp"
#include <thrustline/topology.hpp>

/// The closure of algorithms/topology.hpp over primitives: the same rounds and the same mask, bit by bit, but each
/// round looks at what is new in it only, new vertices in all regions and all vertices in new regions.
namespace thrustline::flow {

/// The closure as it grows.
template <class Policy>
class growing_closure {
public:
  growing_closure(Policy const& policy, plane_lines const& lines, topology apart, node_splitter const& splitter,
                  std::uint8_t* keep)
      : policy_(policy), lines_(lines), apart_(apart), splitter_(splitter), keep_(keep),
        levels_(make_edge_boxes(policy, lines)), edges_{lines.points, levels_.tree()} {}

  topology_counts complete() {
    topology_counts counts;
    counts.forced = splitter_.split_small_rings(keep_); // rule 4; rule 1 holds already
    node_table<Policy> nodes = list_nodes();
    twin_nodes<Policy> twins(policy_, lines_, apart_, splitter_);
    for (std::int64_t newest = 0;;) {
      ++counts.rounds;
      detail::set_zeros(policy_, nodes.is_due(), nodes.size());
      twins.find_due(nodes, newest);
      find_due(nodes, newest);
      newest = nodes.size();
      const detail::temporary<std::int64_t, Policy> due(policy_, nodes.size());
      const std::int64_t count = list_indices(policy_, nodes.size(), is_kept{nodes.is_due()}, due.data());
      if (count == 0)
        return counts;
      const detail::temporary<std::int64_t, Policy> halves(policy_, count);
      splitter_.split(nodes.nodes(), due.data(), count, keep_, halves.data());
      counts.forced += nodes.add_halves(due.data(), count, halves.data(), keep_);
    }
  }

private:
  using part = generation<Policy>;

  node_table<Policy> list_nodes() const {
    const std::int64_t count = count_mask(policy_, keep_, lines_.count);
    const detail::temporary<std::int64_t, Policy> kept(policy_, count);
    list_indices(policy_, lines_.count, is_kept{keep_}, kept.data());
    return {policy_, lines_, edges_, kept.data(), count};
  }

  /// Marks the open nodes that split by rule 2 since the nodes from `begin` on were added.
  void find_due(node_table<Policy>& nodes, std::int64_t begin) {
    const round_state state{lines_, edges_, apart_, nodes.nodes(), nodes.bounds(), nodes.has_split(), nodes.is_due()};
    generations_.add(begin, nodes.size(), [&](std::int64_t first, std::int64_t end) {
      return std::make_unique<part>(policy_, state, first, end);
    });
    const sorted_nodes newest = generations_.newest().view();
    for_each_team(policy_, newest.count, mark_by_vertices{state, newest, newest});
    generations_.for_each_older([&](part const& older) {
      for_each_team(policy_, newest.count, mark_by_vertices{state, newest, older.view()});
      for_each_team(policy_, newest.count, mark_around_vertex{state, newest, older.view()});
    });
  }

  Policy policy_;
  plane_lines lines_;
  topology apart_;
  node_splitter const& splitter_;
  std::uint8_t* keep_;
  box_levels<edge_boxes::bits, Policy> levels_;
  edge_boxes edges_;
  generations<part> generations_;
};

/// Grows the mask of Ramer-Douglas-Peucker to the closure. apart: not topology::none.
template <class Policy>
topology_counts planar_closure(Policy const& policy, plane_lines const& lines, topology apart,
                               node_splitter const& splitter, std::uint8_t* keep) {
  if (lines.count == 0)
    return {};
  return growing_closure<Policy>(policy, lines, apart, splitter, keep).complete();
}

} // namespace thrustline::flow
