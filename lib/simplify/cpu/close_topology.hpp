// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "simplify/close_topology.hpp"
#include "simplify/cpu/farthest_inside.hpp"
#include "simplify/flow/prepared.hpp"
#include "topology/cpu/planar_closure.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {

/// Splits the chains of a batch by the metric and the tolerance of the options.
template <class Real>
class batch_splitter final : public node_splitter {
public:
  batch_splitter(flow::batch<Real, 2> const& lines, simplify_options const& options)
      : points_(lines.points), count_(lines.count), metric_(options.metric()),
        tolerance_(static_cast<Real>(options.tolerance())) {}

  void examine(chain_node& n) const override {
    in_wide_vectors([&] { flow::with_metric<point<Real, 2>>(metric_, [&](auto metric) { examine(n, metric); }); });
  }

  void split(chain_node const& n, std::vector<chain_node>& halves) const override {
    in_wide_vectors(
        [&] { flow::with_metric<point<Real, 2>>(metric_, [&](auto metric) { split(n, metric, halves); }); });
  }

  std::int64_t split_small_rings(std::vector<small_ring> const& rings, std::uint8_t* keep) const override {
    std::int64_t splits = 0;
    in_wide_vectors([&] {
      flow::with_metric<point<Real, 2>>(metric_, [&](auto metric) {
        for (small_ring const& ring : rings)
          splits += split_small_ring(ring, metric, keep);
      });
    });
    return splits;
  }

private:
  template <class Metric>
  std::int64_t split_small_ring(small_ring const& ring, Metric metric, std::uint8_t* keep) const {
    std::int64_t inside = ring.inside, splits = 0;
    if (inside == ring.last) {
      chain_node whole{ring.first, ring.last, 0};
      find_farthest(whole, metric);
      if (whole.is_leaf())
        return 0;
      inside = whole.farthest;
      keep[inside] = 1;
      ++splits;
    }
    chain_node first{ring.first, inside, 0}, second{inside, ring.last, 0};
    const bool first_splits = split_where_far(first, metric, keep);
    const bool second_splits = split_where_far(second, metric, keep);
    if (first_splits || second_splits)
      return splits;
    const bool is_first_later = !first.is_leaf() && (second.is_leaf() || distance_of_farthest(first, metric) >
                                                                             distance_of_farthest(second, metric));
    chain_node const& later = is_first_later ? first : second;
    if (later.is_leaf())
      return splits;
    keep[later.farthest] = 1;
    rdp_recursive(points_, later.first, later.farthest, tolerance_, keep, metric);
    rdp_recursive(points_, later.farthest, later.last, tolerance_, keep, metric);
    return splits + 1;
  }

  /// Finds the farthest point of a node. If it is farther than the tolerance, splits the node by rule 1 to the end.
  /// Returns whether it is.
  template <class Metric>
  bool split_where_far(chain_node& n, Metric metric, std::uint8_t* keep) const {
    if (!find_farthest(n, metric))
      return false;
    rdp_recursive(points_, n.first, n.last, tolerance_, keep, metric);
    return true;
  }

  template <class Metric>
  auto chord_of(chain_node const& n, Metric metric) const {
    return metric(points_[n.first], points_[n.last], n.last - n.first);
  }

  /// Finds the farthest point. Returns whether it is farther than the tolerance.
  template <class Metric>
  bool find_farthest(chain_node& n, Metric metric) const {
    n.farthest = chain_node::none;
    if (n.last - n.first < 2)
      return false;
    const auto chord = chord_of(n, metric);
    const auto [rank, index] = farthest_inside(points_, count_, n.first, n.last, chord);
    if (!(rank >= Real(0)))
      return false;
    n.farthest = index;
    return thrustline::detail::exceeds(chord, rank, points_[index], index - n.first, tolerance_);
  }

  template <class Metric>
  Real distance_of_farthest(chain_node const& n, Metric metric) const {
    return chord_of(n, metric).distance(points_[n.farthest], n.farthest - n.first);
  }

  template <class Metric>
  void examine(chain_node& n, Metric metric) const {
    find_farthest(n, metric);
    n.distance = n.farthest == chain_node::none ? 0 : static_cast<double>(distance_of_farthest(n, metric));
  }

  template <class Metric>
  void split(chain_node const& n, Metric metric, std::vector<chain_node>& halves) const {
    std::vector<std::int64_t> ends; // ends of the halves to the right that wait, but for n.last
    for (chain_node half{n.first, n.farthest, n.line};;) {
      if (find_farthest(half, metric)) {
        ends.push_back(half.last);
        half.last = half.farthest;
        continue;
      }
      halves.push_back(half);
      if (half.last == n.last)
        return;
      half = {half.last, ends.empty() ? n.last : ends.back(), n.line};
      if (!ends.empty())
        ends.pop_back();
    }
  }

  const point<Real, 2>* points_;
  std::int64_t count_;
  metric metric_;
  Real tolerance_;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real>
topology_counts close_topology(int threads, flow::batch<Real, 2> const& lines, simplify_options const& options,
                               std::uint8_t* mask) {
  const cpu::batch_splitter<Real> splitter(lines, options);
  std::vector<cpu::plane_point> converted;
  const cpu::plane_point* points;
  if constexpr (std::is_same_v<Real, double>) {
    points = lines.points;
  } else {
    converted = cpu::plane_points(lines);
    points = converted.data();
  }
  return cpu::planar_closure(threads, {points, lines.count, lines.offsets, lines.series}, options.topology(), splitter,
                             mask)
      .complete();
}

} // namespace thrustline::detail
