// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/sort.h>

#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/detail/reduce.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Simplification of the lines of a map that keeps its topology: a least fixed point over the split tree, after
/// Saalfeld (1999), Topologically consistent line simplification with the Douglas-Peucker algorithm.
///
/// A node [i, j] of a line's split tree is its chord from point i to point j together with the points between. A node
/// is reached if it is the whole line, or a half of a reached node that splits at its farthest point. The kept vertices
/// are the ends of all reached nodes, and pinned points. The result is the least set in which a reached node with
/// points inside splits if
///
///   1. its farthest point is farther than the tolerance (Ramer-Douglas-Peucker), or
///   2. a kept vertex, equal to neither of its ends, is enclosed by its chord and its points, or is on either, or
///   3. another reached node has the same two ends, which are different places, and comes before it (leaves first, then
///      the nearer farthest point, then the lower index), or
///   4. it is a closed line, or the later of the two nodes of one: rings keep three segments.
///
/// These conditions come true as the set grows, and none becomes false again. So the least set exists, it is unique,
/// and every order of splits leads to it.
///
/// Why sides of vertices are enough: let segments s and t replace chains S and T that do not cross. Closed curves meet
/// an even number of times, so |s.t| + |s.T| + |S.t| is even. If s and t cross, s and T do so an odd number of times,
/// or t and S do. In the first case one end of t is enclosed by s and S, and rule 2 splits s.
namespace thrustline {

namespace detail {

/// Length of candidate i for place_segments(): 0 if it is marked, else none.
template <class Index, class Marks>
struct length_if_marked {
  Marks marks;
  THRUSTLINE_HD Index operator()(Index i) const { return marks[i] != 0 ? 0 : Index(-1); }
};

/// Writes whether chosen(i) holds, as place_segments() asks more than once. chosen(i) may read marks[i], but no other
/// mark.
template <class Index, class Chosen>
struct mark_if {
  Chosen chosen;
  std::uint8_t* marks;
  THRUSTLINE_HD void operator()(Index i) const { marks[i] = chosen(i) ? 1 : 0; }
};

/// Keeps the farthest point of a node that splits, and adds the node to the past ones.
template <class Index, class Keep, class Node>
struct keep_farthest {
  Keep keep;
  const Node* nodes;
  Node* past;
  THRUSTLINE_HD void operator()(Index s, segment_position<Index> const& at) const {
    keep[nodes[s].farthest] = 1;
    past[at.segments] = nodes[s];
  }
};

/// Rules 2 and 3 for node s. twins: whether rule 3 holds.
template <class Index, class Sides>
struct side_or_twin {
  Sides sides;
  const std::uint8_t* twins;
  THRUSTLINE_HD bool operator()(Index s) const { return twins[s] != 0 || sides(s); }
};

/// State of the closure: the kept vertices, and the reached nodes between them.
template <class Index, class Policy, class Points, class Keep, class Metric>
class topology_closure_state {
  using rank = rank_type<Points, Metric>;
  using real = distance_type<Points, Metric>;
  using coordinate = typename lines_view<Points, Index>::real;
  using node = tree_node<Index, real>;
  using listed_node = node_with_ends<Index, real, coordinate>;
  using segments_view = reached_segments<Points, Index, Keep>;

public:
  topology_closure_state(Policy const& policy, lines_view<Points, Index> lines, Keep keep, Metric metric)
      : policy_(policy), lines_(lines), keep_(keep), metric_(metric), keys_(policy, lines.count),
        heads_(policy, lines.count + 1), farthest_(policy, lines.count), nodes_(policy, lines.count),
        past_(policy, lines.count), kept_(policy, lines.count), boxes_(policy, lines.count),
        splits_(policy, lines.count), total_(policy, 1) {}

  /// Finds the segments between kept vertices, and their nodes.
  void find_nodes() {
    auto heads = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                                 node_head<Points, Index, Keep>{lines_, keep_});
    keys_from_head_flags(policy_, heads, lines_.count, keys_.data());
    offsets_from_keys(policy_, keys_.data(), lines_.count, heads_.data());
    count_ = read_back(policy_, keys_.data() + (lines_.count - 1)) + 1;

    auto candidates =
        thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                        candidate_of_point<segments_view, Metric, rank, Index>{segments(), metric_});
    segmented_reduce<indexed<rank, Index>>(policy_, keys_.data(), lines_.count, candidates, farthest_.data(),
                                           greater_or_first{});
    for_each_index(policy_, count_,
                   node_of_segment<segments_view, Metric, rank, real, Index>{segments(), metric_, farthest_.data(),
                                                                             nodes_.data()});
  }

  /// Splits the nodes s for which splits(s) holds, at their farthest points. Returns how many there are.
  template <class Splits>
  Index split(Splits splits) {
    for_each_index(policy_, count_, mark_if<Index, Splits>{splits, splits_.data()});
    place_segments<Index>(policy_, count_, length_if_marked<Index, const std::uint8_t*>{splits_.data()},
                          keep_farthest<Index, Keep, node>{keep_, nodes_.data(), past_.data() + past_count_},
                          total_.data());
    const Index split = read_back(policy_, total_.data()).segments;
    past_count_ += split;
    return split;
  }

  auto too_far(real tolerance) const { return is_too_far<Index, real>{nodes_.data(), tolerance}; }
  auto too_small_ring() const { return closes_too_small_ring<segments_view, Index, real>{segments(), nodes_.data()}; }

  /// Rules 2 and 3 for the present nodes.
  auto changes_topology(topology scope) {
    auto edges = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                                 box_of_edge<segments_view, coordinate, Index>{segments()});
    segmented_reduce<box<coordinate, 2>>(policy_, keys_.data(), lines_.count, edges, boxes_.data(), join_boxes{});
    const Index kept = list_kept();
    find_twins(scope);
    using sides = changes_sides<segments_view, Index, real, coordinate>;
    return side_or_twin<Index, sides>{{segments(), nodes_.data(), boxes_.data(), kept_.data(), kept, scope},
                                      splits_.data()};
  }

private:
  segments_view segments() const { return {lines_, keep_, keys_.data(), heads_.data()}; }

  /// Lists the kept points in order of their abscissae; returns their number.
  Index list_kept() {
    place_segments<Index>(policy_, lines_.count, length_if_marked<Index, Keep>{keep_},
                          list_present<Index>{kept_.data()}, total_.data());
    const Index kept = read_back(policy_, total_.data()).segments;
    thrust::sort(policy_, kept_.data(), kept_.data() + kept, lower_abscissa<Points, Index>{lines_});
    return kept;
  }

  void find_twins(topology scope) {
    const Index reached = past_count_ + count_;
    temporary<listed_node, Policy> items(policy_, reached);
    for_each_index(
        policy_, reached,
        list_node<Points, Index, real, coordinate>{lines_, past_.data(), nodes_.data(), past_count_, items.data()});
    thrust::sort(policy_, items.data(), items.data() + reached,
                 by_ends<Index, real, coordinate>{scope == topology::within});
    for_each_index(policy_, reached, find_twin<Index, real, coordinate>{items.data(), scope, splits_.data()});
  }

  Policy policy_;
  lines_view<Points, Index> lines_;
  Keep keep_;
  Metric metric_;
  temporary<Index, Policy> keys_, heads_;
  temporary<indexed<rank, Index>, Policy> farthest_;
  temporary<node, Policy> nodes_, past_; ///< present nodes, and those that have split
  temporary<Index, Policy> kept_;
  temporary<box<coordinate, 2>, Policy> boxes_;
  temporary<std::uint8_t, Policy> splits_; ///< nodes that split: by rule 3, then by all rules in question
  temporary<segment_position<Index>, Policy> total_;
  Index count_ = 0, past_count_ = 0;
};

template <class Index, class Policy, class Lines, class Keep, class Metric>
topology_counts topology_closure(Policy const& policy, Lines const& lines, double tolerance, topology scope, Keep keep,
                                 Metric metric) {
  using points = decltype(lines.points);
  topology_counts counts;
  const Index n = static_cast<Index>(lines.count);
  if (n == 0)
    return counts;
  temporary<Index, Policy> line_of(policy, n);
  keys_from_offsets(policy, lines.offsets, static_cast<Index>(lines.series), n, line_of.data());
  topology_closure_state<Index, Policy, points, Keep, Metric> state(policy, {lines.points, line_of.data(), n}, keep,
                                                                    metric);
  const auto limit = tolerance_as<distance_type<points, Metric>>(tolerance);
  for (;;) {
    state.find_nodes();
    if (state.split(state.too_far(limit)) > 0)
      continue;
    Index forced = state.split(state.too_small_ring());
    if (forced == 0 && scope != topology::none) {
      ++counts.rounds;
      forced = state.split(state.changes_topology(scope));
    }
    if (forced == 0)
      return counts;
    counts.forced += forced;
  }
}

} // namespace detail

/// Grows a mask to the kept vertices of a simplification that keeps the topology of the lines (rules 1 to 4 above).
///
/// lines: with planar points, which must be finite, as for rdp(); neither they nor the offsets are checked.
/// keep: iterator over lines.count integral values, which the function reads and writes. On entry it is 1 at the first
/// and the last point of every line and at pinned points, else 0. A line whose first point is 0 is absent: it stays
/// dropped and holds nothing in place. Where points occur more than once, lines should begin and end there, so that all
/// lines through them keep them. scope: which vertices count in rules 2 and 3. metric and tolerance: as for rdp().
///
/// The mask is the same from every policy, bit by bit, whatever the order of the lines, except for rule 3 between nodes
/// that are equally far: the lower index stays. It grows as the tolerance falls, and a second call changes nothing.
/// Segments of the result cross only where their chains did, an odd number of times. Closed lines that have three
/// different points not in one chord keep three segments, also with topology::none.
///
/// Reference for the compiled engines: O(points) work a level and a round, and in each round the kept vertices in the
/// range of abscissae of each node; with topology::between also the square of the number of nodes of one line with the
/// same ends. Waits for the policy's stream some six times a round. Temporary storage: up to 370 bytes a point, from
/// the policy's allocator. Throws as rdp() does. But under thrust::omp::par Thrust's sort takes its memory by several
/// threads, where a failure ends the process.
template <class Policy, class Points, class Offsets, class Keep, class Metric = segment_distance>
topology_counts topology_closure(Policy const& policy, ragged_batch<Points, Offsets> const& lines, double tolerance,
                                 topology scope, Keep keep, Metric metric = {}) {
  detail::check_tolerance(tolerance);
  return detail::fits_32_bits(lines.count, lines.series)
             ? detail::topology_closure<std::int32_t>(policy, lines, tolerance, scope, keep, metric)
             : detail::topology_closure<std::int64_t>(policy, lines, tolerance, scope, keep, metric);
}

} // namespace thrustline
