// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "core/threads.hpp"
#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

/// Algorithm 1 on several cores: first the longest segments, one after the other, each searched by all threads; then
/// tasks over groups of short series and over the halves of long ones.
namespace thrustline::cpu {

template <class Points, class Tolerance, class Metric>
class recursive_tasks {
public:
  recursive_tasks(int threads, Points points, Tolerance tolerance, Metric metric, std::uint8_t* mask)
      : threads_(threads), points_(points), tolerance_(tolerance), metric_(metric), mask_(mask) {}

  /// Marks the cuts of all series; returns the number of levels.
  template <class Ends>
  std::int64_t run(const Ends* ends, std::int64_t series) {
    std::vector<segment> halves;
    for (std::int64_t s = 0; s < series; ++s)
      if (ends[s].last - ends[s].first > shared_search_points)
        split_by_all({ends[s].first, ends[s].last, 1}, halves);
    threads::run_tasks(threads_, [&](threads::task_group& tasks) {
      for (segment const& each : halves)
        add(tasks, each);
      add_series(tasks, ends, series);
    });
    return levels_;
  }

private:
  /// Segments of fewer points than this are not worth a task.
  static constexpr std::int64_t task_points = 1 << 14;
  /// All threads search a segment of more points together, in parts of about this many.
  static constexpr std::int64_t shared_search_points = 1 << 18, part_points = 1 << 15, most_parts = 1 << 10;

  struct segment {
    std::int64_t first, last, level;
    std::int64_t length() const { return last - first; }
  };

  /// Splits a segment until no part is too long for one thread, and appends those parts.
  void split_by_all(segment const& whole, std::vector<segment>& halves) {
    std::vector<segment> open{whole};
    while (!open.empty()) {
      const segment s = open.back();
      open.pop_back();
      if (s.length() <= shared_search_points) {
        halves.push_back(s);
        continue;
      }
      const auto search = [&](auto const& chord) { return farthest_by_all(s, chord); };
      if (const std::int64_t at = cut(s, search); at >= 0) {
        open.push_back({s.first, at, s.level + 1});
        open.push_back({at, s.last, s.level + 1});
      }
    }
  }

  template <class Ends>
  void add_series(threads::task_group& tasks, const Ends* ends, std::int64_t series) {
    for (std::int64_t s = 0; s < series;) {
      std::int64_t end = s;
      for (std::int64_t total = 0; end < series && total < task_points; ++end)
        if (ends[end].last - ends[end].first <= shared_search_points)
          total += std::max<std::int64_t>(0, ends[end].last - ends[end].first);
      tasks.run([this, &tasks, ends, s, end](int) {
        for (std::int64_t i = s; i < end; ++i)
          if (ends[i].last - ends[i].first <= shared_search_points)
            split(tasks, {ends[i].first, ends[i].last, 1});
      });
      s = end;
    }
  }

  void add(threads::task_group& tasks, segment const& s) {
    tasks.run([this, &tasks, s](int) { split(tasks, s); });
  }

  void split(threads::task_group& tasks, segment s) {
    while (s.length() > task_points) {
      const auto search = [&](auto const& chord) { return farthest(s, s.first + 1, s.last, chord); };
      const std::int64_t at = cut(s, search);
      if (at < 0)
        return;
      add(tasks, {s.first, at, s.level + 1});
      s = {at, s.last, s.level + 1};
    }
    const std::int64_t below =
        in_wide_vectors([&] { return rdp_recursive(points_, s.first, s.last, tolerance_(s.first), mask_, metric_); });
    if (below > 0)
      note(s.level - 1 + below);
  }

  /// Marks the cut of a segment and returns it; -1 if the segment is not split. search(chord): its farthest point.
  template <class Search>
  std::int64_t cut(segment const& s, Search const& search) {
    note(s.level);
    const auto chord = metric_(points_[s.first], points_[s.last], s.length());
    const auto [rank, at] = search(chord);
    if (rank < 0 || !thrustline::detail::exceeds(chord, rank, points_[at], at - s.first, tolerance_(s.first)))
      return -1;
    mask_[at] = 1;
    return at;
  }

  template <class Chord>
  auto farthest(segment const& s, std::int64_t begin, std::int64_t end, Chord const& chord) const {
    return in_wide_vectors([&] { return farthest_from_chord(points_, s.first, begin, end, chord); });
  }

  template <class Chord>
  auto farthest_by_all(segment const& s, Chord const& chord) const {
    const std::int64_t parts = std::min(most_parts, 1 + s.length() / part_points);
    using found = decltype(farthest(s, s.first + 1, s.last, chord));
    std::vector<found> best(static_cast<std::size_t>(parts));
    threads::parallel_for(threads_, parts, [&](std::int64_t k) {
      const std::int64_t begin = s.first + s.length() / parts * k;
      const std::int64_t end = k + 1 == parts ? s.last : begin + s.length() / parts;
      best[static_cast<std::size_t>(k)] = farthest(s, std::max(s.first + 1, begin), end, chord);
    });
    // The first of the greatest: the parts are in order.
    return *std::max_element(best.begin(), best.end(), [](found const& a, found const& b) { return a.rank < b.rank; });
  }

  void note(std::int64_t level) {
    std::int64_t deepest = levels_;
    while (deepest < level && !levels_.compare_exchange_weak(deepest, level)) {
    }
  }

  int threads_;
  Points points_;
  Tolerance tolerance_;
  Metric metric_;
  std::uint8_t* mask_;
  std::atomic<std::int64_t> levels_{0};
};

/// Marks the cuts of all series of a problem (flow/engine.hpp) by `threads` threads; returns the number of levels.
/// One thread searches with 32-bit indices, which is up to 10 % faster, unless there are too many points.
template <class Problem, class Metric>
std::int64_t recursive_engine(int threads, Problem const& problem, Metric const& metric) {
  const auto* const ends = problem.ends();
  if (threads > 1 || !thrustline::detail::fits_32_bits(problem.count, problem.series))
    return recursive_tasks(threads, problem.points, problem.tolerance, metric, problem.marks).run(ends, problem.series);
  return in_wide_vectors([&] {
    std::int64_t levels = 0;
    for (std::int64_t s = 0; s < problem.series; ++s) {
      const auto first = static_cast<std::int32_t>(ends[s].first), last = static_cast<std::int32_t>(ends[s].last);
      levels =
          std::max(levels, rdp_recursive(problem.points, first, last, problem.tolerance(first), problem.marks, metric));
    }
    return levels;
  });
}

} // namespace thrustline::cpu
