// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "simplify/flow/series_amounts.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::gpu {

/// Selection by significance in each series on a device. It is compiled once for each type.
template <class Real>
struct keep_greatest_of_each_on_cuda {
  /// As cpu::keep_greatest_of_each(); all arrays are on the device, which must be the current one. Waits. Memory: two
  /// keys and two indices for each of the n points, for radix sorts.
  static detail::kept_greatest<Real> run(device_policy const& policy, const Real* values, std::int64_t n,
                                         flow::wanted_of_series const& wanted, std::int64_t series, std::uint8_t* mask);
};

/// The steps on amounts, compiled once.
struct series_amounts_on_cuda {
  static void check(device_policy const& policy, detail::amounts_of_series const& amounts, std::int64_t series);
  static std::int64_t count_wanted(device_policy const& policy, flow::wanted_of_series const& wanted,
                                   std::int64_t series);
};

} // namespace thrustline::gpu
