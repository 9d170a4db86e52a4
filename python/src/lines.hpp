// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/polylines.hpp>

#include "arrays.hpp"

namespace thrustline::python {

/// A batch of series in arrays of Python, which it keeps alive.
struct lines {
  array points;  ///< (n,), or (n, D)
  array offsets; ///< (series + 1,); not there: one series
  std::int64_t count = 0, series = 1;
  int dimensions = 1;
  bool is_double = true;
  memory where = memory::host;

  lines(array points, array offsets);

  template <class Real, int D>
  polylines<Real, D> view() const {
    return {static_cast<const Real*>(points.data()), count,
            offsets.is_valid() ? static_cast<const std::int64_t*>(offsets.data()) : nullptr, series, where};
  }
};

/// Returns f(batch) for the batch as polylines of its type and dimension.
template <class F>
auto visit(lines const& batch, F f) {
  if (batch.is_double)
    switch (batch.dimensions) {
    case 1:
      return f(batch.view<double, 1>());
    case 2:
      return f(batch.view<double, 2>());
    default:
      return f(batch.view<double, 3>());
    }
  switch (batch.dimensions) {
  case 1:
    return f(batch.view<float, 1>());
  case 2:
    return f(batch.view<float, 2>());
  default:
    return f(batch.view<float, 3>());
  }
}

} // namespace thrustline::python
