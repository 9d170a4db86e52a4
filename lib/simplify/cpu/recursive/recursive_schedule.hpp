// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/threads.hpp"
#include <thrustline/algorithms/detail/chord_ends.hpp>

namespace thrustline::cpu {

/// Order of Algorithm 1 on one core, one series after the other, or on several: first the longest segments, one after
/// the other, each searched by all threads; then tasks over groups of short series and over the halves of long ones. It
/// is compiled once: points and metric are known to the class that inherits it.
class recursive_schedule {
public:
  using chord_ends = thrustline::detail::chord_ends<std::int64_t>;

  explicit recursive_schedule(int threads);

  /// Marks the cuts of all series; returns the number of levels.
  std::int64_t run(const chord_ends* ends, std::int64_t series);

protected:
  ~recursive_schedule() = default;

private:
  struct segment {
    chord_ends ends;
    std::int64_t level;
    std::int64_t length() const { return ends.last - ends.first; }
  };

  /// Marks the cut of a segment, searched by `threads` threads, and returns it; -1 if the segment is not split.
  virtual std::int64_t cut(chord_ends const& segment, int threads) const = 0;

  /// Marks all cuts of those series that have at most `longest` steps; returns the number of their levels.
  virtual std::int64_t finish(const chord_ends* ends, std::int64_t series, std::int64_t longest) const = 0;

  void split_by_all(segment const& whole, std::vector<segment>& halves);
  void add_series(threads::task_group& tasks, const chord_ends* ends, std::int64_t series);
  void add(threads::task_group& tasks, segment const& s);
  void split(threads::task_group& tasks, segment s);
  void finish_segment(segment const& s);
  void note(std::int64_t level);

  int threads_;
  std::atomic<std::int64_t> levels_{0};
};

} // namespace thrustline::cpu
