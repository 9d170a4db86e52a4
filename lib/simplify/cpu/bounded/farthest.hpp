// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/cpu/bounded/box_tree.hpp"
#include "simplify/cpu/bounded/search_aids.hpp"

/// Interface of the search for the farthest point of a long segment. It is compiled apart from what calls it, once for
/// each type of points and metric: searches.cpp.in.
namespace thrustline::cpu {

/// All points of a call, with their boxes.
template <class Real, int D>
struct boxed_points : series_points<Real, D> {
  box_tree<Real, D> const* boxes; ///< null where no series is long
  search_aids<Real, D>* aids;

  boxed_points(series_points<Real, D> const& series, box_tree<Real, D> const* made, search_aids<Real, D>* aids)
      : series_points<Real, D>(series), boxes(made), aids(aids) {}
};

/// The farthest point of a segment.
template <class Real>
struct farthest_found {
  Real rank;
  std::int64_t index;   ///< -1: all points are harmless
  std::int64_t ranked;  ///< number of points that were ranked
  std::int64_t bounded; ///< number of boxes that were bounded
};

/// Searches a segment. harmless: points of at most this rank need not be found.
template <class Real, int D, class Chord>
farthest_found<Real> farthest(boxed_points<Real, D> const& series, std::int64_t first, std::int64_t last,
                              Chord const& chord, Real harmless);

} // namespace thrustline::cpu
