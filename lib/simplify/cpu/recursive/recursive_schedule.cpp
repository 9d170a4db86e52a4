// SPDX-License-Identifier: MIT
#include "simplify/cpu/recursive/recursive_schedule.hpp"

#include <algorithm>
#include <limits>

namespace thrustline::cpu {
namespace {

/// Segments of fewer points than this are not worth a task.
constexpr std::int64_t task_points = 1 << 14;

/// Threads search a segment of more points together.
constexpr std::int64_t shared_search_points = 1 << 18;

constexpr std::int64_t any_length = std::numeric_limits<std::int64_t>::max();

} // namespace

recursive_schedule::recursive_schedule(int threads) : threads_(threads) {}

std::int64_t recursive_schedule::run(const chord_ends* ends, std::int64_t series) {
  if (threads_ == 1)
    return finish(ends, series, any_length);
  std::vector<segment> halves;
  for (std::int64_t s = 0; s < series; ++s)
    if (const segment whole{ends[s], 1}; whole.length() > shared_search_points)
      split_by_all(whole, halves);
  threads::run_tasks(threads_, [&](threads::task_group& tasks) {
    for (segment const& each : halves)
      add(tasks, each);
    add_series(tasks, ends, series);
  });
  return levels_;
}

/// Splits a segment until no part is too long for one thread, and appends those parts.
void recursive_schedule::split_by_all(segment const& whole, std::vector<segment>& halves) {
  std::vector<segment> open{whole};
  while (!open.empty()) {
    const segment s = open.back();
    open.pop_back();
    if (s.length() <= shared_search_points) {
      halves.push_back(s);
      continue;
    }
    note(s.level);
    if (const std::int64_t at = cut(s.ends, threads_); at >= 0) {
      open.push_back({{s.ends.first, at}, s.level + 1});
      open.push_back({{at, s.ends.last}, s.level + 1});
    }
  }
}

/// Adds a task for each group of series of about `task_points` points. Series that all threads have searched are no
/// longer open.
void recursive_schedule::add_series(threads::task_group& tasks, const chord_ends* ends, std::int64_t series) {
  for (std::int64_t s = 0; s < series;) {
    std::int64_t end = s;
    for (std::int64_t total = 0; end < series && total < task_points; ++end)
      if (const std::int64_t length = ends[end].last - ends[end].first; length <= shared_search_points)
        total += std::max<std::int64_t>(0, length);
    tasks.run([this, &tasks, ends, s, end](int) {
      note(finish(ends + s, end - s, task_points));
      // Only the last series of a group may be longer: it ends the group.
      if (const segment last{ends[end - 1], 1}; last.length() > task_points && last.length() <= shared_search_points)
        split(tasks, last);
    });
    s = end;
  }
}

void recursive_schedule::add(threads::task_group& tasks, segment const& s) {
  tasks.run([this, &tasks, s](int) { split(tasks, s); });
}

/// Marks all cuts of a segment, by tasks for its longer halves.
void recursive_schedule::split(threads::task_group& tasks, segment s) {
  while (s.length() > task_points) {
    note(s.level);
    const std::int64_t at = cut(s.ends, 1);
    if (at < 0)
      return;
    add(tasks, {{s.ends.first, at}, s.level + 1});
    s = {{at, s.ends.last}, s.level + 1};
  }
  finish_segment(s);
}

/// Marks all cuts of a segment on the calling thread.
void recursive_schedule::finish_segment(segment const& s) {
  if (const std::int64_t below = finish(&s.ends, 1, any_length); below > 0)
    note(s.level - 1 + below);
}

void recursive_schedule::note(std::int64_t level) {
  std::int64_t deepest = levels_;
  while (deepest < level && !levels_.compare_exchange_weak(deepest, level)) {
  }
}

} // namespace thrustline::cpu
