// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "core/cpu/wide_numbers.hpp"
#include "simplify/cpu/bounded/box_tree.hpp"

/// Lines that return to the same places: which boxes hold only points that occurred before.
///
/// In two and three dimensions the rank of a point depends on its coordinates alone, and the first of equally far
/// points is the farthest point of a segment. So a box is superfluous in a search if each of its points has an equal
/// one in front of it, inside the segment.
namespace thrustline::cpu {

/// Finds the last point that was equal to a given one, among those it has not forgotten. It keeps a set of four indices
/// for each hash value; a new index replaces the one that was used least recently. A point that it misses makes a
/// search slower, and changes nothing.
template <class Real, int D>
class last_occurrences {
public:
  explicit last_occurrences(series_points<Real, D> const& series) : points_(series.points) {
    while (std::int64_t(64) << bits_ < series.count)
      ++bits_;
    sets_.assign(std::size_t(1) << bits_, {-1, -1, -1, -1});
  }

  /// The index of the last point equal to point i, or -1; to be called for i = 0, 1, 2, ...
  std::int64_t replace(std::int64_t i) {
    std::array<std::int64_t, 4>& set = sets_[hash(points_[i])];
    std::int64_t moved = i; // to the front; those before it move back by one
    for (std::int64_t& entry : set) {
      std::swap(entry, moved);
      if (moved < 0 || thrustline::detail::same_place(points_[moved], points_[i]))
        return moved;
    }
    return -1;
  }

private:
  std::size_t hash(point<Real, D> const& p) const {
    std::uint64_t h = 0;
    for (int k = 0; k < D; ++k) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &p[k], sizeof(Real));
      h = (h ^ bits) * 0x9e3779b97f4a7c15u;
      h ^= h >> 32;
    }
    return static_cast<std::size_t>((h * 0x9e3779b97f4a7c15u) >> (63 - bits_) >> 1);
  }

  const point<Real, D>* points_;
  int bits_ = 6;
  std::vector<std::array<std::int64_t, 4>> sets_;
};

/// For each box of a box_tree an index: each point of the box has an equal one in front of it, at that index or behind
/// it. -1: this is not known of some point.
template <class Real, int D>
class recurrences {
public:
  static constexpr int fan_out = box_tree<Real, D>::fan_out;
  static constexpr int together = rounding::wide<Real>::size;

  /// One pass over the points.
  explicit recurrences(series_points<Real, D> const& series) {
    last_occurrences<Real, D> last(series);
    std::int64_t boxes = (series.count + fan_out - 1) / fan_out;
    std::vector<std::int64_t>* level = &add_level(boxes);
    for (std::int64_t i = 0; i < series.count; ++i)
      lower((*level)[index(i / fan_out)], last.replace(i));
    while (boxes > fan_out) {
      std::vector<std::int64_t> const& below = *level;
      const std::int64_t count = boxes;
      boxes = (boxes + fan_out - 1) / fan_out;
      level = &add_level(boxes);
      for (std::int64_t b = 0; b < count; ++b)
        lower((*level)[index(b / fan_out)], below[index(b)]);
    }
  }

  /// The boxes from `begin` on that are not superfluous in a segment whose first end is `first`: as many places of
  /// `needed` as fill a wide number get 1, the others 0. Returns their number. Those behind the last box mean nothing.
  int find_needed(int level, std::int64_t begin, std::int64_t first, Real (&needed)[together]) const {
    const std::int64_t* const earlier = levels_[index(level)].data() + begin;
    int count = 0;
    for (int k = 0; k < together; ++k) {
      const bool is_needed = earlier[k] <= first;
      needed[k] = static_cast<Real>(is_needed);
      count += is_needed;
    }
    return count;
  }

  bool is_needed(int level, std::int64_t box, std::int64_t first) const {
    return levels_[index(level)][index(box)] <= first;
  }

private:
  static constexpr std::int64_t superfluous = std::numeric_limits<std::int64_t>::max();

  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

  /// A level of boxes without points; wide reads go past its end.
  std::vector<std::int64_t>& add_level(std::int64_t boxes) {
    levels_.emplace_back(index(boxes + together), superfluous);
    return levels_.back();
  }

  static void lower(std::int64_t& least, std::int64_t value) { least = std::min(least, value); }

  std::deque<std::vector<std::int64_t>> levels_; // whose references stay valid
};

} // namespace thrustline::cpu
