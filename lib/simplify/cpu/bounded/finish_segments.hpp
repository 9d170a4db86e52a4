// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "core/cpu/prefetch.hpp"
#include "core/cpu/wide_search.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "simplify/cpu/bounded/farthest.hpp"
#include "simplify/cpu/bounded/wide_chords.hpp"

/// The finish: copies segments of a few points to a few hundred into the cache and splits them to the end there.
namespace thrustline::cpu {

/// The most points inside a segment of the finish.
inline constexpr std::int64_t most_finish_points = 512;

/// A segment to be examined, its level in the split tree, and what is known of the cuts above it.
template <class Index, class Level, class Path>
struct open_segment : Path {
  Index first, last;
  Level level;

  open_segment() = default;
  template <class Begin, class End>
  open_segment(Path const& above, Begin begin, End end, Level depth)
      : Path(above), first(static_cast<Index>(begin)), last(static_cast<Index>(end)), level(depth) {}

  auto inside() const { return last - first - 1; }
};

/// The same for any series.
template <class Path>
using open_series_segment = open_segment<std::int64_t, std::int64_t, Path>;

/// Collects short segments and splits many of them to the end together.
///
/// It copies their points, each coordinate by itself, and invalid points as NaN, whose ranks are never greatest. Open
/// segments stand in queues, longer ones apart from shorter ones. Each queue is processed from its front. The halves of
/// a segment are written behind its own queue or a shorter one, open or not, and the queue grows only if they are open:
/// so hardly any branch depends on the data, and the processor works on neighbours in a queue at once. Most segments
/// have few points: the same instructions split several of them, one for each place of a wide number.
template <class Real, int D, class Metric, class Outcome>
class segment_finisher {
public:
  using mark = typename Outcome::mark;
  using path = typename Outcome::path;
  using series_point = point<Real, D>;
  using wide = rounding::wide<Real>;

  segment_finisher()
      : coordinates_(new Real[D * stride]), marks_(new mark[room]), queues_(new segment[queue_count * queue_stride]),
        added_(new copied[room / 3]) { // each has one point inside and two ends, or more
    empty_queues();
  }

  bool has_room(std::int64_t inside) const { return size_ + inside + 2 <= room; }

  /// Adds a segment of 1 to most_finish_points points inside; has_room(s.inside()).
  void add(boxed_points<Real, D> const& series, open_series_segment<path> const& s) {
    const auto at = static_cast<std::int32_t>(size_), inside = static_cast<std::int32_t>(s.inside());
    added_[added_count_++] = {s.first, at, inside};
    push({s, at, at + inside + 1, static_cast<std::int32_t>(s.level)}, true);
    size_ += inside + 2;
    prefetch(series.points + s.first, inside + 2);
  }

  /// Splits all segments added to the end, and writes the mark of each point inside them. Not inlined: all loops would
  /// be compiled again at each call.
  [[gnu::noinline]] void finish(boxed_points<Real, D> const& series, Metric metric, Real tolerance, mark* marks) {
    in_wide_vectors([&] { finish_all<true>(series, metric, tolerance, marks); },
                    [&] { finish_all<false>(series, metric, tolerance, marks); });
  }

  /// The deepest level of all segments so far.
  std::int64_t levels() const { return levels_; }

private:
  /// A segment of the copied points. It takes eight bytes if the halves inherit nothing: 2^31 levels of a split tree
  /// would take years.
  using segment = open_segment<std::uint16_t, std::int32_t, path>;

  /// Together: several short segments at once.
  template <bool Together>
  void finish_all(boxed_points<Real, D> const& series, Metric metric, Real tolerance, mark* marks) {
    for (int k = 0; k < added_count_; ++k)
      copy(series, added_[k]);
    std::fill_n(marks_.get(), size_, mark(0));
    if constexpr (Together)
      process_all(metric, tolerance);
    else
      process_one_by_one(metric, tolerance);
    for (int k = 0; k < added_count_; ++k) {
      const copied& c = added_[k];
      std::copy_n(marks_.get() + c.at + 1, c.inside, marks + c.from + 1);
    }
    empty_queues();
    added_count_ = 0;
    size_ = 0;
  }

  /// A segment whose first end was `from` and is `at`.
  struct copied {
    std::int64_t from;
    std::int32_t at, inside;
  };

  /// Capacity for waiting points, ends included, and of each queue. Each examined segment has a point of its own, its
  /// cut or one left out, so no queue fills up, and a half that is not open still has a place behind the others.
  static constexpr std::int64_t room = 2048;
  static constexpr std::int64_t stride = room + wide::size; ///< whole vectors are read
  /// The distance between the fronts of queues. A power of two would put all fronts into one set of the cache.
  static constexpr std::int64_t queue_stride = room + 12;

  /// Segments of 1 to most_few points inside are split several at once.
  static constexpr int most_few = Outcome::decides_alone ? 5 : 0;
  /// One queue each for 0 points inside (never open), 1, 2, ... most_few, up to one wide number's, up to two, and more.
  static constexpr int queue_count = most_few + 4;

  static constexpr auto queue_by_inside = [] {
    std::array<std::uint8_t, most_finish_points + 1> queues{};
    for (int inside = 1; inside <= most_finish_points; ++inside) {
      const int longer = most_few + 1 + (inside > wide::size) + (inside > 2 * wide::size);
      queues[static_cast<std::size_t>(inside)] = static_cast<std::uint8_t>(inside <= most_few ? inside : longer);
    }
    return queues;
  }();

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

  segment* front(int queue) const { return queues_.get() + queue * queue_stride; }

  void empty_queues() {
    for (int queue = 0; queue < queue_count; ++queue)
      behind_[queue] = front(queue);
  }

  /// Writes a segment behind its queue, which grows if the segment is open.
  void push(segment const& s, bool open) {
    segment*& behind = behind_[queue_by_inside[static_cast<std::size_t>(s.inside())]];
    *behind = s;
    behind += open;
  }

  void process_all(Metric metric, Real tolerance) {
    process<most_few + 3>(metric, tolerance);
    process<most_few + 2>(metric, tolerance);
    process<most_few + 1>(metric, tolerance);
    if constexpr (most_few > 0)
      process_few<most_few>(metric, tolerance);
  }

  void process_one_by_one(Metric metric, Real tolerance) {
    for (int queue = queue_count - 1; queue > 0; --queue)
      for (const segment* next = front(queue); next < behind_[queue]; ++next) {
        const segment s = *next;
        levels_ = std::max(levels_, s.level);
        split(s, wide_blocks<Real>(s.inside()), metric, tolerance);
      }
  }

  template <int Queue>
  void process(Metric metric, Real tolerance) {
    std::int32_t levels = levels_;
    for (const segment* next = front(Queue); next < behind_[Queue]; ++next) {
      const segment s = *next;
      levels = levels < s.level ? s.level : levels;
      constexpr int wides = Queue - most_few;
      split(s, wides < 3 ? wides : wide_blocks<Real>(s.inside()), metric, tolerance);
    }
    levels_ = levels;
  }

  /// Examines a segment whose points inside fill `blocks` wide numbers or fewer, and splits it where it exceeds.
  void split(segment const& s, int blocks, Metric metric, Real tolerance) {
    const auto chord = metric(at(s.first), at(s.last), s.last - s.first);
    const auto [rank, step] =
        farthest_of_wide<Real>(s.last - s.first, blocks, chord, [&](std::int32_t k) { return wide_at(s.first + k); });
    const std::int32_t cut = s.first + std::max(step, 1); // no step: all points are invalid
    const auto [exceeds, value, below] = Outcome::examine(chord, rank, at(cut), step, tolerance, s);
    const bool splits = (rank >= Real(0)) & exceeds;
    Outcome::set(marks_[cut], splits, value);
    push({below, s.first, cut, s.level + 1}, splits & (cut - s.first > 1));
    push({below, cut, s.last, s.level + 1}, splits & (s.last - cut > 1));
  }

  /// Processes the queue of segments with `Inside` points inside, and then the queues of fewer.
  template <int Inside>
  void process_few(Metric metric, Real tolerance) {
    std::int32_t levels = levels_;
    for (const segment* segments = front(Inside); segments < behind_[Inside]; segments += wide::size) {
      const auto n = static_cast<int>(std::min<std::ptrdiff_t>(wide::size, behind_[Inside] - segments));
      for (int k = 0; k < n; ++k)
        levels = levels < segments[k].level ? segments[k].level : levels;
      split_together<Inside>(segments, n, metric, tolerance);
    }
    levels_ = levels;
    if constexpr (Inside > 1)
      process_few<Inside - 1>(metric, tolerance);
  }

  /// Splits n <= wide::size segments with `Inside` points inside.
  template <int Inside>
  void split_together(const segment* segments, int n, Metric metric, Real tolerance) {
    std::int32_t first[wide::size];
    for (int k = 0; k < wide::size; ++k)
      first[k] = segments[std::min(k, n - 1)].first;
    const auto points_at = [&](int step) {
      point<wide, D> p{};
      for (int k = 0; k < D; ++k)
        p[k] = wide::gather(coordinates_.get() + k * stride + step, first);
      return p;
    };
    const auto chords = metric(points_at(0), points_at(Inside + 1), Inside + 1);
    wide best(0), at_step(0);
    for (int step = 1; step <= Inside; ++step) {
      const wide ranks = chords.rank(points_at(step), wide(step));
      const auto farther = best < ranks;
      best = select(farther, ranks, best);
      at_step = select(farther, wide(step), at_step);
    }
    const auto [exceeds, sure] = decide_by_rank(chords, best, tolerance);
    Real steps[wide::size]; // to the cut; 0: none
    select(exceeds & sure, at_step, wide(0)).store(steps);
    push_halves<Inside>(segments, n, steps);
    if (rounding::all<Real>(sure))
      return;
    Real known[wide::size];
    select(sure, wide(1), wide(0)).store(known);
    for (int k = 0; k < n; ++k)
      if (known[k] == Real(0))
        split(segments[k], 1, metric, tolerance);
  }

  /// Marks the cuts of n segments with `Inside` points inside, and queues the open halves.
  template <int Inside>
  void push_halves(const segment* segments, int n, const Real* steps) {
    static_assert(std::is_empty_v<path>, "the halves inherit nothing from the cuts above them");
    segment* behind[Inside]; // the halves' queues, in registers
    std::copy_n(behind_, Inside, behind);
    for (int k = 0; k < n; ++k) {
      const segment s = segments[k];
      const auto step = static_cast<std::int32_t>(steps[k]);
      const std::int32_t cut = s.first + step;
      Outcome::set(marks_[cut], step > 0, 1);
      const segment left({}, s.first, cut, s.level + 1), right({}, cut, s.last, s.level + 1);
      for (int inside = 1; inside < Inside; ++inside) {
        *behind[inside] = left;
        behind[inside] += left.inside() == inside;
        *behind[inside] = right;
        behind[inside] += right.inside() == inside;
      }
    }
    std::copy_n(behind, Inside, behind_);
  }

  std::unique_ptr<Real[]> coordinates_;
  std::unique_ptr<mark[]> marks_;
  std::unique_ptr<segment[]> queues_;
  std::unique_ptr<copied[]> added_;
  segment* behind_[queue_count]; ///< behind the last open segment of each queue
  std::int64_t size_ = 0;
  std::int32_t levels_ = 0;
  int added_count_ = 0;
};

} // namespace thrustline::cpu
