// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <cub/device/device_radix_sort.cuh>

#include "core/flow/tabulated.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/gpu/keep_greatest.hpp"
#include <thrustline/detail/reduce.hpp>
#include <thrustline/detail/scan.hpp>
#include <thrustline/detail/tabulate_output.hpp>
#include <thrustline/detail/temporary.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

namespace thrustline::gpu {

/// 1 for each value of at least `least`.
template <class Real>
struct is_at_least {
  const Real* values;
  Real least;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return values[i] >= least ? 1 : 0; }
};

template <class Real>
struct is_equal {
  const Real* values;
  Real to;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return values[i] == to ? 1 : 0; }
};

/// Marks the values above `least` and the first `equals` of those that equal it.
template <class Real>
struct mark_greatest {
  const Real* values;
  Real least;
  std::int64_t equals;
  std::uint8_t* mask;
  THRUSTLINE_HD void operator()(std::int64_t i, std::int64_t equals_before) const {
    mask[i] = values[i] > least || (values[i] == least && equals_before < equals);
  }
};

template <class Real>
struct value_if_left_out {
  const Real* values;
  const std::uint8_t* mask;
  THRUSTLINE_HD Real operator()(std::int64_t i) const { return mask[i] ? Real(0) : values[i]; }
};

template <class Real>
detail::kept_greatest<Real> keep_greatest_on_cuda<Real>::run(device_policy const& policy, const Real* values,
                                                             std::int64_t n, std::int64_t count, std::uint8_t* mask) {
  const auto count_at_least = [&](Real least) { return flow::sum_over(policy, n, is_at_least<Real>{values, least}); };
  constexpr Real smallest = std::numeric_limits<Real>::denorm_min(), largest = std::numeric_limits<Real>::max();
  const std::int64_t infinite = count_at_least(std::numeric_limits<Real>::infinity());
  const std::int64_t wanted = std::min(std::max(count, infinite), count_at_least(smallest));

  // The least value that is kept, and how many of its equals are.
  Real least = std::numeric_limits<Real>::infinity();
  std::int64_t equals = wanted;
  if (wanted > infinite) {
    detail::temporary<Real, device_policy> sorted(policy, n);
    detail::call_cub(policy, "cub::DeviceRadixSort", [&](void* storage, std::size_t& bytes, cudaStream_t stream) {
      return cub::DeviceRadixSort::SortKeysDescending(storage, bytes, values, sorted.data(), n, 0, 8 * sizeof(Real),
                                                      stream);
    });
    least = detail::read_back(policy, sorted.data() + (wanted - 1));
    equals = least < largest ? wanted - count_at_least(std::nextafter(least, largest)) : wanted - infinite;
  }
  detail::scan<false>(policy, flow::tabulated(is_equal<Real>{values, least}), n,
                      detail::tabulate_output(mark_greatest<Real>{values, least, equals, mask}), std::int64_t(0),
                      detail::plus<std::int64_t>{});
  const Real left_out = detail::reduce<Real>(policy, flow::tabulated(value_if_left_out<Real>{values, mask}), n, Real(0),
                                             detail::maximum<Real>{});
  return {wanted, left_out};
}

} // namespace thrustline::gpu
