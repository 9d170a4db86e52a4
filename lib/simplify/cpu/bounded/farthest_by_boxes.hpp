// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "core/cpu/prefetch.hpp"
#include "core/cpu/wide_numbers.hpp"
#include "simplify/cpu/bounded/farthest.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

/// The search for the farthest point of a long segment, which reads few of its points.
namespace thrustline::cpu {

/// A chord for series with invalid points, whose rank is negative.
template <class Real, int D, class Chord>
struct chord_of_valid_points {
  boxed_points<Real, D> const& series;
  Chord const& chord;

  Real rank(point<Real, D> const& p, std::int64_t step) const {
    return series.valid(p) ? chord.rank(p, step) : Real(-1);
  }
};

/// Why no point is missed: the rank of a box holds the ranks of its points, by the very operations that compute them
/// (interval.hpp), without a margin. A box is left unread only if its bound is less than the best rank so far, or
/// equal and all its points come after the best one; a bound that overflowed to NaN is neither. The search begins with
/// a best rank that is within the tolerance for certain, so a segment whose bounds are all below ends unread.
///
/// Where the searches of a call have proved slow, boxes are left unread as well whose points all occurred before in the
/// segment (recurrences.hpp).
///
/// Reading a point by way of its box takes longer than reading it alone. So where most boxes have to be read, the plain
/// loop ranks all points of the segment.
template <class Real, int D, class Chord>
class search_by_boxes {
public:
  /// harmless: points of at most this rank need not be found.
  search_by_boxes(boxed_points<Real, D> const& series, std::int64_t first, std::int64_t last, Chord const& chord,
                  Real harmless)
      : series_(series), recurring_(series.aids->recurring()), first_(first), last_(last), chord_(chord),
        rank_(harmless) {}

  farthest_found<Real> farthest() {
    int top = 0;
    while (top + 1 < series_.boxes->levels() && last_ - first_ > most_boxes * size_of(top))
      ++top;
    look_into(top, 0, std::numeric_limits<std::int64_t>::max());
    for (int level = top; level <= top;) {
      looked_into& in = levels_[level];
      const int b = in.next();
      if (b == in.count)
        ++level;
      else if (hopeless(level, in.begin + b, in.bounds[b]))
        continue;
      else if (level > 0)
        look_into(--level, fan_out * (in.begin + b), fan_out * (in.begin + b + 1));
      else if (read_points(in.begin + b); in.position == 0 && prefetch_hopeful_boxes(in))
        return farthest_of_all();
    }
    return {rank_, index_, ranked_, bounded_};
  }

private:
  using wide = rounding::wide<Real>;
  static constexpr int fan_out = box_tree<Real, D>::fan_out;
  /// Most boxes that are bounded at once.
  static constexpr int most_boxes = 64;
  /// A search is called dense after 1 / least_part of a segment at the earliest.
  static constexpr int least_part = 32;

  /// A run of boxes of one level, opened in order after the most promising one.
  struct looked_into {
    std::int64_t begin;
    int count, promising, position;
    Real bounds[most_boxes + 2 + wide::size];

    int next() {
      const int k = ++position;
      return k == 0 ? promising : k <= promising ? k - 1 : k;
    }
  };

  /// Bounds those of the boxes [begin, end) that hold points inside the segment; the outer ones may hold others, too.
  void look_into(int level, std::int64_t begin, std::int64_t end) {
    looked_into& in = levels_[level];
    in.begin = std::max(begin, (first_ + 1) / size_of(level));
    in.count = static_cast<int>(std::min(end, (last_ - 1) / size_of(level) + 1) - in.begin);
    in.position = -1;
    bounded_ += in.count;
    wide best = wide::of(Real(-1)), at = wide::of(Real(0)), places = wide::counting_from(Real(0));
    const wide count = wide::of(static_cast<Real>(in.count));
    for (int k = 0; k < in.count; k += wide::size) {
      const wide bounds = recurring_ ? bound_needed(level, in.begin + k) : bound(level, in.begin + k);
      bounds.store(in.bounds + k);
      const auto better = (best < bounds) & (places < count);
      best = select(better, bounds, best);
      at = select(better, places, at);
      places = {places.a + Real(wide::size), places.b + Real(wide::size)};
    }
    in.promising = static_cast<int>(least(select(best == wide::of(greatest(best)), at, count)));
    if (level == 0)
      prefetch_points(in.begin + in.promising);
  }

  /// Prefetches the points of the boxes of a run that may still hold the farthest point. Call it after the most
  /// promising box was read. Returns whether these are most boxes of the run, such runs make up at least half of the
  /// segment reached so far, and that part is at least 1 / least_part of the segment.
  bool prefetch_hopeful_boxes(looked_into const& in) {
    int hopeful = 0;
    for (int k = 0; k < in.count; ++k)
      if (in.bounds[k] > rank_) {
        prefetch_points(in.begin + k);
        ++hopeful;
      }
    if (2 * hopeful <= in.count)
      return false;
    in_dense_runs_ += fan_out * in.count;
    const std::int64_t reached = fan_out * (in.begin + in.count) - first_;
    return 2 * in_dense_runs_ >= reached && reached >= (last_ - first_) / least_part;
  }

  /// Ranks all points; those of boxes read before count twice, which changes nothing.
  farthest_found<Real> farthest_of_all() const {
    const auto far = series_.skip ? farthest_from_chord(series_.points, first_, first_ + 1, last_,
                                                        chord_of_valid_points<Real, D, Chord>{series_, chord_})
                                  : farthest_from_chord(series_.points, first_, first_ + 1, last_, chord_);
    const std::int64_t ranked = ranked_ + last_ - first_;
    return far.rank > rank_ || (far.rank == rank_ && far.index < index_)
               ? farthest_found<Real>{far.rank, far.index, ranked, bounded_}
               : farthest_found<Real>{rank_, index_, ranked, bounded_};
  }

  void prefetch_points(std::int64_t b) const { prefetch(series_.points + fan_out * b, fan_out); }

  bool hopeless(int level, std::int64_t b, Real bound) const {
    return bound < rank_ || (bound == rank_ && b * size_of(level) > index_);
  }

  void read_points(std::int64_t b) {
    const std::int64_t begin = fan_out * b;
    ranked_ += fan_out;
    const point<Real, D>* const points = series_.points + begin;
    Real coordinates[D][fan_out];
    const auto n = static_cast<int>(std::min<std::int64_t>(fan_out, series_.count - begin));
    if (n == fan_out)
      copy(points, fan_out, coordinates);
    else
      copy(points, n, coordinates);
    for (int i = 0; series_.skip && i < n; ++i)
      if (!series_.valid(points[i]))
        coordinates[0][i] = flow::absent_value<Real>;

    const wide low = wide::of(static_cast<Real>(std::max<std::int64_t>(first_ - begin, -1)));
    const wide high = wide::of(static_cast<Real>(std::min<std::int64_t>(last_ - begin, fan_out)));
    for (int at = 0; at < fan_out; at += wide::size) {
      point<wide, D> p{};
      for (int k = 0; k < D; ++k)
        p[k] = wide::load(coordinates[k] + at);
      const wide ranks = chord_.rank(p, steps_from(begin + at, 1));
      const wide places = wide::counting_from(static_cast<Real>(at));
      const auto inside = (low < places) & (places < high);
      const wide counted = select(inside & (wide::of(Real(-1)) < ranks), ranks, wide::of(Real(-1)));
      const Real rank = greatest(counted);
      if (rank < rank_)
        continue;
      const Real place = least(select(counted == wide::of(rank), places, wide::of(Real(fan_out))));
      const std::int64_t index = begin + static_cast<std::int64_t>(place);
      if (rank > rank_ || index < index_) {
        rank_ = rank;
        index_ = index;
      }
    }
  }

  static void copy(const point<Real, D>* points, int n, Real (&coordinates)[D][fan_out]) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < D; ++k)
        coordinates[k][i] = points[i][k];
  }

  wide bound(int level, std::int64_t begin) const {
    const std::int64_t size = size_of(level), i = begin * size;
    return chord_
        .rank(series_.boxes->wide_at(level, begin), interval<wide>{steps_from(i, size), steps_from(i + size - 1, size)})
        .high;
  }

  /// bound(), but below all ranks for boxes that are superfluous in this segment.
  wide bound_needed(int level, std::int64_t begin) const {
    Real needed[wide::size];
    const wide none = wide::of(-std::numeric_limits<Real>::infinity());
    if (recurring_->find_needed(level, begin, first_, needed) == 0)
      return none;
    return select(wide::of(Real(0)) < wide::load(needed), bound(level, begin), none);
  }

  /// The steps from the chord's first end to the points i, i + stride, ..., each rounded once.
  wide steps_from(std::int64_t i, std::int64_t stride) const {
    Real steps[wide::size];
    if constexpr (D == 1)
      for (int k = 0; k < wide::size; ++k)
        steps[k] = static_cast<Real>(i - first_ + k * stride);
    return D == 1 ? wide::load(steps) : wide::of(Real(0));
  }

  static std::int64_t size_of(int level) { return std::int64_t(fan_out) << (4 * level); }

  boxed_points<Real, D> const& series_;
  recurrences<Real, D> const* recurring_; ///< or null
  std::int64_t first_, last_;
  Chord const& chord_;
  Real rank_;
  std::int64_t index_ = -1, in_dense_runs_ = 0, ranked_ = 0, bounded_ = 0;
  looked_into levels_[16]; // levels enough for more points than there can be
};

} // namespace thrustline::cpu
