// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

namespace thrustline {

/// Point of a segment farthest from its chord.
template <class Rank>
struct farthest_point {
  Rank rank;          ///< -1 if the segment has no valid point inside
  std::int64_t index; ///< lowest among equals
};

namespace detail {

/// Greatest of n numbers and -1.
template <class Rank>
Rank greatest_of(const Rank* ranks, int n) {
  Rank greatest(-1);
#if defined(_OPENMP) || defined(THRUSTLINE_OPENMP_SIMD)
// Lets GCC vectorise: without it a NaN would make the order matter.
#pragma omp simd reduction(max : greatest)
#endif
  for (int k = 0; k < n; ++k)
    greatest = greatest < ranks[k] ? ranks[k] : greatest;
  return greatest;
}

/// farthest_from_chord() with steps of type Step, which holds end - first.
template <class Step, class Points, class Chord>
auto farthest_by_steps(Points points, std::int64_t first, std::int64_t begin, std::int64_t end, Chord const& chord) {
  using rank = decltype(chord.rank(value_at(points, first), first));
  static_assert(!std::is_unsigned_v<rank>, "a rank of -1 stands for no point");
  farthest_point<rank> best{rank(-1), first};
  std::int64_t i = begin;

  // Three loops for each block of points, which compilers vectorise: ranks, their maximum and, rarely, its position.
  constexpr int block = 128, few = 8;
  while (end - i > few) {
    rank ranks[block];
    const int n = end - i < block ? static_cast<int>(end - i) : block;
    for (int k = 0; k < n; ++k)
      ranks[k] = chord.rank(value_at(points, i + k), static_cast<Step>(i - first) + k);
    if (const rank greatest = greatest_of(ranks, n); greatest > best.rank) {
      int k = 0;
      while (ranks[k] != greatest)
        ++k;
      best = {greatest, i + k};
    }
    i += n;
  }
  for (; i < end; ++i) {
    const rank r = chord.rank(value_at(points, i), static_cast<Step>(i - first));
    const bool farther = r > best.rank;
    best = {farther ? r : best.rank, farther ? i : best.index}; // no branch: it would be mispredicted often
  }
  return best;
}

} // namespace detail

/// Farthest of the points [begin, end) inside a segment, the first among equals. chord: chord of the segment. first:
/// index of its first end. Work: one rank a point.
template <class Points, class Chord>
auto farthest_from_chord(Points points, std::int64_t first, std::int64_t begin, std::int64_t end, Chord const& chord) {
  // Most processors convert vectors of 32-bit integers to reals, few those of 64-bit integers.
  return end - first <= std::numeric_limits<std::int32_t>::max()
             ? detail::farthest_by_steps<std::int32_t>(points, first, begin, end, chord)
             : detail::farthest_by_steps<std::int64_t>(points, first, begin, end, chord);
}

/// Ramer-Douglas-Peucker depth first (Cebrian & Moure 2020, Algorithm 1): the reference for all engines.
///
/// Sets keep[i] = 1 for every cut strictly inside [first, last] and writes nothing else; the caller marks the ends.
/// Returns the number of levels: the most splits on a path, plus 1; 0 if there is no point inside. The tolerance is
/// rounded to the type of the distances. points: random access iterator, as for rdp().
///
/// Runs on the calling thread. The stack is explicit: the shorter half is split first while the longer one waits, so
/// each waiting segment is at least as long as all the work above it, and 64 entries serve any length and depth.
/// Work: O(points * levels). Throws what the iterators and the metric throw.
template <class Points, class Tolerance, class Keep, class Metric>
std::int64_t rdp_recursive(Points points, std::int64_t first, std::int64_t last, Tolerance tolerance, Keep keep,
                           Metric metric) {
  struct segment {
    std::int64_t first, last, level;
  };
  using distance = detail::distance_type<Points, Metric>;
  const auto limit = detail::tolerance_as<distance>(tolerance);
  std::array<segment, 64> waiting;
  std::size_t top = 0;
  std::int64_t levels = 0;

  for (segment s{first, last, 1};;) {
    if (s.last - s.first > 1) {
      levels = levels < s.level ? s.level : levels;
      const auto chord = metric(detail::value_at(points, s.first), detail::value_at(points, s.last), s.last - s.first);
      const auto [rank, cut] = farthest_from_chord(points, s.first, s.first + 1, s.last, chord);
      if (rank >= 0 && detail::exceeds(chord, rank, detail::value_at(points, cut), cut - s.first, limit)) {
        keep[cut] = 1;
        segment left{s.first, cut, s.level + 1}, right{cut, s.last, s.level + 1};
        const bool left_shorter = left.last - left.first < right.last - right.first;
        waiting[top++] = left_shorter ? right : left;
        s = left_shorter ? left : right;
        continue;
      }
    }
    if (top == 0)
      return levels;
    s = waiting[--top];
  }
}

} // namespace thrustline
