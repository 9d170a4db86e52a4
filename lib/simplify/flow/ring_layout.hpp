// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/prepared.hpp"

namespace thrustline::flow {

/// Which series of a batch are rings, and where their points are. A place is a point of a ring, without the last one
/// where that repeats the first. In the opened copy of a batch a ring is an open series: all places from the start on,
/// and a closing point that is a copy of the start.
struct ring_layout {
  const std::int64_t* offsets;
  std::int64_t points, series;
  const std::uint8_t* rings; ///< null: all series are rings, and none repeats its first point

  THRUSTLINE_HD std::int64_t size(std::int64_t s) const { return offsets[s + 1] - offsets[s]; }
  THRUSTLINE_HD bool is_ring(std::int64_t s) const { return !rings || rings[s]; }
  THRUSTLINE_HD bool repeats_first(std::int64_t s) const { return rings && rings[s] && size(s) > 1; }
  THRUSTLINE_HD std::int64_t places(std::int64_t s) const { return size(s) - (repeats_first(s) ? 1 : 0); }

  /// The first point of series s in the opened copy.
  THRUSTLINE_HD std::int64_t opened(std::int64_t s) const { return offsets[s] + (rings ? 0 : s); }
  THRUSTLINE_HD std::int64_t opened_size(std::int64_t s) const { return size(s) + (rings ? 0 : 1); }
  std::int64_t opened_points() const { return points + (rings ? 0 : series); }

  /// Whether the last point of a series in the opened copy closes a ring.
  THRUSTLINE_HD bool has_closing(std::int64_t s) const { return is_ring(s) && opened_size(s) > places(s); }
};

template <class Real, int D>
ring_layout layout_of(call_input<Real, D> const& input) {
  return {input.lines.offsets, input.lines.count, input.lines.series, input.options.closed() ? nullptr : input.rings};
}

/// Whether some series may be rings.
template <class Real, int D>
bool has_rings(call_input<Real, D> const& input) {
  return input.options.closed() || input.rings;
}

/// Whether the kept points of rings change once they are known.
inline bool finishes_rings(simplify_options const& options) {
  return options.drop_superfluous_start() || options.ring_minimum() != ring_minimum::none;
}

/// Whether rings have to be opened at a place of their own. Where they do not, the series of a ring that repeats its
/// first point is the opened ring. Opening also makes a pin on the last point one on the first, which finishing reads.
template <class Real, int D>
bool needs_opening(call_input<Real, D> const& input) {
  simplify_options const& options = input.options;
  return options.closed() || (input.rings && (options.ring_start() != ring_start::first || skips_invalid(options) ||
                                              (input.pins && finishes_rings(options))));
}

} // namespace thrustline::flow
