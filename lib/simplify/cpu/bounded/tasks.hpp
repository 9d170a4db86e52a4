// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/threads.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"
#include "simplify/cpu/bounded/splitter.hpp"

namespace thrustline::cpu {

/// Schedule of engine `bounded`: tasks over the halves of long segments and over groups of short series.
template <class Real, int D, class Metric, class Outcome>
class bounded_tasks {
public:
  using splitter = bounded_splitter<Real, D, Metric, Outcome>;
  using segment = typename splitter::segment;
  using tolerances = flow::tolerance_of_point<Real>;

  bounded_tasks(int threads, boxed_points<Real, D> const& series, tolerances const& tolerance, Metric metric,
                typename Outcome::mark* marks)
      : tolerance_(tolerance) {
    splitters_.reserve(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t)
      splitters_.emplace_back(series, metric, marks);
  }

  /// Marks the cuts of all series; returns the number of levels.
  std::int64_t run(listed_ends const& ends) {
    const auto threads = static_cast<int>(splitters_.size());
    if (threads == 1)
      split_run(splitters_[0], {ends, 0, ends.series});
    else
      threads::run_tasks(threads, [&](threads::task_group& tasks) { add_tasks(tasks, ends); });
    std::int64_t levels = 0;
    for (splitter const& each : splitters_)
      levels = std::max(levels, each.levels());
    return levels;
  }

private:
  using path = typename Outcome::path;

  /// Longer segments make tasks of their halves.
  static constexpr std::int64_t task_points = 1 << 14;
  /// A task takes short series until they have this many points: few, so that threads end at the same time.
  static constexpr std::int64_t series_task_points = 1 << 12;
  /// Halves of fewer points are not worth a task.
  static constexpr std::int64_t least_task_points = 1 << 10;

  /// Segments for one thread, all of one level and below the same cuts: the series [begin, end), or a part of one.
  struct segment_run {
    listed_ends ends;
    std::int64_t begin, end, level = 1;
    path above{};
  };

  static bool is_long(flow::chord_ends<std::int64_t> const& ends) { return ends.last - ends.first > task_points; }

  void add_tasks(threads::task_group& tasks, listed_ends const& ends) {
    for (std::int64_t s = 0; s < ends.series;) {
      if (is_long(ends[s])) {
        add_long(tasks, {{}, ends[s].first, ends[s].last, 1}, tolerance_(ends[s].first));
        ++s;
        continue;
      }
      std::int64_t end = s;
      for (std::int64_t total = 0; end < ends.series && total < series_task_points && !is_long(ends[end]); ++end)
        total += std::max<std::int64_t>(1, ends[end].last - ends[end].first);
      tasks.run([this, &ends, s, end](int worker) { split_run(splitters_[index(worker)], {ends, s, end}); });
      s = end;
    }
  }

  void add_long(threads::task_group& tasks, segment const& s, Real tolerance) {
    tasks.run([this, &tasks, s, tolerance](int worker) { split_long(tasks, splitters_[index(worker)], s, tolerance); });
  }

  /// The shorter half becomes a task, and this one goes on with the longer.
  void split_long(threads::task_group& tasks, splitter& mine, segment s, Real tolerance) {
    while (s.inside() > task_points) {
      segment left, right;
      if (!mine.split(s, tolerance, left, right))
        return;
      const bool left_shorter = left.inside() < right.inside();
      const segment shorter = left_shorter ? left : right;
      s = left_shorter ? right : left;
      if (shorter.inside() <= least_task_points)
        split_short(mine, shorter);
      else
        add_long(tasks, shorter, tolerance);
    }
    split_short(mine, s);
  }

  void split_short(splitter& mine, segment const& s) const {
    const flow::chord_ends<std::int64_t> ends{s.first, s.last};
    split_run(mine, {{&ends, 1}, 0, 1, s.level, s});
  }

  /// Splits segments to the end.
  void split_run(splitter& mine, segment_run const& run) const {
    Real tolerance = tolerance_.same;
    for (std::int64_t i = run.begin; i < run.end; ++i) {
      const segment s(run.above, run.ends[i].first, run.ends[i].last, run.level);
      if (s.inside() <= 0)
        continue;
      if (const Real next = tolerance_(s.first); next != tolerance) {
        mine.finish(tolerance);
        tolerance = next;
      }
      mine.add(s, tolerance);
    }
    mine.finish(tolerance);
  }

  static std::size_t index(int worker) { return static_cast<std::size_t>(worker); }

  tolerances tolerance_;
  std::vector<splitter> splitters_; ///< one for each worker, empty between tasks
};

} // namespace thrustline::cpu
