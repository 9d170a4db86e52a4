// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "core/flow/check_offsets.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/reduce.hpp>
#include <thrustline/error.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Checks that must read the arrays, wherever they are. Each is one pass and one wait.
namespace thrustline::flow {

template <class Real, int D>
struct is_invalid_point {
  const point<Real, D>* points;
  validity<Real, D> valid;
  THRUSTLINE_HD bool operator()(std::int64_t i) const { return !valid(points[i]); }
};

struct is_bad_tolerance {
  const double* tolerances;
  THRUSTLINE_HD bool operator()(std::int64_t s) const { return !(tolerances[s] >= 0); }
};

template <class Policy, class Real, int D>
void check_points(Policy const& policy, batch<Real, D> const& lines) {
  const validity<Real, D> valid{std::numeric_limits<Real>::quiet_NaN()};
  const std::int64_t i = first_bad(policy, lines.count, is_invalid_point<Real, D>{lines.points, valid});
  if (i == lines.count)
    return;
  const point<Real, D> p = detail::read_back(policy, lines.points + i);
  int k = 0;
  while (k + 1 < D && valid(point<Real, D>{{p[k]}}))
    ++k;
  throw invalid_argument("coordinates", "point " + std::to_string(i) + " has coordinate " + std::to_string(k) + " = " +
                                            detail::to_text(p[k]) + ", not a finite number of usable size");
}

template <class Policy>
void check_tolerances(Policy const& policy, const double* tolerances, std::int64_t series) {
  const std::int64_t s = first_bad(policy, series, is_bad_tolerance{tolerances});
  if (s < series)
    throw invalid_argument("tolerances", "tolerances[" + std::to_string(s) + "] must be >= 0, is " +
                                             detail::to_text(detail::read_back(policy, tolerances + s)));
}

/// Where passes over the input tell that it is to be refused: a word that lasts longer than a call, in which each call
/// writes a number of its own. So nothing has to be cleared, and what a call that was given up still writes means
/// nothing to the next one.
struct refusal {
  unsigned long long* word = nullptr; ///< null: nobody looks for that
  unsigned long long call = 0;

  THRUSTLINE_HD explicit operator bool() const { return word != nullptr; }
  THRUSTLINE_HD void tell() const { *word = call; }
};

/// What a pass over the points has seen of their validity before the checks.
struct seen_points {
  bool valid = false; ///< that all are valid
  /// On a device, where all but the points has been checked: told if one is invalid. The engine knows of it when it is
  /// done, so that a call waits for it no sooner. The offsets of a single series may be refused too.
  refusal refused{};
  /// On a device: that the mask is all zeros but for the ends of a single series, its first and its last point.
  bool ends_marked = false;
};

/// What survey_series() finds where offsets or tolerances are to be refused.
inline constexpr std::int64_t bad_series = std::numeric_limits<std::int64_t>::max();

/// The points of a series, or `bad_series`.
struct survey_of_series {
  is_bad_offset bad_offset;
  is_bad_tolerance bad_tolerance; ///< without an array: the same for all
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const {
    const bool bad = bad_offset(s) || bad_offset(s + 1) || (bad_tolerance.tolerances && bad_tolerance(s));
    return bad ? bad_series : bad_offset.offsets[s + 1] - bad_offset.offsets[s];
  }
};

/// What the host must know of several series before it can choose an engine for them: the points of the longest, or
/// `bad_series`. One pass over offsets and tolerances, and one wait.
template <class Policy>
std::int64_t survey_series(Policy const& policy, std::int64_t count, const std::int64_t* offsets, std::int64_t series,
                           const double* tolerances) {
  auto surveys = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0),
                                                 survey_of_series{{offsets, series, count}, {tolerances}});
  return detail::reduce<std::int64_t>(policy, surveys, series, std::int64_t(0), detail::maximum<std::int64_t>{});
}

/// All that the three checks look for, one index after the other.
template <class Real, int D>
struct is_bad_input {
  is_invalid_point<Real, D> point;
  is_bad_tolerance tolerance;
  is_bad_offset offset;
  std::int64_t points, tolerances;
  THRUSTLINE_HD bool operator()(std::int64_t i) const {
    if (i < points)
      return point(i);
    i -= points;
    return i < tolerances ? tolerance(i) : offset(i - tolerances);
  }
};

/// Checks offsets, tolerances (null: none) and, if invalid ones are rejected, points; throws for the first in this
/// order. On a device that is one pass and one wait, unless there is something to tell; nothing is done where the
/// engine tells (seen_points::refused).
template <class Policy, class Real, int D>
void check_input(Policy const& policy, batch<Real, D> const& lines, const double* tolerances, invalid if_invalid,
                 seen_points seen = {}) {
  if (seen.refused)
    return;
  const bool with_points = if_invalid == invalid::reject && !seen.valid;
  if constexpr (detail::is_cuda<Policy>) {
    const std::int64_t points = with_points ? lines.count : 0;
    const is_bad_input<Real, D> bad{{lines.points, {std::numeric_limits<Real>::quiet_NaN()}},
                                    {tolerances},
                                    {lines.offsets, lines.series, lines.count},
                                    points,
                                    tolerances ? lines.series : 0};
    const std::int64_t n = points + bad.tolerances + lines.series + 1;
    if (first_bad(policy, n, bad) == n)
      return;
  }
  check_offsets(policy, lines.offsets, lines.series, lines.count);
  if (tolerances)
    check_tolerances(policy, tolerances, lines.series);
  if (with_points)
    check_points(policy, lines);
}

} // namespace thrustline::flow
