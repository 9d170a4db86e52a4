// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cpu/wide_numbers.hpp"
#include "core/cpu/wide_search.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {

/// The result of farthest_from_chord() for all points inside the chain from point `first` to point `last`, of `count`
/// points that may be read. Ranks several points of a short chain at once.
template <class Real, int D, class Chord>
farthest_point<Real> farthest_inside(const point<Real, D>* points, std::int64_t count, std::int64_t first,
                                     std::int64_t last, Chord const& chord) {
  using wide = rounding::wide<Real>;
  constexpr std::int64_t most_steps = 4 * wide::size;
  if (last - first > most_steps || first + most_steps >= count)
    return farthest_from_chord(points, first, first + 1, last, chord);
  const auto steps = static_cast<std::int32_t>(last - first);
  const auto [rank, step] = farthest_of_wide<Real>(steps, wide_blocks<Real>(steps - 1), chord, [&](std::int32_t k) {
    Real coordinates[D][wide::size];
    for (int i = 0; i < wide::size; ++i)
      for (int d = 0; d < D; ++d)
        coordinates[d][i] = points[first + k + i][d];
    point<wide, D> several{};
    for (int d = 0; d < D; ++d)
      several[d] = wide::load(coordinates[d]);
    return several;
  });
  return {rank, first + step};
}

} // namespace thrustline::cpu
