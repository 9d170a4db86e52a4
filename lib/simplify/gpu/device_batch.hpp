// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "core/offsets_or_whole.hpp"
#include "simplify/flow/prepared.hpp"

namespace thrustline::gpu {

/// The arrays of a batch on the device.
template <class Real, int D>
struct device_batch {
  detail::offsets_or_whole given_offsets;
  device_input<Real, device_policy> coordinates;
  device_input<std::int64_t, device_policy> offsets;
  flow::batch<Real, D> lines;

  device_batch(device_policy const& policy, polylines<Real, D> const& given)
      : given_offsets(given), coordinates(policy, given.coordinates, given.points * D, given.where),
        offsets(policy, given_offsets.data(), given_offsets.count(), given_offsets.where()),
        lines{reinterpret_cast<const point<Real, D>*>(coordinates.data()), given.points, offsets.data(), given.series} {
  }
};

/// All arrays that a call reads, on the device.
template <class Real, int D>
class device_call_arrays {
public:
  device_call_arrays(device_policy const& policy, polylines<Real, D> const& given, simplify_options const& options)
      : batch_(policy, given), tolerances_(policy, options.tolerances(), given.series, given.where),
        pins_(policy, options.pins(), given.points, given.where),
        rings_(policy, options.rings(), given.series, given.where), options_(options) {}

  flow::call_input<Real, D> input() const {
    return {batch_.lines, options_, tolerances_.data(), pins_.data(), rings_.data()};
  }

private:
  device_batch<Real, D> batch_;
  device_input<double, device_policy> tolerances_;
  device_input<std::uint8_t, device_policy> pins_;
  device_input<std::uint8_t, device_policy> rings_;
  simplify_options const& options_;
};

} // namespace thrustline::gpu
