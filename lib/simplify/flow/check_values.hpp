// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/flow/check_offsets.hpp"
#include "core/flow/tabulated.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/reduce.hpp>
#include <thrustline/error.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Checks that must read the arrays, wherever they are. Each is one pass, and one wait for it.
namespace thrustline::flow {

struct is_bad_tolerance {
  const double* tolerances;
  THRUSTLINE_HD bool operator()(std::int64_t s) const { return !(tolerances[s] >= 0); }
};

/// Throws for point i, which is invalid. Where a call was given converted points, its caller describes the point as it
/// was.
template <class Policy, class Real, int D>
void reject_point(Policy const& policy, const point<Real, D>* points, std::int64_t i, validity<Real, D> const& valid) {
  const point<Real, D> p = detail::read_back(policy, points + i);
  int k = 0;
  while (k + 1 < D && valid(point<Real, D>{{p[k]}}))
    ++k;
  throw invalid_point("coordinates", i,
                      "has coordinate " + std::to_string(k) + " = " + detail::to_text(p[k]) +
                          ", not a finite number of usable size");
}

template <class Policy>
void check_tolerances(Policy const& policy, const double* tolerances, std::int64_t series) {
  const std::int64_t s = first_bad(policy, series, is_bad_tolerance{tolerances});
  if (s < series)
    throw invalid_argument("tolerances", "tolerances[" + std::to_string(s) + "] must be >= 0, is " +
                                             detail::to_text(detail::read_back(policy, tolerances + s)));
}

/// Result of survey_series() for bad offsets or tolerances.
inline constexpr std::int64_t bad_series = std::numeric_limits<std::int64_t>::max();

/// The points of a series, or `bad_series`.
struct survey_of_series {
  is_bad_offset bad_offset;
  is_bad_tolerance bad_tolerance; ///< a null array: one tolerance for all
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const {
    const bool bad = bad_offset(s) || bad_offset(s + 1) || (bad_tolerance.tolerances && bad_tolerance(s));
    return bad ? bad_series : bad_offset.offsets[s + 1] - bad_offset.offsets[s];
  }
};

/// The points of the longest series, by which the host chooses an engine, or `bad_series`. One pass over offsets and
/// tolerances, and one wait.
template <class Policy>
std::int64_t survey_series(Policy const& policy, is_bad_offset offsets, const double* tolerances) {
  return detail::reduce<std::int64_t>(policy, tabulated(survey_of_series{offsets, {tolerances}}), offsets.series,
                                      std::int64_t(0), detail::maximum<std::int64_t>{});
}

/// The three checks, one after the other over their indices.
template <class Real>
struct is_bad_input {
  is_valid_row<Real> is_valid;
  is_bad_tolerance tolerance;
  is_bad_offset offset;
  std::int64_t points, tolerances;
  THRUSTLINE_HD bool operator()(std::int64_t i) const {
    if (i < points)
      return !is_valid(i);
    i -= points;
    return i < tolerances ? tolerance(i) : offset(i - tolerances);
  }
};

/// The checks of a call's input that are still to be made.
enum class unchecked {
  all,
  all_but_points, ///< all points are known to be valid
  none            ///< an engine makes them on its way
};

/// Checks offsets, tolerances and, if invalid ones are rejected, points; throws for the first in this order. On a
/// device good input takes one pass and one wait.
template <class Policy, class Real, int D>
void check_input(Policy const& policy, call_input<Real, D> const& input, unchecked left = unchecked::all) {
  if (left == unchecked::none)
    return;
  batch<Real, D> const& lines = input.lines;
  const is_bad_offset offset{lines.offsets, lines.series, lines.count};
  const is_valid_point<Real, D> is_valid{lines.points, {std::numeric_limits<Real>::quiet_NaN()}};
  const std::int64_t points = input.options.invalid() == invalid::reject && left == unchecked::all ? lines.count : 0;
  std::int64_t bad_point = points;
  if constexpr (detail::is_cuda<Policy>) {
    const std::int64_t tolerances = input.tolerances ? lines.series : 0;
    const is_bad_input<Real> bad{{lines.points, is_valid.valid}, {input.tolerances}, offset, points, tolerances};
    const std::int64_t n = points + tolerances + lines.series + 1;
    bad_point = first_bad(policy, n, bad);
    if (bad_point == n)
      return;
  }
  check_offsets(policy, lines.offsets, lines.series, lines.count);
  if (input.tolerances)
    check_tolerances(policy, input.tolerances, lines.series);
  if constexpr (!detail::is_cuda<Policy>)
    bad_point = first_bad(policy, points, [is_valid](std::int64_t i) { return !is_valid(i); });
  if (bad_point < points)
    reject_point(policy, lines.points, bad_point, is_valid.valid);
}

} // namespace thrustline::flow
