// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/cpu/wide_vectors.hpp"
#include "topology/cpu/plane.hpp"
#include "topology/flow/hilbert_code.hpp"

namespace thrustline::cpu {

/// The cells that points are in: (point - low) * scale, rounded down.
struct curve_cells {
  plane_point low, scale;
};

/// Calls f(k, code) for k in [begin, end) with the cell's position of point_of(k) along a space-filling curve (Hilbert
/// 1891), several at once. Word: unsigned; a coordinate of a cell has half of its bits.
template <class Word, class PointOf, class F>
void for_each_code(curve_cells const& cells, std::size_t begin, std::size_t end, PointOf const& point_of, F const& f) {
  typedef Word words __attribute__((vector_size(32)));
  constexpr std::size_t together = sizeof(words) / sizeof(Word);
  in_wide_vectors([&] {
    for (std::size_t first = begin; first < end; first += together) {
      const std::size_t count = std::min(together, end - first);
      words x{}, y{};
      for (std::size_t k = 0; k < count; ++k) {
        plane_point const& p = point_of(first + k);
        x[k] = static_cast<Word>((p[0] - cells.low[0]) * cells.scale[0]);
        y[k] = static_cast<Word>((p[1] - cells.low[1]) * cells.scale[1]);
      }
      const words codes = flow::hilbert_code(x, y, 4 * sizeof(Word));
      for (std::size_t k = 0; k < count; ++k)
        f(first + k, codes[k]);
    }
  });
}

} // namespace thrustline::cpu
