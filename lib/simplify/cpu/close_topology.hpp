// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "simplify/close_topology.hpp"
#include "simplify/flow/prepared.hpp"
#include "topology/cpu/planar_closure.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {

/// Splits the chains of a batch by the metric and the tolerance of the options.
template <class Real>
class batch_splitter final : public chain_splitter {
public:
  batch_splitter(const point<Real, 2>* points, simplify_options const& options)
      : points_(points), metric_(options.metric()), tolerance_(static_cast<Real>(options.tolerance())) {}

  void examine(chain_node& n) const override {
    in_wide_vectors([&] { flow::with_metric<point<Real, 2>>(metric_, [&](auto metric) { exceeds(n, metric); }); });
  }

  void split(chain_node const& n, std::vector<chain_node>& halves) const override {
    in_wide_vectors(
        [&] { flow::with_metric<point<Real, 2>>(metric_, [&](auto metric) { split(n, metric, halves); }); });
  }

private:
  /// Finds the farthest point. Returns whether it is farther than the tolerance.
  template <class Metric>
  bool exceeds(chain_node& n, Metric metric) const {
    n.farthest = chain_node::none;
    n.distance = 0;
    if (n.last - n.first < 2)
      return false;
    const auto chord = metric(points_[n.first], points_[n.last], n.last - n.first);
    const auto [rank, index] = farthest_from_chord(points_, n.first, n.first + 1, n.last, chord);
    if (!(rank >= Real(0)))
      return false;
    n.farthest = index;
    const Real distance = chord.distance(points_[index], index - n.first);
    n.distance = static_cast<double>(distance);
    return distance > tolerance_;
  }

  template <class Metric>
  void split(chain_node const& n, Metric metric, std::vector<chain_node>& halves) const {
    std::vector<std::int64_t> ends{n.last}; // ends of the halves to the right that wait
    for (chain_node half{n.first, n.farthest, n.line};;) {
      if (exceeds(half, metric)) {
        ends.push_back(half.last);
        half.last = half.farthest;
        continue;
      }
      halves.push_back(half);
      if (half.last == n.last)
        return;
      half = {half.last, ends.back(), n.line};
      ends.pop_back();
    }
  }

  const point<Real, 2>* points_;
  metric metric_;
  Real tolerance_;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real>
topology_counts close_topology(int threads, flow::batch<Real, 2> const& lines, simplify_options const& options,
                               std::uint8_t* mask) {
  const cpu::batch_splitter<Real> splitter(lines.points, options);
  std::vector<cpu::plane_point> converted;
  const cpu::plane_point* points;
  if constexpr (std::is_same_v<Real, double>) {
    points = lines.points;
  } else {
    converted.reserve(static_cast<std::size_t>(lines.count));
    for (std::int64_t i = 0; i < lines.count; ++i)
      converted.push_back({{lines.points[i][0], lines.points[i][1]}});
    points = converted.data();
  }
  return cpu::planar_closure(threads, {points, lines.count, lines.offsets, lines.series}, options.topology(), splitter,
                             mask)
      .complete();
}

} // namespace thrustline::detail
