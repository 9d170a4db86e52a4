// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "cpu/bounded/farthest_by_boxes.hpp"
#include "cpu/wide_search.hpp"

/// The finish: segments of a few points to a few hundred, copied into the cache and split to the end there.
namespace thrustline::cpu {

/// The most points inside a segment of the finish.
inline constexpr std::int64_t most_finish_points = 256;

/// A segment to be examined, its level in the split tree, and what is known of the cuts above it.
template <class Index, class Path>
struct open_segment : Path {
  Index first, last;
  std::int64_t level;

  open_segment() = default;
  open_segment(Path const& above, Index begin, Index end, std::int64_t depth)
      : Path(above), first(begin), last(end), level(depth) {}

  Index inside() const { return last - first - 1; }
};

/// Short segments wait here until there are many, and are then split to the end together.
///
/// Their points are copied, each coordinate by itself, invalid points as NaN, whose ranks are never greatest. The open
/// segments stand in queues, the longer apart from the shorter. A queue is worked off from its front; what comes of a
/// segment goes to the end of its own queue or of a shorter one's, whether it is open or not, and counts only if it is:
/// so nearly no branch depends on the data, and the processor works on neighbours in a queue at once.
template <class Real, int D, class Metric, class Outcome>
class segment_finisher {
public:
  using mark = typename Outcome::mark;
  using path = typename Outcome::path;
  using series_point = point<Real, D>;
  using wide = rounding::wide<Real>;

  segment_finisher()
      : coordinates_(new Real[D * stride]), marks_(new mark[room]), queues_(new segment[queue_count * room]),
        added_(new copied[room]) {}

  bool has_room(std::int64_t inside) const { return size_ + inside + 2 <= room; }

  /// Adds a segment of 1 to most_finish_points points inside; has_room(s.inside()).
  void add(boxed_points<Real, D> const& series, open_segment<std::int64_t, path> const& s) {
    const auto at = static_cast<std::int32_t>(size_), inside = static_cast<std::int32_t>(s.inside());
    added_[added_count_++] = {s.first, at, inside};
    push<2>({s, at, at + inside + 1, s.level}, true);
    size_ += inside + 2;
    const auto* const bytes = reinterpret_cast<const char*>(series.points + s.first);
    for (std::size_t b = 0; b < static_cast<std::size_t>(inside + 2) * sizeof(series_point); b += 64)
      __builtin_prefetch(bytes + b);
  }

  /// Splits all segments added to the end, and writes the mark of each point inside them.
  void finish(boxed_points<Real, D> const& series, Metric metric, Real tolerance, mark* marks) {
    for (int k = 0; k < added_count_; ++k)
      copy(series, added_[k]);
    std::fill_n(marks_.get(), size_, mark(0));
    work_off<2>(metric, tolerance);
    work_off<1>(metric, tolerance);
    work_off<0>(metric, tolerance);
    for (int k = 0; k < added_count_; ++k) {
      const copied& c = added_[k];
      std::copy_n(marks_.get() + c.at + 1, c.inside, marks + c.from + 1);
    }
    std::fill_n(queue_size_, queue_count, 0);
    added_count_ = 0;
    size_ = 0;
  }

  /// The deepest level of all segments so far.
  std::int64_t levels() const { return levels_; }

private:
  using segment = open_segment<std::int32_t, path>;

  /// A segment whose first end was `from` and is `at`.
  struct copied {
    std::int64_t from;
    std::int32_t at, inside;
  };

  /// Points that wait, with the ends. As each segment examined has a point of its own, its cut or one left out, no
  /// queue gets so many, and what does not count has its place behind the others.
  static constexpr std::int64_t room = 1024;
  static constexpr std::int64_t stride = room + wide::size; ///< whole vectors are read
  static constexpr int queue_count = 3;                     ///< up to one, two and more wide numbers' points

  void copy(boxed_points<Real, D> const& series, copied const& c) {
    const series_point* const from = series.points + c.from;
    Real* const to = coordinates_.get() + c.at;
    for (int i = 0; i < c.inside + 2; ++i)
      for (int k = 0; k < D; ++k)
        to[k * stride + i] = from[i][k];
    for (int i = 0; series.skip && i < c.inside + 2; ++i)
      if (!series.valid(from[i]))
        to[i] = flow::absent_value<Real>;
  }

  series_point at(std::int32_t i) const {
    series_point p{};
    for (int k = 0; k < D; ++k)
      p[k] = coordinates_[k * stride + i];
    return p;
  }

  point<wide, D> wide_at(std::int32_t i) const {
    point<wide, D> p{};
    for (int k = 0; k < D; ++k)
      p[k] = wide::load(coordinates_.get() + k * stride + i);
    return p;
  }

  /// Longest: the queue of the longest that it can be.
  template <int Longest>
  void push(segment const& s, bool open) {
    const int q = Longest == 0 ? 0 : (s.inside() > wide::size) + (Longest == 2 && s.inside() > 2 * wide::size);
    queues_[q * room + queue_size_[q]] = s;
    queue_size_[q] += open;
  }

  template <int Queue>
  void work_off(Metric metric, Real tolerance) {
    std::int64_t levels = levels_;
    for (std::int32_t i = 0; i < queue_size_[Queue]; ++i) {
      const segment s = queues_[Queue * room + i];
      levels = levels < s.level ? s.level : levels;
      const auto chord = metric(at(s.first), at(s.last), s.last - s.first);
      const auto [rank, step] =
          farthest_of_wide<Real>(s.last - s.first, Queue < 2 ? Queue + 1 : wide_blocks<Real>(s.inside()), chord,
                                 [&](std::int32_t k) { return wide_at(s.first + k); });
      const std::int32_t cut = s.first + step;
      const auto [exceeds, value, below] = Outcome::examine(chord, rank, at(cut), step, tolerance, s);
      const bool splits = (rank >= Real(0)) & exceeds;
      Outcome::set(marks_[cut], splits, value);
      push<Queue>({below, s.first, cut, s.level + 1}, splits & (cut - s.first > 1));
      push<Queue>({below, cut, s.last, s.level + 1}, splits & (s.last - cut > 1));
    }
    levels_ = levels;
  }

  std::unique_ptr<Real[]> coordinates_;
  std::unique_ptr<mark[]> marks_;
  std::unique_ptr<segment[]> queues_;
  std::unique_ptr<copied[]> added_;
  std::int32_t queue_size_[queue_count] = {};
  std::int64_t size_ = 0, levels_ = 0;
  int added_count_ = 0;
};

} // namespace thrustline::cpu
