// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/executor.hpp>

namespace thrustline {

/// View of a batch of series in one flat array; owns and copies nothing.
///
/// Series s has the points [offsets[s], offsets[s + 1]); a series may be empty. A point has D coordinates, stored
/// x0 y0 x1 y1 ... For D = 1 a point is a value, and its index in the flat array is its abscissa. Coordinates and
/// offsets lie in the same kind of memory.
template <class Real, int D>
struct polylines {
  static_assert(D >= 1 && D <= 3, "points have 1, 2 or 3 coordinates");

  const Real* coordinates = nullptr;     ///< points * D values
  std::int64_t points = 0;               ///< points in the flat array, all series together
  const std::int64_t* offsets = nullptr; ///< series + 1 values from 0 to points, never decreasing; null: one series
  std::int64_t series = 0;
  memory where = memory::host;

  polylines() = default;

  polylines(const Real* coordinates, std::int64_t points, const std::int64_t* offsets, std::int64_t series,
            memory where = memory::host)
      : coordinates(coordinates), points(points), offsets(offsets), series(series), where(where) {}
};

/// View of one series.
template <class Real, int D>
struct polyline : polylines<Real, D> {
  polyline(const Real* coordinates, std::int64_t points, memory where = memory::host)
      : polylines<Real, D>(coordinates, points, nullptr, 1, where) {}
};

/// View of one series of values against their index.
template <class Real>
using series = polyline<Real, 1>;

} // namespace thrustline
