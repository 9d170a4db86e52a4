// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/flow/batch.hpp"
#include "core/flow/count_below.hpp"
#include <thrustline/algorithms/detail/chord_ends.hpp>
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/geometry/metrics.hpp>
#include <thrustline/geometry/point.hpp>
#include <thrustline/simplify.hpp>

/// Data that the steps of a call share. Pointers lead to the memory that the policy works on.
namespace thrustline::flow {

using detail::chord_ends;

/// The arrays and options of a call. They outlive it.
template <class Real, int D>
struct call_input {
  batch<Real, D> lines;
  simplify_options const& options;
  const double* tolerances;            ///< null, or one for each series, in the memory that the policy works on
  const std::uint8_t* pins = nullptr;  ///< null, or one for each point, in the same memory
  const std::uint8_t* rings = nullptr; ///< null, or one for each series, in the same memory
};

/// Whether a point counts: every coordinate finite, at most a quarter of the largest value, and not the sentinel.
template <class Real, int D>
struct validity {
  static constexpr Real largest = std::numeric_limits<Real>::max() / 4;

  Real sentinel; ///< NaN: none

  THRUSTLINE_HD bool operator()(point<Real, D> const& p) const {
    bool valid = true;
    for (int k = 0; k < D; ++k)
      valid = valid && rounding::abs(p[k]) <= largest && p[k] != sentinel;
    return valid;
  }
};

/// Whether point i is valid.
template <class Real, int D>
struct is_valid_point {
  const point<Real, D>* points;
  validity<Real, D> valid;
  THRUSTLINE_HD bool operator()(std::int64_t i) const { return valid(points[i]); }
};

/// The same for points of any dimension: on a GPU one instance for each type serves them all.
template <class Real>
struct is_valid_row {
  const Real* coordinates;
  int dimensions; ///< at most 3
  validity<Real, 1> valid;

  template <int D>
  is_valid_row(const point<Real, D>* points, validity<Real, D> const& valid)
      : coordinates(reinterpret_cast<const Real*>(points)), dimensions(D), valid{valid.sentinel} {}

  THRUSTLINE_HD bool operator()(std::int64_t i) const {
    bool all = true;
    for (int k = 0; k < 3; ++k) // a fixed number: the loop is unrolled
      all = all && (k >= dimensions || valid({{coordinates[i * dimensions + k]}}));
    return all;
  }
};

template <class Real>
inline constexpr Real absent_value = std::numeric_limits<Real>::quiet_NaN();

/// A point that no validity accepts.
template <class Real, int D>
THRUSTLINE_HD point<Real, D> absent_point() {
  point<Real, D> p{};
  for (int k = 0; k < D; ++k)
    p[k] = absent_value<Real>;
  return p;
}

/// Whether invalid points are skipped; else calls reject them.
inline bool skips_invalid(simplify_options const& options) { return options.invalid() == invalid::ignore; }

/// The sentinel counts only where invalid points are ignored.
template <class Real, int D>
validity<Real, D> validity_by(simplify_options const& options) {
  return {static_cast<Real>(skips_invalid(options) ? options.sentinel() : std::numeric_limits<double>::quiet_NaN())};
}

/// The tolerance of the series that a point belongs to.
template <class Real>
struct tolerance_of_point {
  Real same;
  const double* by_series; ///< null: the same for all
  const std::int64_t* offsets;
  std::int64_t series;

  THRUSTLINE_HD Real of_series(std::int64_t s) const { return by_series ? static_cast<Real>(by_series[s]) : same; }

  THRUSTLINE_HD Real operator()(std::int64_t i) const {
    if (!by_series)
      return same;
    return of_series(count_below(offsets, series + 1, i + 1) - 1); // that of the last s with offsets[s] <= i
  }
};

/// The tolerances of a call.
template <class Real, int D>
tolerance_of_point<Real> tolerance_of(call_input<Real, D> const& input) {
  return {static_cast<Real>(input.options.tolerance()), input.tolerances, input.lines.offsets, input.lines.series};
}

/// A metric for series with invalid points: these have the rank -1, so that none is ever the farthest.
template <class Metric, class Real, int D>
struct skipping {
  Metric metric;
  bool skip; ///< false: every point is known to be valid
  validity<Real, D> valid;

  struct chord_type {
    using inner_chord = decltype(std::declval<Metric const&>()(point<Real, D>{}, point<Real, D>{}, 1));
    inner_chord inner;
    bool skip;
    validity<Real, D> valid;

    THRUSTLINE_HD Real rank(point<Real, D> const& p, std::int64_t step) const {
      return skip && !valid(p) ? Real(-1) : inner.rank(p, step);
    }
    THRUSTLINE_HD Real distance(point<Real, D> const& p, std::int64_t step) const { return inner.distance(p, step); }
  };

  THRUSTLINE_HD chord_type operator()(point<Real, D> const& first, point<Real, D> const& last,
                                      std::int64_t steps) const {
    return {metric(first, last, steps), skip, valid};
  }
};

/// The metric for the series of a call with these options.
template <class Real, int D, class Metric>
skipping<Metric, Real, D> skipping_by(simplify_options const& options, Metric metric) {
  return {metric, skips_invalid(options), validity_by<Real, D>(options)};
}

/// The points of great_ellipse_distance, which those of metric::great_ellipse are converted to.
using ecef_point = point<double, 3>;

/// Calls f with the metric object that the option names. Points of type P are those of the object: synchronised, and
/// great_ellipse for all types but one, do not get here (see converted_points.hpp).
template <class P, class F>
auto with_metric(metric name, F f) {
  if constexpr (std::is_same_v<P, ecef_point>)
    if (name == metric::great_ellipse)
      return f(great_ellipse_distance{});
  switch (name) {
  case metric::vertical:
    return f(vertical_distance{});
  case metric::line:
    return f(line_distance{});
  default:
    return f(segment_distance{});
  }
}

} // namespace thrustline::flow
