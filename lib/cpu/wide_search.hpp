// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "cpu/wide_numbers.hpp" // before the metrics
#include <thrustline/geometry/point.hpp>

/// The search for the farthest point of a segment that lies in the cache, several points at once.
namespace thrustline::cpu {

/// A point of a segment: its rank and its step from the first end. A rank below 0: none.
template <class Real>
struct far_step {
  Real rank;
  std::int32_t step;
};

/// The farthest point inside a segment of so many steps, the first among equals. wide_at(k): wide::size points from
/// the k-th of the segment on, where all up to the last of the vector may be read; invalid ones have NaN coordinates.
template <class Real, class Chord, class WideAt>
far_step<Real> farthest_of_wide(std::int32_t steps, Chord const& chord, WideAt const& wide_at) {
  using wide = rounding::wide<Real>;
  const wide end = wide::of(static_cast<Real>(steps));
  wide best = wide::of(Real(-1)), at_step = wide::of(Real(0));
  wide step = wide::counting_from(Real(1));
  for (std::int32_t k = 1; k < steps; k += wide::size) {
    const wide ranks = chord.rank(wide_at(k), step);
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
