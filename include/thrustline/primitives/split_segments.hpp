// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/primitives/head_flags_keys_offsets.hpp>

namespace thrustline {
namespace detail {

template <class Positions, class Flags, class Index>
struct set_head {
  Positions positions;
  Flags flags;
  THRUSTLINE_HD void operator()(Index i) const { flags[positions[i]] = 1; }
};

} // namespace detail

/// Begins a new segment at each of `count` positions in [0, n): sets their head flags and rebuilds the keys and offsets
/// of the n items from the flags (Cebrian & Moure 2020, section 4.3: "detecting the boundaries between segments").
///
/// positions: in any order; repeats and existing heads are allowed. head_flags: read and written. keys: n values.
/// offsets: one value for each of the new segments, keys[n - 1] + 1 of them, and the end. Work: O(count + n).
template <class Policy, class Positions, class Index, class Flags, class Keys, class Offsets>
void split_segments(Policy const& policy, Positions positions, Index count, Index n, Flags head_flags, Keys keys,
                    Offsets offsets) {
  detail::for_each_index(policy, count, detail::set_head<Positions, Flags, Index>{positions, head_flags});
  if constexpr (detail::is_cuda<Policy>) {
    keys_from_head_flags(policy, head_flags, n, keys);
    offsets_from_keys(policy, keys, n, offsets);
  } else if (n > 0) {
    detail::for_each_range_from(
        policy, n, Index(0), detail::heads_in_range<Flags, Index>{head_flags}, detail::plus<Index>{},
        detail::layout_of_flag_range<Flags, Index, Keys, Offsets>{head_flags, n, keys, offsets});
  }
}

} // namespace thrustline
