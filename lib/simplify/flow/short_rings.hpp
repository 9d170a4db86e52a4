// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <thrust/for_each.h>

#include "simplify/flow/engine.hpp"
#include "simplify/flow/ring_line.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

/// Rings of few points that keep too few of them, on cores: each is completed where it lies, with the result of
/// small_rings and without its copies.
namespace thrustline::flow {

/// States of series, 0 for all others. A ring that keeps too few points is incomplete until it is completed.
inline constexpr std::uint8_t ring_is_incomplete = 1, ring_is_dropped = 2, ring_is_completed = 4;

/// Longest short ring, in points: rdp_recursive() splits it quickly even in the worst case.
inline constexpr std::int64_t most_in_short_ring = 256;

/// Simplifies a ring of an opened batch again, with more pins: its point farthest from the start, and that farthest
/// from the line between the two.
template <class Real, int D, class Metric>
struct complete_short_ring {
  call_input<Real, D> const& opened;
  tolerance_of_point<Real> tolerance;
  skipping<Metric, Real, D> metric;
  std::uint8_t* mask;

  /// Returns the number of levels.
  std::int64_t operator()(std::int64_t s) const {
    const std::int64_t first = opened.lines.offsets[s], last = opened.lines.offsets[s + 1] - 1;
    for (std::int64_t i = first; i <= last; ++i)
      mask[i] = opened.pins && opened.pins[i] && is_valid(i);
    const std::int64_t far = farthest_from_line(first, last, first), aside = farthest_from_line(first, last, far);
    for (const std::int64_t i : {first, far, aside, last})
      mask[i] = 1;
    std::int64_t levels = 0;
    for (std::int64_t begin = first, i = first + 1; i <= last; ++i)
      if (mask[i]) {
        levels = std::max(levels, split(begin, i, tolerance.of_series(s)));
        begin = i;
      }
    return levels;
  }

private:
  bool is_valid(std::int64_t i) const { return !metric.skip || metric.valid(opened.lines.points[i]); }

  /// The inner point farthest from the line between the start and point `to`; the start if there is none.
  std::int64_t farthest_from_line(std::int64_t first, std::int64_t last, std::int64_t to) const {
    const ring_line<Real, D> line(opened.lines.points, {{}, metric.skip, metric.valid}, first, last, to);
    Real greatest(-1);
    std::int64_t farthest = first;
    for (std::int64_t i = first + 1; i < last; ++i)
      if (const Real rank = line.rank(i); rank > greatest) {
        greatest = rank;
        farthest = i;
      }
    return farthest;
  }

  std::int64_t split(std::int64_t first, std::int64_t last, Real limit) const {
    return metric.skip ? rdp_recursive(opened.lines.points, first, last, limit, mask, metric)
                       : rdp_recursive(opened.lines.points, first, last, limit, mask, metric.metric);
  }
};

/// Completes the short rings among the incomplete ones. Returns the number of levels.
template <class Policy, class Real, int D>
std::int64_t complete_short_rings(Policy const& policy, call_input<Real, D> const& opened, std::uint8_t* ring_states,
                                  std::uint8_t* mask) {
  constexpr std::int64_t part = 128;
  const std::int64_t series = opened.lines.series, parts = (series + part - 1) / part;
  detail::temporary<std::int64_t, Policy> levels(policy, parts);
  with_metric_for<Policy, std::int64_t, point<Real, D>>(opened.options.metric(), [&](auto metric) {
    const complete_short_ring<Real, D, decltype(metric)> complete{opened, tolerance_of(opened),
                                                                  skipping_by<Real, D>(opened.options, metric), mask};
    thrust::for_each_n(policy, thrust::counting_iterator<std::int64_t>(0), parts, [&](std::int64_t k) {
      std::int64_t most = 0;
      for (std::int64_t s = part * k; s < std::min(part * k + part, series); ++s)
        if (ring_states[s] == ring_is_incomplete &&
            opened.lines.offsets[s + 1] - opened.lines.offsets[s] <= most_in_short_ring) {
          most = std::max(most, complete(s));
          ring_states[s] = ring_is_completed;
        }
      levels.data()[k] = most;
    });
  });
  return parts > 0 ? *std::max_element(levels.data(), levels.data() + parts) : 0;
}

} // namespace thrustline::flow
