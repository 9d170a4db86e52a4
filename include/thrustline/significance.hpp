// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

/// Every tolerance at once: the split tree does not depend on the tolerance, so one pass tells of each point from which
/// tolerance on it is dropped.
namespace thrustline {

/// The significance of every point: for each tolerance >= that of the options, simplify() keeps the point if and only
/// if its significance is > that tolerance, bit by bit. It is the least distance of a cut to its chord on the point's
/// path in the split tree, its own included, as the engines compute it.
///
///     ends of a series, of a ring its first point      infinity
///     points that the tolerance of the options drops   0
///     absent points (invalid::ignore)                  0
///
/// A larger tolerance in the options saves work; 0 tells all. At an infinite tolerance only the ends are kept, whatever
/// the compare says: a point whose distance overflows is of infinite significance, too.
///
/// values: `points` values in the same kind of memory as the points, which may not overlap the input. The same from
/// every executor, bit by bit. The report's `kept` counts those > 0.
///
/// Runs by engine `bounded`; any other by name: invalid_argument. Else it checks, synchronises and throws as
/// simplify(). Reads only the input; writes only the values and the executor's workspace. Memory: the boxes of engine
/// `bounded`, 2 / 15 of the points; on a device 2 / 31 of them, a byte or two a point, and at most what simplify()
/// tells, with the values in the place of the mask. Work: that of one simplify() at the tolerance of the options, and a
/// root and a division a node of the split tree.
///
/// Instantiated for float and double, D = 1, 2, 3, as are the functions below.
template <class Real, int D>
simplify_report significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                             Real* values);

/// The same in a host vector.
template <class Real, int D>
std::vector<Real> significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options);

/// What a call of simplify_to_count did.
struct simplify_to_count_report : simplify_report {
  /// How many points were to be kept: the count given, or the one that the ratio stands for.
  std::int64_t asked = 0;
  /// The greatest significance of a point left out, or the tolerance of the options if that is more: at this tolerance
  /// simplify() keeps the same points, but for kept ones that are as significant as one left out.
  double equal_tolerance = 0;
};

/// Keeps `count` points of all series together: the ends, even if they are more, and then the most significant ones, of
/// equals those of the lowest index. A point is at most as significant as the cuts above it in the split tree, so only
/// among equals can one be kept whose cut above is left out; no tolerance gives that mask. Points that the tolerance of
/// the options drops are not kept, so fewer may be left.
///
/// keep_mask: `points` values in the same kind of memory as the points. A negative count: invalid_argument; else as
/// significance(), whose values it computes. More memory: that of two coordinates a point, on a device of four, and
/// there a radix sort of the values beside their computation.
template <class Real, int D>
simplify_to_count_report simplify_to_count(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, std::int64_t count,
                                           std::uint8_t* keep_mask);

/// simplify_to_count() with the least count that is at least that part of the points: count / points >= ratio, in
/// double, so 0.07 of 100 points are 7. A ratio that is not in 0 .. 1: invalid_argument.
template <class Real, int D>
simplify_to_count_report simplify_to_ratio(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, double ratio, std::uint8_t* keep_mask);

} // namespace thrustline
