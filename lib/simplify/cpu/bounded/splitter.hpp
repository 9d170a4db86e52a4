// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/cpu/prefetch.hpp"
#include "simplify/cpu/bounded/farthest.hpp"
#include "simplify/cpu/bounded/finish_segments.hpp"

namespace thrustline::cpu {

/// Splits segments on one thread: depth first by boxes, and the short segments together.
template <class Real, int D, class Metric, class Outcome>
class bounded_splitter {
public:
  using mark = typename Outcome::mark;
  using segment = open_series_segment<typename Outcome::path>;

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

} // namespace thrustline::cpu
