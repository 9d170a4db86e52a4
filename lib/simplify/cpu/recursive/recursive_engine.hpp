// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/cpu/wide_vectors.hpp"
#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

/// Algorithm 1 over all cores: OpenMP tasks over groups of short series and over the halves of long ones.
namespace thrustline::cpu {

/// Segments of fewer points than this are not worth a task.
inline constexpr std::int64_t task_points = 1 << 14;
/// The search for the farthest point is itself divided above this.
inline constexpr std::int64_t divided_search_points = 1 << 18;
/// into at most so many parts.
inline constexpr std::int64_t most_parts = 64;

template <class Points, class Tolerance, class Metric>
class recursive_tasks {
public:
  recursive_tasks(Points points, Tolerance tolerance, Metric metric, std::uint8_t* mask)
      : points_(points), tolerance_(tolerance), metric_(metric), mask_(mask) {}

  /// Must run inside a parallel region, on one thread of it. All tasks are done at the region's end: waiting for them
  /// there, a thread takes new ones, which libgomp's wait for a task group does not.
  template <class Ends>
  void run(const Ends* ends, std::int64_t series) {
    for (std::int64_t s = 0; s < series;) {
      std::int64_t end = s, total = 0;
      while (end < series && total < task_points)
        total += std::max<std::int64_t>(0, ends[end].last - ends[end].first), ++end;
#pragma omp task firstprivate(s, end)
      for (std::int64_t i = s; i < end; ++i)
        split(ends[i].first, ends[i].last, 1);
      s = end;
    }
  }

  std::int64_t levels() const { return levels_; }

private:
  void split(std::int64_t first, std::int64_t last, std::int64_t level) {
    while (last - first > task_points) {
      note(level);
      const auto chord = metric_(points_[first], points_[last], last - first);
      const auto [rank, cut] = farthest(first, last, chord);
      if (rank < 0 || !thrustline::detail::exceeds(chord, rank, points_[cut], cut - first, tolerance_(first)))
        return;
      mask_[cut] = 1;
      ++level;
#pragma omp task firstprivate(first, cut, level)
      split(first, cut, level);
      first = cut;
    }
    const std::int64_t below =
        in_wide_vectors([&] { return rdp_recursive(points_, first, last, tolerance_(first), mask_, metric_); });
    if (below > 0)
      note(level - 1 + below);
  }

  template <class Chord>
  auto farthest(std::int64_t first, std::int64_t last, Chord const& chord) const {
    const std::int64_t length = last - first;
    const std::int64_t parts = std::min<std::int64_t>(most_parts, 1 + length / divided_search_points);
    const auto search = [&](std::int64_t begin, std::int64_t end) {
      return in_wide_vectors([&] { return farthest_from_chord(points_, first, begin, end, chord); });
    };
    if (parts == 1)
      return search(first + 1, last);
    using found = decltype(search(first + 1, last));
    std::array<found, most_parts> best; // no allocation here: an exception could not leave the task
#pragma omp taskloop shared(best, search) grainsize(1)
    for (std::int64_t k = 0; k < parts; ++k) {
      const std::int64_t begin = first + length / parts * k;
      const std::int64_t end = k + 1 == parts ? last : begin + length / parts;
      best[static_cast<std::size_t>(k)] = search(std::max(first + 1, begin), end);
    }
    // the first of the greatest: the parts are in order
    return *std::max_element(best.begin(), best.begin() + parts,
                             [](found const& a, found const& b) { return a.rank < b.rank; });
  }

  void note(std::int64_t level) {
#pragma omp critical(thrustline_levels)
    levels_ = std::max(levels_, level);
  }

  Points points_;
  Tolerance tolerance_;
  Metric metric_;
  std::uint8_t* mask_;
  std::int64_t levels_ = 0;
};

/// The mask of all series by `threads` threads; returns the number of levels.
template <class Points, class Ends, class Tolerance, class Metric>
std::int64_t recursive_engine(int threads, Points points, const Ends* ends, std::int64_t series, Tolerance tolerance,
                              Metric metric, std::uint8_t* mask) {
  if (threads == 1) {
    return in_wide_vectors([&] {
      std::int64_t levels = 0;
      for (std::int64_t s = 0; s < series; ++s)
        levels = std::max(levels,
                          rdp_recursive(points, ends[s].first, ends[s].last, tolerance(ends[s].first), mask, metric));
      return levels;
    });
  }
  recursive_tasks<Points, Tolerance, Metric> tasks(points, tolerance, metric, mask);
#pragma omp parallel num_threads(threads)
#pragma omp single nowait
  tasks.run(ends, series);
  return tasks.levels();
}

} // namespace thrustline::cpu
