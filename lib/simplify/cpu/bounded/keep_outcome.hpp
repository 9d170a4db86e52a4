// SPDX-License-Identifier: MIT
#pragma once

#include "simplify/cpu/bounded/engine_members.hpp"

namespace thrustline::cpu {

/// Outcome for a mask: cuts are marked with 1.
///
/// An outcome decides whether a segment splits at its farthest point, which mark that point gets, and what the halves
/// inherit.
template <class Real>
struct keep_outcome {
  using mark = std::uint8_t;

  /// Whether examine() only compares the distance with the tolerance, the mark is 1 and the halves inherit nothing:
  /// segments of few points are then split without it.
  static constexpr bool decides_alone = true;

  struct path {};

  struct examined {
    bool splits;
    mark value;
    path below;
  };

  template <class Chord, class P>
  static examined examine(Chord const& chord, Real rank, P const& p, std::int64_t step, Real tolerance, path const&) {
    return {thrustline::detail::exceeds(chord, rank, p, step, tolerance), 1, {}};
  }

  /// m = value if `splits`, without a branch.
  static void set(mark& m, bool splits, mark value) { m = static_cast<mark>(m | (splits & value)); }
};

template <class Real, int D>
std::int64_t bounded_engine<Real, D>::simplify(series_points<Real, D> const& series, listed_ends const& ends,
                                               flow::tolerance_of_point<Real> const& tolerance, metric by,
                                               std::uint8_t* mask) {
  return this->template run<keep_outcome<Real>>(series, ends, tolerance, by, mask);
}

} // namespace thrustline::cpu
