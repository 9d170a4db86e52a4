// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/metrics.hpp>

// No container and no function of the standard library here: this header is also compiled for another processor.
namespace thrustline::test {

/// Writes for chord i: out[2 i] = rank, out[2 i + 1] = distance. points: for each chord the first end, the
/// last end and the point, D values each. steps: for each chord those of the point and of the last end.
template <class Real, int D, class Metric>
THRUSTLINE_HD void evaluate_chord(std::int64_t i, const Real* points, const std::int64_t* steps, Real* out) {
  point<Real, D> first{}, last{}, inside{};
  for (int d = 0; d < D; ++d) {
    first[d] = points[3 * D * i + d];
    last[d] = points[3 * D * i + D + d];
    inside[d] = points[3 * D * i + 2 * D + d];
  }
  const auto chord = Metric{}(first, last, steps[2 * i + 1]);
  out[2 * i] = chord.rank(inside, steps[2 * i]);
  out[2 * i + 1] = chord.distance(inside, steps[2 * i]);
}

template <class Real, int D, class Metric>
void evaluate_chords(std::int64_t count, const Real* points, const std::int64_t* steps, Real* out) {
  for (std::int64_t i = 0; i < count; ++i)
    evaluate_chord<Real, D, Metric>(i, points, steps, out);
}

} // namespace thrustline::test
