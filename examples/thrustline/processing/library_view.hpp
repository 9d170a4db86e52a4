// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/polylines.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// f(polylines<double, 1, 2 or 3>) on the points of the dataset.
template <class F>
auto with_lines(dataset const& data, F f) {
  if (data.dimensions == 1)
    return f(
        thrustline::polylines<double, 1>(data.coordinates.data(), data.points(), data.offsets.data(), data.series()));
  if (data.dimensions == 3)
    return f(
        thrustline::polylines<double, 3>(data.coordinates.data(), data.points(), data.offsets.data(), data.series()));
  return f(
      thrustline::polylines<double, 2>(data.coordinates.data(), data.points(), data.offsets.data(), data.series()));
}

} // namespace thrustline_program
