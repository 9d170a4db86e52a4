// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::detail {

/// First and last point of a segment.
template <class Index>
struct chord_ends {
  Index first, last;
};

} // namespace thrustline::detail
