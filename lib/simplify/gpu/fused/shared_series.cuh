// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace thrustline::gpu {

template <class P, class Chord>
using rank_of = decltype(std::declval<Chord const&>().rank(std::declval<P const&>(), 0));

/// A segment of a series in shared memory, while a warp searches its cut.
template <class P, class Chord, class Real>
struct searched_segment {
  const P* points; ///< points of the series
  int first, last;
  Chord chord;
  Real tolerance;
};

/// A series of up to 1024 points in shared memory, and what decides where it is cut.
template <class P, class Metric, class Tolerance>
struct shared_series {
  const P* points;
  Metric metric;
  Tolerance tolerance; ///< by the index of a segment's first point

  __device__ shared_series(const P* points, Metric const& metric, Tolerance const& tolerance)
      : points(points), metric(metric), tolerance(tolerance) {}

  using chord_type = decltype(std::declval<Metric const&>()(std::declval<P const&>(), std::declval<P const&>(), int()));
  using rank = rank_of<P, chord_type>;

  __device__ chord_type chord(int first, int last) const { return metric(points[first], points[last], last - first); }

  __device__ auto segment(int first, int last) const {
    return searched_segment<P, chord_type, decltype(tolerance(first))>{points, first, last, chord(first, last),
                                                                       tolerance(first)};
  }
};

/// An open segment of a series, and its level in the split tree.
struct open_segment {
  int first, last, level;
};

} // namespace thrustline::gpu
