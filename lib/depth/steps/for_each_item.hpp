// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <thrustline/detail/for_each_index.hpp>

namespace thrustline::depth::detail {

/// Calls body(i) for 0 <= i < n, in any order. As for_each_index(), but each body does the work of hundreds of pixels,
/// so that even few of them are spread over all cores.
template <class Policy, class Body>
void for_each_item(Policy const& policy, std::int64_t n, Body body) {
  if constexpr (thrustline::detail::is_cuda<Policy>)
    thrustline::detail::for_each_index(policy, n, body);
  else
    thrust::for_each_n(policy, thrust::counting_iterator<std::int64_t>(0), n, body);
}

} // namespace thrustline::depth::detail
