// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/polylines.hpp>
#include <thrustline/simplify_options.hpp>
#include <thrustline/topology.hpp>

namespace thrustline {

/// Arrays that simplify() and select() write; null: not wanted. All lie in the memory named by `where`; none may
/// overlap another or the input. Indices count from the start of the flat array.
///
/// The result decides the length of three arrays. A capacity is the room in one of them; -1: room for all that there
/// may be. Nothing is written beyond it: a capacity below what the result needs is an invalid_argument that names the
/// capacity and the number needed. Overlaps are looked for within the capacity; without one, at the first element.
template <class Real, int D>
struct simplify_outputs {
  std::uint8_t* keep_mask = nullptr;       ///< `points` values: 1 = kept, 0 = dropped
  std::int64_t* kept_counts = nullptr;     ///< `series` values: kept points of each series
  std::int64_t* kept_offsets = nullptr;    ///< series + 1 values: first kept point of each series, and the end
  std::int64_t* kept_indices = nullptr;    ///< at most `points` values, ascending but for closing positions of rings()
  Real* kept_points = nullptr;             ///< at most points * D values: the coordinates, bit for bit
  std::int64_t* segment_offsets = nullptr; ///< series + 1 values: first segment of each series, and the end
  std::int64_t* segments = nullptr;        ///< at most 2 * points values: first and last point of each segment
  memory where = memory::host;
  std::int64_t kept_indices_capacity = -1; ///< indices that fit in `kept_indices`; -1: `points`
  std::int64_t kept_points_capacity = -1;  ///< points of D coordinates that fit in `kept_points`; -1: `points`
  std::int64_t segments_capacity = -1;     ///< segments of two indices that fit in `segments`; -1: `points`
};

/// Counts of one call of simplify().
struct simplify_report {
  std::int64_t points = 0;   ///< points given
  std::int64_t kept = 0;     ///< points kept
  std::int64_t segments = 0; ///< segments between kept neighbours, the closing edges of rings included; 0 if not wanted
  std::int64_t levels = 0;   ///< rounds in which an open segment was examined: the depth of the split tree
  /// Engine of the options, or the one that `automatic` chose. `composed` and `bounded` are reported under their own
  /// names even where the kernel of `fused` took the short series (see `engine`).
  thrustline::engine used = thrustline::engine::automatic;
  topology_counts topology; ///< zeros without simplify_options::topology()
};

/// Simplifies every series by Ramer-Douglas-Peucker (Cebrian & Moure 2020, Algorithms 1 and 2).
///
/// The ends of a series are kept. A segment [a, b] is examined on its points a < i < b: if the largest distance to the
/// chord is > tolerance it splits there (the lowest index among equals), else it is finished. The mask is the same, bit
/// by bit, from every engine and executor.
///
/// Memory: a CUDA executor takes host or device memory (host memory is copied there and back), a CPU executor host
/// memory only. Reads only the input; writes only the outputs and the executor's workspace.
/// Workspace of `bounded` with input and outputs in device memory: at most half the size of points and mask, plus 8
/// bytes a series, plus 256 KiB, however deep the split tree is. From 2^31 points on: 16 bytes a series, and three
/// fifths in place of half where D = 1 and Real = float. More for rings, for pins (a byte a point and 16 bytes a
/// piece), for ignored points, for outputs other than the mask, and for each output whose capacity is below `points`.
/// Synchronises: yes; the outputs are ready on return, on a CUDA executor too.
/// Throws: invalid_argument with the argument and the value or index, invalid_point for a point; cuda_error;
/// out_of_memory. After a throw the outputs are unspecified and the executor stays usable.
/// Work: at most points times levels; levels are about 2 log2(kept) on natural data, up to `points` on noise.
///
/// Instantiated for float and double, D = 1, 2, 3.
template <class Real, int D>
simplify_report simplify(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                         simplify_outputs<Real, D> const& outputs);

/// simplify() for the keep mask alone, `points` values in the same kind of memory as the points.
template <class Real, int D>
simplify_report simplify(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                         std::uint8_t* keep_mask) {
  simplify_outputs<Real, D> outputs;
  outputs.keep_mask = keep_mask;
  outputs.where = lines.where;
  return simplify(on, lines, options, outputs);
}

/// One list for each series in one flat array: values [offsets[s], offsets[s + 1]) belong to series s.
template <class T>
struct ragged {
  std::vector<T> values;
  std::vector<std::int64_t> offsets;
};

/// First and last point of a segment, as indices into the flat array.
struct index_pair {
  std::int64_t first, last;
};

/// Keep mask, 1 = kept, in a host vector. Otherwise as simplify().
template <class Real, int D>
std::vector<std::uint8_t> simplify_mask(executor const& on, polylines<Real, D> const& lines,
                                        simplify_options const& options);

/// Indices of the kept points of all series, ascending, in a host vector. Otherwise as simplify().
template <class Real, int D>
std::vector<std::int64_t> simplify_indices(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options);

/// Coordinates of the kept points with their offsets (counted in points), in host vectors. Otherwise as simplify().
template <class Real, int D>
ragged<Real> simplify_points(executor const& on, polylines<Real, D> const& lines, simplify_options const& options);

/// Segments between kept neighbours with their offsets, in host vectors. Otherwise as simplify().
template <class Real, int D>
ragged<index_pair> simplify_segments(executor const& on, polylines<Real, D> const& lines,
                                     simplify_options const& options);

/// Number of kept points of each series, in a host vector. Otherwise as simplify().
template <class Real, int D>
std::vector<std::int64_t> simplify_counts(executor const& on, polylines<Real, D> const& lines,
                                          simplify_options const& options);

/// What finish_rings() changed.
struct finish_rings_report {
  std::int64_t kept = 0;      ///< points that the mask keeps now
  std::int64_t completed = 0; ///< rings that were simplified again, as they kept fewer than four positions
  std::int64_t dropped = 0;   ///< rings of which all points were dropped
};

/// Applies drop_superfluous_start() and ring_minimum() of the options to a mask, as simplify() does to its own: to the
/// mask of simplify_to_count() or of a threshold of significance(), which know no such rules.
///
/// keep_mask: `points` values in the same kind of memory as the points, read and written; it keeps the start of each
/// ring that it does not drop, as those functions do with the same ring_start(). Rings are simplified again with the
/// tolerance, metric and pins of the options. Points of other series stay as they are. Neither closed() nor rings():
/// invalid_argument. Otherwise as simplify(). Work: one pass over the mask and the rings, and one simplify() of the
/// rings that are completed.
template <class Real, int D>
finish_rings_report finish_rings(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                                 std::uint8_t* keep_mask);

/// Largest distance of a dropped valid point to the chord of its kept neighbours; 0 if none was dropped; infinity if
/// one has no kept neighbour on one of its sides, as where an end is dropped. Points of rings that are dropped as a
/// whole do not count. Uses the metric, `closed`, `rings` and `invalid` of the options, not
/// the tolerance. Points whose distances round alike to find the farthest may differ in the last bit of theirs, so that
/// the mask of a tolerance can have a deviation of one unit in the last place above it.
///
/// keep_mask: `points` values in the same kind of memory as the points, from any source. Synchronises. Throws as
/// simplify(). Work: one pass over the points.
template <class Real, int D>
double max_deviation(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                     const std::uint8_t* keep_mask);

} // namespace thrustline
