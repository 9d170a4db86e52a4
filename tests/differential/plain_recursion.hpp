// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

/// Ramer-Douglas-Peucker from its definition. It shares no code with the library.
namespace thrustline::differential {

/// The result of a comparison that roundings may turn round is `unsure`.
enum class decision { no, yes, unsure };

/// What is expected of the points of one series.
struct plain_answer {
  std::vector<std::uint8_t> mask;
  std::vector<long double> significance;
  std::int64_t levels = 0;
  bool sure = true; ///< false: the library's roundings may lead to another answer
};

/// A series without its absent points. A ring ends with its first present point again, one round further: the absent
/// points in front of that one lie between the last present point and the end.
struct present_points {
  std::vector<std::int64_t> index; ///< index of each in its series; the end of a ring is at size + index.front()
  std::vector<std::int64_t> pins;  ///< which of them are pinned, ascending
  bool closed = false;
  std::int64_t size = 0; ///< points of the series
};

/// Algorithm 1 for each piece between pins. `chords(a, b)` makes the chord between two present points:
///
///     chord.farther(k, m)     decision: point k is farther than point m
///     chord.exceeds(k)        decision: the distance of point k is > the tolerance
///     chord.distance(k)       of point k
template <class Chords>
class plain_recursion {
public:
  plain_recursion(present_points const& points, Chords const& chords) : points_(points), chords_(chords) {
    answer_.mask.assign(static_cast<std::size_t>(points.size), 0);
    answer_.significance.assign(static_cast<std::size_t>(points.size), 0);
  }

  plain_answer run() {
    if (points_.index.empty())
      return answer_;
    constexpr long double infinity = std::numeric_limits<long double>::infinity();
    keep(0, infinity);
    const auto last = static_cast<std::int64_t>(points_.index.size()) - 1;
    if (!points_.closed)
      keep(last, infinity);
    std::int64_t first = 0;
    for (std::int64_t pin : points_.pins) {
      keep(pin, infinity);
      open_.push_back({first, pin, 1, infinity});
      first = pin;
    }
    open_.push_back({first, last, 1, infinity});
    while (!open_.empty() && answer_.sure) {
      const segment next = open_.back();
      open_.pop_back();
      if (points_.index[next.last] - points_.index[next.first] >= 2)
        split(next);
    }
    return answer_;
  }

private:
  struct segment {
    std::int64_t first, last, level;
    long double least; ///< distance of the cuts above
  };

  void keep(std::int64_t k, long double significance) {
    answer_.mask[points_.index[k]] = 1;
    answer_.significance[points_.index[k]] = significance;
  }

  void split(segment const& at) {
    answer_.levels = std::max(answer_.levels, at.level);
    if (at.last - at.first < 2)
      return;
    const auto chord = chords_(at.first, at.last);
    std::int64_t farthest = at.first + 1;
    for (std::int64_t k = farthest + 1; k < at.last; ++k) {
      const decision farther = chord.farther(k, farthest);
      if (farther == decision::unsure)
        rivals_.push_back(k);
      if (farther == decision::yes)
        farthest = k;
    }
    const decision exceeds = chord.exceeds(farthest);
    answer_.sure = exceeds == decision::no || (exceeds == decision::yes && !has_rival(chord, farthest));
    rivals_.clear();
    if (!answer_.sure || exceeds == decision::no)
      return;
    const long double least = std::min(at.least, chord.distance(farthest));
    keep(farthest, least);
    open_.push_back({at.first, farthest, at.level + 1, least});
    open_.push_back({farthest, at.last, at.level + 1, least});
  }

  template <class Chord>
  bool has_rival(Chord const& chord, std::int64_t farthest) const {
    return std::any_of(rivals_.begin(), rivals_.end(),
                       [&](std::int64_t k) { return k != farthest && chord.farther(farthest, k) != decision::yes; });
  }

  present_points const& points_;
  Chords const& chords_;
  plain_answer answer_;
  std::vector<segment> open_;
  std::vector<std::int64_t> rivals_; ///< points that were not surely nearer than the farthest before them
};

} // namespace thrustline::differential
