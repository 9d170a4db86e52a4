// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/kept_lists.hpp"

namespace thrustline::flow {

struct flag_of_mask {
  const std::uint8_t* mask;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return mask[i] ? 1 : 0; }
};

/// Lists the kept points; keys[i]: the index in `kept` of the last kept point up to i. Returns their number.
template <class Policy>
std::int64_t list_kept_and_keys(Policy const& policy, const std::uint8_t* mask, std::int64_t n, std::int64_t* kept,
                                std::int64_t* keys) {
  const std::int64_t count = list_indices(policy, n, is_kept{mask}, kept);
  keys_from_head_flags(policy, tabulated(flag_of_mask{mask}), n, keys);
  return count;
}

} // namespace thrustline::flow
