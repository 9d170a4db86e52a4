// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

/// Every tolerance at once: the split tree does not depend on the tolerance, so one pass gives each point the tolerance
/// from which on it is dropped.
namespace thrustline {

/// Significance of every point. For each tolerance >= that of the options, simplify() keeps a point if and only if its
/// significance is > that tolerance, bit by bit. A point's significance is the least distance of a cut to its chord on
/// the point's path in the split tree, its own cut included, as the engines compute it.
///
///     ends of a series; start of a ring; pins          infinity
///     points that the tolerance of the options drops   0
///     absent points (invalid::ignore)                  0, but infinity for the closing position of a ring
///
/// A larger tolerance in the options saves work; 0 gives every point its value. An infinite tolerance is the exception
/// to the rule: simplify() keeps the ends only, but a point whose distance overflows has infinite significance, too.
///
/// values: `points` values in the same kind of memory as the points; may not overlap the input. The same from every
/// executor, bit by bit. The report's `kept` counts those > 0.
///
/// Rings are cut open at the ring_start() of the options; a last point that repeats the first is an end. What depends
/// on all kept points of a ring at one tolerance, drop_superfluous_start() and ring_minimum(), is an invalid_argument
/// here; finish_rings() applies it to a mask.
///
/// Engine: `bounded`; any other by name: invalid_argument. Checks, synchronises and throws as simplify(). Reads only
/// the input; writes only the values and the executor's workspace. Workspace on CPU cores: 2 / 15 of the points' size.
/// On a device: 2 / 31 of it and one or two bytes a point, and never more than simplify() states, with the values in
/// place of the mask. Metrics great_ellipse and synchronised add a copy of the points. Work: one simplify() at the
/// tolerance of the options, plus a root and a division a node of the split tree.
///
/// Instantiated for float and double, D = 1, 2, 3, as are the functions below.
template <class Real, int D>
simplify_report significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                             Real* values);

/// Significance of every point in a host vector. Otherwise as significance() above.
template <class Real, int D>
std::vector<Real> significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options);

/// Counts of one call of simplify_to_count() or simplify_to_ratio().
struct simplify_to_count_report : simplify_report {
  /// Points that were to be kept: the count given, or the one that the ratio stands for.
  std::int64_t asked = 0;
  /// Greatest significance of a dropped point, or the tolerance of the options if that is larger. At this tolerance
  /// simplify() keeps the same points, except kept ones that tie with a dropped one. tolerances() is not part of it: a
  /// point that the tolerance of its series drops is not counted.
  double equal_tolerance = 0;
};

/// Keeps `count` points of all series together: all ends and pins, even if they are more, then the most significant
/// points; ties go to the lowest index. Points that the tolerance of the options drops stay dropped, so fewer may be
/// kept.
///
/// A point is at most as significant as the cuts above it in the split tree. So only a tie can keep a point and drop a
/// cut above it; no tolerance gives that mask.
///
/// keep_mask: `points` values in the same kind of memory as the points. Negative count: invalid_argument; otherwise as
/// significance(), which it calls. Additional workspace: two coordinates a point, on a device four. Additional work: a
/// selection of the values, on a device their radix sort.
template <class Real, int D>
simplify_to_count_report simplify_to_count(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, std::int64_t count,
                                           std::uint8_t* keep_mask);

/// The least count for which count / points >= ratio, in double: 0.07 of 100 points are 7. Ratio outside [0, 1] or NaN,
/// negative number of points: invalid_argument.
std::int64_t count_of_ratio(double ratio, std::int64_t points);

/// simplify_to_count() with count_of_ratio(ratio, lines.points). Ratio outside [0, 1] or NaN: invalid_argument.
template <class Real, int D>
simplify_to_count_report simplify_to_ratio(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, double ratio, std::uint8_t* keep_mask);

/// One number of points for each series. values: `count` = `series` numbers in the same kind of memory as the points;
/// the array must outlive the call.
struct counts_of_series {
  const std::int64_t* values = nullptr;
  std::int64_t count = 0;
};

/// One share of its points for each series; otherwise as counts_of_series.
struct ratios_of_series {
  const double* values = nullptr;
  std::int64_t count = 0;
};

/// Keeps counts.values[s] points of each series s, as simplify_to_count() would for that series alone: its ends and
/// pins, even if they are more, then its most significant points; ties go to the lowest index. So a count below the
/// number of ends (2; 1 for a single point; 1 for a ring by closed()) keeps the ends, and one above the points of the
/// series keeps all that the tolerance of the options does not drop.
///
/// The report: `asked` is the sum over the series of the count, or of the points where there are fewer; equal_tolerance
/// is the greatest of the series: no dropped point is farther from the result than it or the tolerance of its series,
/// unless a tie keeps a point and drops a cut above it.
///
/// keep_mask: as above. A negative count, a number of counts other than that of the series, null for one or more
/// series: invalid_argument. Additional workspace: on CPU cores one coordinate a point, and as many again of the
/// longest series for each thread; on a device one coordinate, 8 bytes a series and 24 bytes a point (32 from 2^31
/// points on). Additional work: a selection for each series; on a device one or two radix sorts of all points by series
/// and significance.
template <class Real, int D>
simplify_to_count_report simplify_to_count(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, counts_of_series const& counts,
                                           std::uint8_t* keep_mask);

/// The same with, for each series, count_of_ratio() of its ratio and its points. A ratio outside [0, 1] or NaN:
/// invalid_argument.
template <class Real, int D>
simplify_to_count_report simplify_to_ratio(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, ratios_of_series const& ratios,
                                           std::uint8_t* keep_mask);

} // namespace thrustline
