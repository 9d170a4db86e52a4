// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "simplify/cpu/bounded/engine_members.hpp"

namespace thrustline::cpu {

/// Outcome for significance: each cut is marked with the least distance on its path, its own included. All engines
/// split where the computed distance is > tolerance, so one comparison with the mark gives their answer.
template <class Real>
struct significance_outcome {
  using mark = Real;

  static constexpr bool decides_alone = false;

  struct path {
    Real least = std::numeric_limits<Real>::infinity();
  };

  struct examined {
    bool splits;
    mark value;
    path below;
  };

  template <class Chord, class P>
  static examined examine(Chord const& chord, Real, P const& p, std::int64_t step, Real tolerance, path const& above) {
    const Real distance = chord.distance(p, step);
    const Real least = distance < above.least ? distance : above.least;
    return {distance > tolerance, least, {least}};
  }

  /// m = value if `splits`.
  static void set(mark& m, bool splits, mark value) { m = splits ? value : m; }
};

template <class Real, int D>
std::int64_t significance_engine<Real, D>::significance(series_points<Real, D> const& series, listed_ends const& ends,
                                                        flow::tolerance_of_point<Real> const& tolerance, metric by,
                                                        Real* values) {
  return this->template run<significance_outcome<Real>>(series, ends, tolerance, by, values);
}

} // namespace thrustline::cpu
