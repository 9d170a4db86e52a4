// SPDX-License-Identifier: MIT
#pragma once

#include "core/cpu/wide_numbers.hpp"
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/geometry/metrics.hpp>

/// Whether segments are to be cut, several at once: a chord of points whose coordinates are wide numbers stands for as
/// many chords.
namespace thrustline::cpu {

/// The bounds of chord_base::square_tells() and of segment_distance::chord::exceeds(): 32 u, and the least square that
/// underflow on the way cannot have changed.
template <class Real>
inline constexpr Real few_units = 4 * rounding::detail::few_ulps<Real>;
template <class Real>
inline constexpr Real smallest_sure = rounding::detail::well_normal<Real> / few_units<Real>;

/// Which segments have a farthest point whose distance is > tolerance, and for which of them the rank alone decides.
template <class Real>
struct wide_verdict {
  using truth = typename rounding::wide<Real>::truth;
  truth exceeds, sure;
};

/// square: the rank, squared unless it is a square; run: what `square` is divided by for the squared distance, 0 where
/// the chord ranks by another formula. The verdict is sure where `square` differs from t = run tolerance^2 by more than
/// `unsure`, which is 32 u t or more, and no operand came near underflow: a square well above that exceeds any t near
/// it.
template <class Real>
wide_verdict<Real> decide_by_square(rounding::wide<Real> const& square, rounding::wide<Real> const& run,
                                    rounding::wide<Real> const& t, rounding::wide<Real> const& unsure) {
  using wide = rounding::wide<Real>;
  const auto above = max(add(t, unsure), 2 * smallest_sure<Real>) < square;
  const auto below = (square < sub(t, unsure)) & (wide::of(smallest_sure<Real>) < t);
  const auto exact =
      (wide::of(rounding::detail::well_normal<Real>) < run) & (t < wide::of(rounding::detail::largest<Real> / 4));
  return {above, (above | below) & exact};
}

template <class Real>
wide_verdict<Real> decide_by_square(rounding::wide<Real> const& square, rounding::wide<Real> const& run,
                                    Real tolerance) {
  const auto t = mul(tolerance * tolerance, run);
  return decide_by_square(square, run, t, mul(few_units<Real>, t));
}

template <class Real, int D>
wide_verdict<Real> decide_by_rank(line_distance::chord<point<rounding::wide<Real>, D>> const& chords,
                                  rounding::wide<Real> const& rank, Real tolerance) {
  return decide_by_square(D == 3 ? rank : square(rank), detail::dot(chords.d, chords.d), tolerance);
}

template <class Real, int D>
wide_verdict<Real> decide_by_rank(vertical_distance::chord<point<rounding::wide<Real>, D>> const& chords,
                                  rounding::wide<Real> const& rank, Real tolerance) {
  return decide_by_square(D == 3 ? rank : square(rank), square(chords.d[0]), tolerance);
}

/// segment_distance::chord::exceeds() derives what is unsure.
template <class Real, int D>
wide_verdict<Real> decide_by_rank(segment_distance::chord<point<rounding::wide<Real>, D>> const& chords,
                                  rounding::wide<Real> const& rank, Real tolerance) {
  using wide = rounding::wide<Real>;
  const wide run = detail::dot(chords.d, chords.d), t = mul(tolerance * tolerance, run);
  const wide by_ends = mul(chords.end, add(wide::of(tolerance), mul(few_units<Real>, chords.end)));
  return decide_by_square(rank, run, t, mul(few_units<Real>, add(t, by_ends)));
}

template <class Real>
wide_verdict<Real> decide_by_rank(great_ellipse_distance::chord<point<rounding::wide<Real>, 3>> const& chords,
                                  rounding::wide<Real> const& rank, Real tolerance) {
  return decide_by_square(rank, chords.run, tolerance);
}

} // namespace thrustline::cpu
