// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "batch.hpp"
#include "device_array.hpp"

namespace thrustline::test {

/// A batch whose arrays lie on the device.
template <class Real, int D>
struct device_batch {
  device_array<Real> coordinates;
  device_array<std::int64_t> offsets;
  std::int64_t points, series;

  explicit device_batch(batch<Real, D> const& host)
      : coordinates(host.coordinates), offsets(host.offsets), points(host.points()), series(host.series()) {}

  polylines<Real, D> view() const { return {coordinates.data(), points, offsets.data(), series, memory::device}; }
};

} // namespace thrustline::test
