// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/cpu/prefetch.hpp"
#include "core/threads.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"
#include "simplify/cpu/bounded/farthest.hpp"
#include "simplify/cpu/bounded/finish_segments.hpp"

/// Schedule of engine `bounded`: tasks over the halves of long segments and over groups of short series. A task goes
/// depth first by boxes, and splits the short segments together.
namespace thrustline::cpu {

/// Splits segments on one thread.
template <class Real, int D, class Metric, class Outcome>
class bounded_splitter {
public:
  using mark = typename Outcome::mark;
  using segment = open_segment<std::int64_t, typename Outcome::path>;

  bounded_splitter(boxed_points<Real, D> const& series, Metric metric, mark* marks)
      : series_(series), metric_(metric), marks_(marks) {}

  /// Splits a segment, and leaves its short parts to finish(), before which the tolerance must not change.
  void add(segment s, Real tolerance) {
    std::array<segment, 64> waiting; // each at least as long as all the work above it, see rdp_recursive
    std::size_t top = 0;
    for (;;) {
      if (s.inside() > most_finish_points) {
        segment left, right;
        if (split(s, tolerance, left, right)) {
          const bool left_shorter = left.inside() < right.inside();
          waiting[top++] = left_shorter ? right : left;
          s = left_shorter ? left : right;
          continue;
        }
      } else if (s.inside() > 0) {
        if (!finisher_.has_room(s.inside()))
          finish(tolerance);
        finisher_.add(series_, s);
      }
      if (top == 0)
        return;
      s = waiting[--top];
    }
  }

  void finish(Real tolerance) { finisher_.finish(series_, metric_, tolerance, marks_); }

  /// Splits a segment of many points, if it is to be split.
  bool split(segment const& s, Real tolerance, segment& left, segment& right) {
    levels_ = std::max(levels_, s.level);
    const auto chord = metric_(series_.points[s.first], series_.points[s.last], s.last - s.first);
    const auto [rank, cut, ranked, bounded] = farthest(series_, s.first, s.last, chord, chord.harmless_rank(tolerance));
    series_.aids->count(ranked, bounded, work_);
    if (cut < 0)
      return false;
    const auto [exceeds, value, below] =
        Outcome::examine(chord, rank, series_.points[cut], cut - s.first, tolerance, s);
    if (!exceeds)
      return false;
    marks_[cut] = value;
    left = {below, s.first, cut, s.level + 1};
    right = {below, cut, s.last, s.level + 1};
    if (s.inside() > most_prefetched && rank > chord.harmless_rank(16 * tolerance)) {
      prefetch_whole(left);
      prefetch_whole(right);
    }
    return true;
  }

  std::int64_t levels() const { return std::max(levels_, finisher_.levels()); }

private:
  using finisher = segment_finisher<Real, D, Metric, Outcome>;

  /// Points that the second-level cache holds with room to spare.
  static constexpr std::int64_t most_prefetched = (1 << 17) / sizeof(point<Real, D>);

  /// Prefetches a half, unless it is too long. Where the whole is many tolerances wide, most of its points will be
  /// read, a few here and there: waiting for each would take longer.
  void prefetch_whole(segment const& half) const {
    if (half.inside() <= most_prefetched)
      prefetch(series_.points + half.first, half.inside() + 2);
  }

  boxed_points<Real, D> series_;
  Metric metric_;
  mark* marks_;
  finisher finisher_;
  std::int64_t levels_ = 0;
  search_work work_;
};

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

template <class Real, int D>
bounded_engine<Real, D>::bounded_engine(int threads) : threads_(threads) {}

template <class Real, int D>
bounded_engine<Real, D>::~bounded_engine() = default;

template <class Real, int D>
bool bounded_engine<Real, D>::makes_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options) {
  return !flow::skips_invalid(options) && !options.closed() && wants_boxes(lines.offsets, lines.series);
}

template <class Real, int D>
bool bounded_engine<Real, D>::make_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options) {
  if (!makes_boxes_early(lines, options))
    return false;
  make_boxes({lines.points, lines.count, false, flow::validity_by<Real, D>(options)});
  return boxes_->all_valid();
}

template <class Real, int D>
void bounded_engine<Real, D>::make_boxes(series_points<Real, D> const& series) {
  boxes_.reset(new box_tree<Real, D>(threads_, series, std::exchange(pending_, nullptr)));
  boxed_ = series.points;
}

template <class Real, int D>
template <class Outcome>
std::int64_t bounded_engine<Real, D>::run(series_points<Real, D> const& series, listed_ends const& ends,
                                          flow::tolerance_of_point<Real> const& tolerance, metric by,
                                          typename Outcome::mark* marks) {
  if (boxed_ != series.points && wants_boxes(ends))
    make_boxes(series);
  return flow::with_metric<point<Real, D>>(by, [&](auto metric) {
    search_aids<Real, D> aids(series);
    const boxed_points<Real, D> boxed{series, boxes_.get(), &aids};
    return bounded_tasks<Real, D, decltype(metric), Outcome>(threads_, boxed, tolerance, metric, marks).run(ends);
  });
}

/// Points of a series that is long enough for boxes.
inline constexpr std::int64_t fewest_boxed_points = most_finish_points + 3;

/// Whether some series is long enough for boxes.
template <class Real, int D>
bool bounded_engine<Real, D>::wants_boxes(listed_ends const& ends) {
  for (std::int64_t s = 0; s < ends.series; ++s)
    if (ends[s].last - ends[s].first + 1 >= fewest_boxed_points)
      return true;
  return false;
}

/// The same by offsets that are not checked yet. They may decrease, and differ by more than the largest integer.
template <class Real, int D>
bool bounded_engine<Real, D>::wants_boxes(const std::int64_t* offsets, std::int64_t series) {
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  for (std::int64_t s = 0; s < series; ++s)
    if (offsets[s] <= offsets[s + 1] && distance(offsets[s], offsets[s + 1]) >= fewest_boxed_points)
      return true;
  return false;
}

} // namespace thrustline::cpu
