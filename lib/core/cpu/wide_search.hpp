// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "core/cpu/wide_numbers.hpp"
#include <thrustline/geometry/point.hpp>

/// The search for the farthest point of a segment that lies in the cache, several points at once.
namespace thrustline::cpu {

/// The rank of a segment's point and its step from the first end. A rank below 0 stands for no point.
template <class Real>
struct far_step {
  Real rank;
  std::int32_t step;
};

/// The number of wide numbers that hold these points.
template <class Real>
constexpr int wide_blocks(std::int32_t points) {
  return (points + rounding::wide<Real>::size - 1) / rounding::wide<Real>::size;
}

/// The farthest point inside a segment, the first among equals. steps: from the first end to the last; blocks:
/// wide_blocks(steps - 1) or more; wide_at(k): the points from the k-th on that fill a wide number. Invalid points have
/// NaN coordinates; points behind the segment do not count.
template <class Real, class Chord, class WideAt>
far_step<Real> farthest_of_wide(std::int32_t steps, int blocks, Chord const& chord, WideAt const& wide_at) {
  using wide = rounding::wide<Real>;
  const wide end = wide::of(static_cast<Real>(steps));
  wide best = wide::of(Real(-1)), at_step = wide::of(Real(0));
  wide step = wide::counting_from(Real(1));
  for (int b = 0; b < blocks; ++b) {
    const wide ranks = chord.rank(wide_at(1 + wide::size * b), step);
    const auto farther = (best < ranks) & (step < end);
    best = select(farther, ranks, best);
    at_step = select(farther, step, at_step);
    step = {step.a + Real(wide::size), step.b + Real(wide::size)};
  }
  const Real rank = greatest(best);
  return {rank, static_cast<std::int32_t>(
                    least(select(best == wide::of(rank), at_step, wide::of(std::numeric_limits<Real>::max()))))};
}

} // namespace thrustline::cpu
