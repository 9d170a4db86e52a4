// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cpu/wide_search.hpp"
#include "topology/cpu/chain_boxes.hpp"
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {

/// The result of farthest_from_chord() for all points inside a chain. `count` points may be read. Ranks several points
/// at once where a chain has a few, as most chains of a map do.
template <class Real, int D, class Chord>
farthest_point<Real> farthest_inside(const point<Real, D>* points, std::int64_t count, point_range const& chain,
                                     Chord const& chord) {
  using wide = rounding::wide<Real>;
  constexpr std::int64_t most = 4 * wide::size; // inside
  const auto [first, last] = chain;
  if (last - first > most || first + most >= count)
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
