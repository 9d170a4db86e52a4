// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/detail/functors.hpp>
#include <thrustline/detail/reduce.hpp>

namespace thrustline::flow {

/// Iterator over f(0), f(1), f(2), ...
template <class F>
auto tabulated(F f) {
  return thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), f);
}

/// The sum of f(i) for 0 <= i < n. Waits for it.
template <class Policy, class F>
std::int64_t sum_over(Policy const& policy, std::int64_t n, F f) {
  return detail::reduce<std::int64_t>(policy, tabulated(f), n, std::int64_t(0), detail::plus<std::int64_t>{});
}

} // namespace thrustline::flow
