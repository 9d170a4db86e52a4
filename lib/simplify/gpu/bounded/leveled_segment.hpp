// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/algorithms/detail/open_segments.hpp>

namespace thrustline::gpu {

/// An open segment and its level in the split tree.
template <class Index>
struct leveled_segment {
  detail::chord_ends<Index> ends;
  unsigned level;
};

} // namespace thrustline::gpu
