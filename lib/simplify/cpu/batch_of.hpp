// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/prepared.hpp"

namespace thrustline::cpu {

/// `lines` as a batch; `whole` serves as the offsets of a single series.
template <class Real, int D>
flow::batch<Real, D> batch_of(polylines<Real, D> const& lines, const std::int64_t (&whole)[2]) {
  return {reinterpret_cast<const point<Real, D>*>(lines.coordinates), lines.points,
          lines.offsets ? lines.offsets : whole, lines.series};
}

} // namespace thrustline::cpu
