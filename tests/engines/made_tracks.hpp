// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/geometry/point.hpp>

#include "batch.hpp"
#include "random_numbers.hpp"
#include "sanitized.hpp"

/// Tracks of vehicles: x, y, t.
namespace thrustline::test {

template <class Real>
std::vector<point<Real, 3>> points_of_tracks(batch<Real, 3> const& tracks) {
  std::vector<point<Real, 3>> points;
  for (std::int64_t i = 0; i < tracks.points(); ++i)
    points.push_back({{tracks.coordinates[3 * i], tracks.coordinates[3 * i + 1], tracks.coordinates[3 * i + 2]}});
  return points;
}

/// Tracks of x, y, t, with stops and equal times.
template <class Real>
batch<Real, 3> made_tracks(std::uint64_t seed) {
  random_numbers numbers(seed);
  batch<Real, 3> tracks;
  for (std::int64_t n : {0, 1, 2, 3, 40, 300, 1000, sanitized ? 2000 : 6000}) {
    std::vector<Real> made;
    double x = 0, y = 0, t = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const bool stands = numbers.below(5) == 0;
      x += stands ? 0 : std::round(20 * numbers.uniform());
      y += stands ? 0 : std::round(20 * numbers.uniform()) - 10;
      t += static_cast<double>(numbers.below(4));
      made.insert(made.end(), {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(t)});
    }
    tracks.add(made);
  }
  return tracks;
}

} // namespace thrustline::test
