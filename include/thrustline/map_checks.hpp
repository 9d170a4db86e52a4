// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrustline/executor.hpp>
#include <thrustline/polylines.hpp>

/// Checks of a layer of lines for what keeps its topology from being simple: lines that cross or touch, and coordinates
/// that are nearly equal.
namespace thrustline {

/// Pairs of segments of a layer that have a point in common which is not an end of both.
struct crossing_counts {
  std::int64_t crossings = 0; ///< pairs that cross: the ends of each are on different sides of the other
  std::int64_t contacts = 0;  ///< other pairs: an end of one is on the other, or they overlap or are equal
  bool complete = true;       ///< false: the search ended at most_tests, and there may be more pairs

  std::int64_t pairs() const { return crossings + contacts; }
};

/// Counts the pairs of segments that cross or touch, within lines and between them. Segments between the same two
/// points count with their number, segments of no length not at all. Segments that meet at ends of both are no pair,
/// even where two lines cross at a vertex of both: such places are the junctions of build_arcs(). The signs of
/// orientations are exact, so the counts are, and they do not depend on the number of threads or the order of the lines
/// while `complete` is true.
///
/// lines: in host memory. A CUDA executor does the work on the cores of the host. Points that are not finite, or not of
/// usable size (see `invalid`): invalid_argument with the index. Otherwise throws as simplify().
/// most_tests: a limit on the work. A test compares a segment with another one, or its box with eight boxes. The search
/// ends after the block of 2048 segments in which it has made more. Negative: invalid_argument.
/// Work: a sort of the segments, and a test for each pair of segments whose boxes meet: some 0.4 microseconds a segment
/// on natural maps, at most the square of the segments. Memory: some 250 bytes a segment.
///
/// Instantiated for float and double.
template <class Real>
crossing_counts count_crossings(executor const& on, polylines<Real, 2> const& lines,
                                std::int64_t most_tests = std::numeric_limits<std::int64_t>::max());

/// Counts the different places of points that have another one nearby: not equal, but neither coordinate differs by
/// more than 1e-9 of the extent, the longer side of the box around all points. Borders that should be shared are not,
/// if their coordinates are only nearly equal: build_arcs() compares for equality.
///
/// lines: as for count_crossings(). Returns with the result ready. Work: a sort of the points, and a look at the nine
/// cells of a grid around each, on one thread. Memory: 48 bytes a point.
///
/// Instantiated for float and double.
template <class Real>
std::int64_t count_near_places(executor const& on, polylines<Real, 2> const& lines);

} // namespace thrustline
