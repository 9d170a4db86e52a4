// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "simplify/significance_backends.hpp"

namespace thrustline::cpu {

/// Marks the `count` greatest of the values > 0, the first among equals, and all infinite ones. Memory: a copy of the
/// values > 0.
template <class Real>
detail::kept_greatest<Real> keep_greatest(std::vector<Real> const& values, std::int64_t count,
                                          std::uint8_t* keep_mask) {
  const auto significant = [](Real value) { return value > 0; };
  std::vector<Real> some;
  some.reserve(static_cast<std::size_t>(std::count_if(values.begin(), values.end(), significant)));
  std::copy_if(values.begin(), values.end(), std::back_inserter(some), significant);
  const auto infinite = std::count_if(some.begin(), some.end(), [](Real value) { return std::isinf(value); });
  const auto wanted = std::min(std::max(count, static_cast<std::int64_t>(infinite)), std::int64_t(some.size()));
  std::fill_n(keep_mask, values.size(), std::uint8_t(0));
  if (wanted > 0) {
    const auto last = some.begin() + (wanted - 1);
    std::nth_element(some.begin(), last, some.end(), std::greater<Real>());
    const Real least = *last;
    std::int64_t equals = std::count(some.begin(), last + 1, least);
    for (std::size_t i = 0; i < values.size(); ++i)
      keep_mask[i] = values[i] > least || (values[i] == least && equals-- > 0);
  }
  Real left_out = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    left_out = keep_mask[i] ? left_out : std::max(left_out, values[i]);
  return {wanted, left_out};
}

} // namespace thrustline::cpu
