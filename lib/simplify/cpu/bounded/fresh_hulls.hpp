// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/cpu/bounded/box_hulls.hpp"
#include "simplify/cpu/bounded/recurrences.hpp"

namespace thrustline::cpu {

/// The convex hulls of boxes without the points that occurred a short while before, for lines that return to one place
/// amid others that do not recur. Where that place is the farthest from a chord, its rank ties in nearly all hulls of
/// box_hulls, and a bound with a margin cannot tell a tie from a farther point.
///
/// A point of the box of 256 points that begins at b is left out if an equal one precedes it at b - 256 or behind. In a
/// segment whose first end is in front of b - 256, that one is inside, too. It comes first, so it wins the tie.
template <class Real, int D>
class fresh_hulls : public box_hulls<Real, D> {
public:
  explicit fresh_hulls(series_points<Real, D> const& series)
      : box_hulls<Real, D>(series, [last = last_occurrences<Real, D>(series)](std::int64_t i) mutable {
          return last.replace(i) < i - i % before - before;
        }) {}

  /// Whether the hull of a box, or of 16 and so on, that begins at `begin` bounds all points of a segment that are
  /// needed there.
  static bool serves(std::int64_t begin, std::int64_t first) { return first < begin - before; }

private:
  static constexpr std::int64_t before = box_hulls<Real, D>::least_points;
};

} // namespace thrustline::cpu
