// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/error.hpp>

/// Steps of the RDP loop for one point, one segment or one series.
namespace thrustline::detail {

/// Type of the points that a metric is given: the iterator's value type, never a proxy such as
/// thrust::device_reference.
template <class Points>
using point_of = typename std::iterator_traits<Points>::value_type;

template <class Points, class Metric>
using chord_type = decltype(std::declval<Metric const&>()(std::declval<point_of<Points> const&>(),
                                                          std::declval<point_of<Points> const&>(), 1));

template <class Points, class Metric>
using rank_type =
    decltype(std::declval<chord_type<Points, Metric> const&>().rank(std::declval<point_of<Points> const&>(), 1));

template <class Points, class Metric>
using distance_type =
    decltype(std::declval<chord_type<Points, Metric> const&>().distance(std::declval<point_of<Points> const&>(), 1));

/// Value of points[i], converted from a proxy where the iterator returns one.
template <class Points>
THRUSTLINE_HD point_of<Points> value_at(Points points, std::int64_t i) {
  return static_cast<point_of<Points>>(points[i]);
}

/// Candidate of the segmented arg-max for item k: {rank of its point, index of the point}.
template <class Index, class Rank, class Points, class Metric>
struct candidate_of_item {
  Points points;
  Metric metric;
  open_view<Index, Rank> open;
  THRUSTLINE_HD indexed<Rank, Index> operator()(Index k) const {
    const Index s = open.keys[k];
    const chord_ends<Index> ends = open.ends(s);
    const Index step = k - open.offsets[s] + 1;
    const auto chord = metric(value_at(points, ends.first), value_at(points, ends.last), ends.last - ends.first);
    return {chord.rank(value_at(points, ends.first + step), step), ends.first + step};
  }
};

/// Cuts segment s at its farthest point, or marks it as not cut.
template <class Index, class Rank, class Points, class Metric, class Tolerance, class Keep>
struct cut_at_farthest {
  Points points;
  Metric metric;
  Tolerance tolerance;
  Keep keep;
  open_view<Index, Rank> open;
  THRUSTLINE_HD void operator()(Index s) const {
    const indexed<Rank, Index> cut = open.farthest[s];
    if (cut.value < Rank(0))
      return;
    const chord_ends<Index> ends = open.ends(s);
    const auto chord = metric(value_at(points, ends.first), value_at(points, ends.last), ends.last - ends.first);
    if (chord.distance(value_at(points, cut.index), cut.index - ends.first) > tolerance(cut.index))
      keep[cut.index] = 1;
    else
      open.farthest[s].value = Rank(-1);
  }
};

// Where a caller's output has a known size, GCC 12 warns of this code for 64-bit indices, which such a size rules out.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/// Marks the ends of series s as kept.
template <class Series, class Keep, class Index>
struct keep_ends {
  Series series;
  Keep keep;
  THRUSTLINE_HD void operator()(Index s) const {
    const auto ends = series(s);
    if (ends.first <= ends.last) {
      keep[ends.first] = 1;
      keep[ends.last] = 1;
    }
  }
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Ends of series s from the offsets of a batch; first > last if it is empty.
template <class Offsets, class Index>
struct batch_series {
  Offsets offsets;
  THRUSTLINE_HD chord_ends<Index> operator()(Index s) const {
    return {static_cast<Index>(offsets[s]), static_cast<Index>(offsets[s + 1]) - 1};
  }
};

/// Ends of the only series.
template <class Index>
struct one_series {
  Index count;
  THRUSTLINE_HD chord_ends<Index> operator()(Index) const { return {0, count - 1}; }
};

/// One tolerance for all points.
template <class Real>
struct same_tolerance {
  Real value;
  THRUSTLINE_HD Real operator()(std::int64_t) const { return value; }
};

/// Throws invalid_argument if the tolerance is negative or NaN.
/// The tolerance in the type of the distances. For integers, which are compared with its whole part, at most the
/// largest.
template <class Distance, class Tolerance>
Distance tolerance_as(Tolerance tolerance) {
  if constexpr (std::is_integral_v<Distance>) {
    constexpr Distance most = std::numeric_limits<Distance>::max();
    return tolerance >= static_cast<Tolerance>(most) ? most : static_cast<Distance>(tolerance);
  } else {
    return static_cast<Distance>(tolerance);
  }
}

inline void check_tolerance(double tolerance, const char* argument = "tolerance") {
  if (!(tolerance >= 0))
    throw invalid_argument(argument, "must be >= 0, is " + to_text(tolerance));
}

} // namespace thrustline::detail
