// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "core/threads.hpp"
#include "simplify/cpu/recursive/recursive_schedule.hpp"
#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {

/// Searches of Algorithm 1 with a metric. Their code for wide vectors is large: there is one copy for segments that are
/// split to the end, and one for a part of a long segment.
template <class Points, class Tolerance, class Metric>
class recursive_searches final : public recursive_schedule {
public:
  recursive_searches(int threads, Points points, Tolerance tolerance, Metric metric, std::uint8_t* mask)
      : recursive_schedule(threads), points_(points), tolerance_(tolerance), metric_(metric), mask_(mask) {}

private:
  /// Threads share a search in parts of about `part_points` points.
  static constexpr std::int64_t part_points = 1 << 15, most_parts = 1 << 10;

  std::int64_t finish(const chord_ends* ends, std::int64_t series, std::int64_t longest) const override {
    return in_wide_vectors([&] {
      std::int64_t levels = 0;
      for (std::int64_t s = 0; s < series; ++s) {
        const std::int64_t first = ends[s].first, length = ends[s].last - first;
        if (length > 1 && length <= longest)
          levels = std::max(levels, rdp_recursive(points_, first, ends[s].last, tolerance_(first), mask_, metric_));
      }
      return levels;
    });
  }

  std::int64_t cut(chord_ends const& s, int threads) const override {
    const auto chord = metric_(points_[s.first], points_[s.last], s.last - s.first);
    const auto [rank, at] = farthest(s, chord, threads);
    if (rank < 0 || !thrustline::detail::exceeds(chord, rank, points_[at], at - s.first, tolerance_(s.first)))
      return -1;
    mask_[at] = 1;
    return at;
  }

  template <class Chord>
  auto farthest(chord_ends const& s, Chord const& chord, int threads) const {
    const std::int64_t length = s.last - s.first;
    const std::int64_t parts = threads > 1 ? std::min(most_parts, 1 + length / part_points) : 1;
    using found = decltype(farthest_of_part(s.first, s, chord));
    std::vector<found> best(static_cast<std::size_t>(parts));
    threads::parallel_for(threads, parts, [&](std::int64_t k) {
      const std::int64_t begin = s.first + length / parts * k;
      const std::int64_t end = k + 1 == parts ? s.last : begin + length / parts;
      best[static_cast<std::size_t>(k)] = farthest_of_part(s.first, {std::max(s.first + 1, begin), end}, chord);
    });
    // The first of the greatest: the parts are in order.
    return *std::max_element(best.begin(), best.end(), [](found const& a, found const& b) { return a.rank < b.rank; });
  }

  /// Farthest of the points [part.first, part.last) of the segment that begins at `first`. Only steps of 32 bits have a
  /// copy for wide vectors: others are rare.
  template <class Chord>
  auto farthest_of_part(std::int64_t first, chord_ends const& part, Chord const& chord) const {
    using thrustline::detail::farthest_by_steps;
    if (part.last - first > std::numeric_limits<std::int32_t>::max())
      return farthest_by_steps<std::int64_t>(points_, first, part.first, part.last, chord);
    return in_wide_vectors(
        [&] { return farthest_by_steps<std::int32_t>(points_, first, part.first, part.last, chord); });
  }

  Points points_;
  Tolerance tolerance_;
  Metric metric_;
  std::uint8_t* mask_;
};

/// Marks the cuts of all series of a problem (flow/engine.hpp) by `threads` threads; returns the number of levels.
template <class Problem, class Metric>
std::int64_t recursive_engine(int threads, Problem const& problem, Metric const& metric) {
  recursive_searches searches(threads, problem.points, problem.tolerance, metric, problem.marks);
  return searches.run(problem.ends(), problem.series);
}

} // namespace thrustline::cpu
