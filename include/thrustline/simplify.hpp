// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/polylines.hpp>

namespace thrustline {

/// The distance of a point to the chord of its segment (formulas: geometry/metrics.hpp).
enum class metric {
  vertical, ///< along the ordinates: |y - chord(x)|; the abscissa is the index (D = 1) or the first coordinate
  line,     ///< to the infinite line through the ends
  segment   ///< to the segment between the ends
};

/// One way to compute the mask. All give the same mask, bit by bit.
enum class engine {
  /// On CPU cores recursive for calls of less than 1024 points, else bounded; on a CUDA device fused for batches of
  /// series of up to 1024 points, else bounded for all series of the batch.
  automatic,
  /// Algorithm 1 of Cebrian & Moure, depth first with an explicit stack; CPU only.
  recursive,
  /// Algorithm 2 as a loop over segmented primitives; any executor. On a CUDA device the series of up to 1024 points
  /// are fused then too.
  composed,
  /// Series of up to 1024 points, each split to the end in one kernel or on one core; any executor.
  fused,
  /// Long series at memory speed: bounding boxes of points prune the search exactly; any executor. On a CUDA device
  /// batches of series of up to 1024 points are fused then too.
  bounded
};

/// The name by which it is called above, such as "vertical"; "unknown" for a value that is none of these.
std::string to_string(metric value);

/// The same of an engine, such as simplify_report::used.
std::string to_string(engine value);

/// What to do about points that are not valid: a coordinate that is NaN or infinite, or of magnitude above a quarter
/// of the largest finite value, or the sentinel.
enum class invalid {
  reject, ///< throw invalid_argument with the index of the first one (the sentinel plays no part)
  ignore  ///< treat as absent: never kept, never farthest; the ends of a series are its first and last valid points
};

/// Options of simplify. Only the tolerance has no default.
class simplify_options {
public:
  /// Epsilon: a segment splits at its farthest point while that distance is > tolerance. In units of the coordinates,
  /// >= 0, infinity allowed (ends only); rounded to the coordinates' type. Negative or NaN: invalid_argument.
  simplify_options& tolerance(double value) { return tolerance_ = value, *this; }

  /// One tolerance for each series, `count` = number of series, in the same kind of memory as the points; the array
  /// must outlive the call. Replaces tolerance().
  simplify_options& tolerances(const double* values, std::int64_t count) {
    return tolerances_ = values, tolerances_count_ = count, *this;
  }

  /// Default: segment.
  simplify_options& metric(thrustline::metric value) { return metric_ = value, *this; }

  /// Default: automatic. An engine that the executor cannot run: invalid_argument.
  simplify_options& engine(thrustline::engine value) { return engine_ = value, *this; }

  /// Every series is a ring: an edge leads from its last point back to its first, which is always kept. The last point
  /// is kept only if it is farther than the tolerance. Not with D = 1. Default: false.
  simplify_options& closed(bool value) { return closed_ = value, *this; }

  /// Default: reject.
  simplify_options& invalid(thrustline::invalid value) { return invalid_ = value, *this; }

  /// A value that marks a point as invalid if any of its coordinates equals it; NaN: none. Default: none.
  simplify_options& sentinel(double value) { return sentinel_ = value, *this; }

  double tolerance() const { return tolerance_; }
  const double* tolerances() const { return tolerances_; }
  std::int64_t tolerances_count() const { return tolerances_count_; }
  thrustline::metric metric() const { return metric_; }
  thrustline::engine engine() const { return engine_; }
  bool closed() const { return closed_; }
  thrustline::invalid invalid() const { return invalid_; }
  double sentinel() const { return sentinel_; }

private:
  double tolerance_ = std::numeric_limits<double>::quiet_NaN();
  const double* tolerances_ = nullptr;
  std::int64_t tolerances_count_ = 0;
  double sentinel_ = std::numeric_limits<double>::quiet_NaN();
  thrustline::metric metric_ = thrustline::metric::segment;
  thrustline::engine engine_ = thrustline::engine::automatic;
  thrustline::invalid invalid_ = thrustline::invalid::reject;
  bool closed_ = false;
};

/// Where simplify writes; null = not asked for. All arrays lie in the memory named by `where`, and none may overlap
/// another or the input. Indices count from the start of the flat array.
template <class Real, int D>
struct simplify_outputs {
  std::uint8_t* keep_mask = nullptr;       ///< points values, 1 = kept
  std::int64_t* kept_counts = nullptr;     ///< series values: kept points of each series
  std::int64_t* kept_offsets = nullptr;    ///< series + 1 values: first kept point of each series, and the end
  std::int64_t* kept_indices = nullptr;    ///< room for `points` values: ascending
  Real* kept_points = nullptr;             ///< room for points * D values: the coordinates, bit for bit
  std::int64_t* segment_offsets = nullptr; ///< series + 1 values: first segment of each series, and the end
  std::int64_t* segments = nullptr;        ///< room for 2 * points values: first and last point of each segment
  memory where = memory::host;
};

/// What a call of simplify did.
struct simplify_report {
  std::int64_t points = 0;   ///< points given
  std::int64_t kept = 0;     ///< points kept
  std::int64_t segments = 0; ///< segments between kept neighbours, a ring's closing edge too; 0 if not asked for
  std::int64_t levels = 0;   ///< rounds in which an open segment was examined: the depth of the split tree
  /// The engine that was asked for, or that automatic took. On a CUDA device composed and bounded stay named so where
  /// they leave short series to the kernel of fused, as told at `engine`.
  thrustline::engine used = thrustline::engine::automatic;
};

/// Simplifies every series by Ramer-Douglas-Peucker (Cebrian & Moure 2020, Algorithms 1 and 2).
///
/// The ends of a series are kept. A segment [a, b] is examined on its points a < i < b: if the largest distance to the
/// chord is > tolerance it splits there (the lowest index among equals), else it is finished. The mask is the same, bit
/// by bit, from every engine and executor.
///
/// Memory: a CUDA executor takes host or device memory (host memory is copied there and back), a CPU executor host
/// memory only. Reads only the input; writes only the outputs and the executor's workspace. With input and outputs in
/// device memory engine `bounded` needs at most half of what points and mask take for its workspace, 8 bytes a series,
/// and 256 KiB, however deep the split tree is; from 2^31 points on 16 bytes a series, and three fifths where D = 1 and
/// Real = float; more for closed lines, where invalid points are ignored, and for outputs beside the mask.
/// Synchronises: yes, the outputs are ready on return, on a CUDA executor too. Throws: invalid_argument naming the
/// argument and the value or index; cuda_error; out_of_memory. After a throw the outputs are unspecified and the
/// executor is usable. Work: points times levels at most; levels about 2 log2(kept) on natural data, up to `points` on
/// noise.
///
/// Instantiated for float and double, D = 1, 2, 3.
template <class Real, int D>
simplify_report simplify(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                         simplify_outputs<Real, D> const& outputs);

/// The keep mask into the caller's memory, of the same kind as the points.
template <class Real, int D>
simplify_report simplify(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                         std::uint8_t* keep_mask) {
  simplify_outputs<Real, D> outputs;
  outputs.keep_mask = keep_mask;
  outputs.where = lines.where;
  return simplify(on, lines, options, outputs);
}

/// Per series lists in one flat array: those of series s are [offsets[s], offsets[s + 1]).
template <class T>
struct ragged {
  std::vector<T> values;
  std::vector<std::int64_t> offsets;
};

/// First and last point of a segment, as indices into the flat array.
struct index_pair {
  std::int64_t first, last;
};

/// The keep mask, 1 = kept, in a host vector. As simplify().
template <class Real, int D>
std::vector<std::uint8_t> simplify_mask(executor const& on, polylines<Real, D> const& lines,
                                        simplify_options const& options);

/// The indices of the kept points of all series, ascending, in a host vector. As simplify().
template <class Real, int D>
std::vector<std::int64_t> simplify_indices(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options);

/// The coordinates of the kept points with their offsets (counted in points), in host vectors. As simplify().
template <class Real, int D>
ragged<Real> simplify_points(executor const& on, polylines<Real, D> const& lines, simplify_options const& options);

/// The segments between kept neighbours with their offsets, in host vectors. As simplify().
template <class Real, int D>
ragged<index_pair> simplify_segments(executor const& on, polylines<Real, D> const& lines,
                                     simplify_options const& options);

/// The number of kept points of each series, in a host vector. As simplify().
template <class Real, int D>
std::vector<std::int64_t> simplify_counts(executor const& on, polylines<Real, D> const& lines,
                                          simplify_options const& options);

/// The largest distance of a dropped valid point to the chord of its kept neighbours, by the metric of the options
/// (`closed` and `invalid` are honoured, the tolerance plays no part); 0 if none was dropped.
///
/// keep_mask: `points` values in the same kind of memory as the points, as simplify() gives it. Synchronises. Throws
/// as simplify(). Work: one pass over the points.
template <class Real, int D>
double max_deviation(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                     const std::uint8_t* keep_mask);

} // namespace thrustline
