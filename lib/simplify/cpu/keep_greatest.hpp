// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "core/threads.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::cpu {

/// Marks the `count` greatest of n values > 0, the first among equals, and all infinite ones. `some`: memory for a copy
/// of the values > 0.
template <class Real>
detail::kept_greatest<Real> keep_greatest(const Real* values, std::int64_t n, std::int64_t count,
                                          std::uint8_t* keep_mask, std::vector<Real>& some) {
  const auto significant = [](Real value) { return value > 0; };
  some.clear();
  some.reserve(static_cast<std::size_t>(std::count_if(values, values + n, significant)));
  std::copy_if(values, values + n, std::back_inserter(some), significant);
  const auto infinite = std::count_if(some.begin(), some.end(), [](Real value) { return std::isinf(value); });
  const auto wanted = std::min(std::max(count, static_cast<std::int64_t>(infinite)), std::int64_t(some.size()));
  std::fill_n(keep_mask, n, std::uint8_t(0));
  if (wanted > 0) {
    const auto last = some.begin() + (wanted - 1);
    std::nth_element(some.begin(), last, some.end(), std::greater<Real>());
    const Real least = *last;
    std::int64_t equals = std::count(some.begin(), last + 1, least);
    for (std::int64_t i = 0; i < n; ++i)
      keep_mask[i] = values[i] > least || (values[i] == least && equals-- > 0);
  }
  Real left_out = 0;
  for (std::int64_t i = 0; i < n; ++i)
    left_out = keep_mask[i] ? left_out : std::max(left_out, values[i]);
  return {wanted, left_out};
}

/// Marks the greatest values of each series: wanted(s) of series s, otherwise as keep_greatest(). values: those of all
/// series.
template <class Real, class Wanted>
detail::kept_greatest<Real> keep_greatest_of_each(int threads, const Real* values, const std::int64_t* offsets,
                                                  std::int64_t series, Wanted const& wanted, std::uint8_t* keep_mask) {
  constexpr std::int64_t task_points = 1 << 14;
  std::vector<std::int64_t> firsts{0}; // first series of each task, and the end
  for (std::int64_t s = 0, begin = 0; s < series; ++s)
    if (offsets[s + 1] + s - begin >= task_points || s + 1 == series) { // an empty series takes some time, too
      firsts.push_back(s + 1);
      begin = offsets[s + 1] + s;
    }
  const auto tasks = static_cast<std::int64_t>(firsts.size()) - 1;
  std::vector<detail::kept_greatest<Real>> kept(static_cast<std::size_t>(tasks));
  std::vector<std::vector<Real>> some(static_cast<std::size_t>(threads));
  threads::parallel_for(threads, tasks, [&](std::int64_t k, int worker) {
    const auto task = static_cast<std::size_t>(k);
    detail::kept_greatest<Real> total{0, Real(0)};
    for (std::int64_t s = firsts[task]; s < firsts[task + 1]; ++s) {
      const std::int64_t begin = offsets[s];
      const detail::kept_greatest<Real> one = keep_greatest(values + begin, offsets[s + 1] - begin, wanted(s),
                                                            keep_mask + begin, some[static_cast<std::size_t>(worker)]);
      total = {total.count + one.count, std::max(total.greatest_left_out, one.greatest_left_out)};
    }
    kept[task] = total;
  });
  detail::kept_greatest<Real> all{0, Real(0)};
  for (detail::kept_greatest<Real> const& one : kept)
    all = {all.count + one.count, std::max(all.greatest_left_out, one.greatest_left_out)};
  return all;
}

} // namespace thrustline::cpu
