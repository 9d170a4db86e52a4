// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "simplify/flow/prepared.hpp"
#include "simplify/flow/series_ends.hpp"

/// Series with pins as pieces: two neighbours among the ends and pins of a series are the ends of a piece. Neighbouring
/// pieces share a point. Engines know pieces as series.
namespace thrustline::flow {

/// Sets the flag of each point that is pinned and valid.
template <class Real, int D>
struct flag_pin {
  const point<Real, D>* points;
  const std::uint8_t* pins;
  bool skip; ///< false: every point is known to be valid
  validity<Real, D> valid;
  std::uint8_t* flags;
  THRUSTLINE_HD void operator()(std::int64_t i) const { flags[i] = pins[i] && (!skip || valid(points[i])) ? 1 : 0; }
};

/// Sets the flags of the ends of a series.
struct flag_ends {
  std::uint8_t* flags;
  THRUSTLINE_HD void operator()(std::int64_t, std::int64_t first, std::int64_t last) const {
    if (first <= last)
      flags[first] = flags[last] = 1;
  }
};

/// Flagged points, ascending, as the ends of pieces. Where an entry and the next one belong to different series, the
/// piece is the point alone: engines learn from pieces which points are ends.
template <class Index, class Mark>
struct begin_piece {
  const std::int64_t* flagged;
  std::int64_t count;
  const std::int64_t* offsets;
  std::int64_t series;
  chord_ends<Index>* ends;
  Mark* marks;
  Mark mark;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t first = flagged[j];
    marks[first] = mark;
    if (j + 1 == count)
      return;
    const std::int64_t last = flagged[j + 1], end_of_series = offsets[count_below(offsets, series + 1, first + 1)];
    if (last < end_of_series)
      ends[j] = {static_cast<Index>(first), static_cast<Index>(last)};
    else
      ends[j] = {static_cast<Index>(first), static_cast<Index>(first)};
  }
};

/// Writes the count - 1 pieces and marks their ends.
template <class Policy, class Index, class Mark>
void begin_pieces(Policy const& policy, begin_piece<Index, Mark> const& begin) {
  detail::for_each_index(policy, begin.count, begin);
}

/// Flags the ends and the pins of every series. Returns their number, for which it waits.
template <class Policy, class Real, int D>
std::int64_t flag_ends_and_pins(Policy const& policy, batch<Real, D> const& lines, const std::uint8_t* pins, bool skip,
                                validity<Real, D> const& valid, std::uint8_t* flags) {
  detail::for_each_index(policy, lines.count, flag_pin<Real, D>{lines.points, pins, skip, valid, flags});
  find_series_ends(policy, lines, skip, valid, flag_ends{flags});
  return count_mask(policy, flags, lines.count);
}

} // namespace thrustline::flow
