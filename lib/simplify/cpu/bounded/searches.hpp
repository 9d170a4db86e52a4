// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cpu/wide_vectors.hpp"
#include "simplify/cpu/bounded/farthest_by_boxes.hpp"
#include "simplify/cpu/bounded/farthest_by_hulls.hpp"

/// The searches behind farthest.hpp, and the making of their aids.
namespace thrustline::cpu {

/// Shorter segments are searched by boxes: those of 256 points would prune little.
inline constexpr std::int64_t least_for_hulls = 4096;

template <class Real, int D, class Chord>
farthest_found<Real> farthest(boxed_points<Real, D> const& series, std::int64_t first, std::int64_t last,
                              Chord const& chord, Real harmless) {
  if constexpr (D < 3) {
    box_hulls<Real, D> const* const hulls = series.aids->hulls();
    if (hulls && hulls->levels() > 0 && last - first > least_for_hulls)
      return in_wide_vectors(
          [&] { return search_by_hulls<Real, D, Chord>(series, *hulls, first, last, chord, harmless).farthest(); });
  }
  return in_wide_vectors(
      [&] { return search_by_boxes<Real, D, Chord>(series, first, last, chord, harmless).farthest(); });
}

template <class Real, int D>
void search_aids<Real, D>::make_missing([[maybe_unused]] search_work const& work) {
  if constexpr (D > 1)
    recurring_.make(series_);
  if constexpr (D < 3)
    if (work.in_long > most_in_long * series_.count && box_hulls<Real, D>::takes(series_.count))
      hulls_.make(series_);
  if constexpr (D == 2)
    if (work.in_long > most_by_hulls * series_.count && hulls() && hulls()->levels() > 0)
      fresh_.make(series_);
}

} // namespace thrustline::cpu
