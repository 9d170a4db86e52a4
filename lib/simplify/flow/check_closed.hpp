// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/ring_starts.hpp"

namespace thrustline::flow {

/// Whether the last point of series s does not repeat the first, although the series is a ring.
template <class Real>
struct is_unclosed {
  ring_layout layout;
  ordered_rows<Real> rows;
  THRUSTLINE_HD bool operator()(std::int64_t s) const {
    return layout.repeats_first(s) && rows.compare(layout.offsets[s], layout.offsets[s + 1] - 1) != 0;
  }
};

/// Throws for the first ring that is not closed. One pass over the series and one wait, where rings() are given; their
/// offsets have been checked.
template <class Policy, class Real, int D>
void check_closed(Policy const& policy, call_input<Real, D> const& input) {
  if (input.options.closed() || !input.rings)
    return;
  const ring_layout layout = layout_of(input);
  const ordered_rows<Real> rows(input.lines.points, skips_invalid(input.options), validity_by<Real, D>(input.options));
  const std::int64_t s = first_bad(policy, layout.series, is_unclosed<Real>{layout, rows});
  if (s < layout.series)
    throw invalid_argument("rings", "series " + std::to_string(s) + " is a ring, but its last point, " +
                                        std::to_string(detail::read_back(policy, layout.offsets + s + 1) - 1) +
                                        ", is not its first, " +
                                        std::to_string(detail::read_back(policy, layout.offsets + s)));
}

} // namespace thrustline::flow
