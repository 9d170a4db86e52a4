// SPDX-License-Identifier: MIT
#include "contracting.hpp"

// Renames the library's namespace, so that the linker does not merge this code with that of another file.
#define thrustline thrustline_contracting
#include "evaluate_chords.hpp"
#include <thrustline/geometry/ecef.hpp>
#include <thrustline/geometry/great_ellipse_distance.hpp>
#undef thrustline

namespace {

template <class Real, int D>
void evaluate_metric(int metric, std::int64_t count, const Real* points, const std::int64_t* steps, Real* out) {
  using namespace thrustline_contracting;
  if (metric == 0)
    test::evaluate_chords<Real, D, vertical_distance>(count, points, steps, out);
  else if (metric == 1)
    test::evaluate_chords<Real, D, line_distance>(count, points, steps, out);
  else
    test::evaluate_chords<Real, D, segment_distance>(count, points, steps, out);
}

template <class Real>
void evaluate_any(int metric, int dimensions, std::int64_t count, const Real* points, const std::int64_t* steps,
                  Real* out) {
  if (dimensions == 1)
    evaluate_metric<Real, 1>(metric, count, points, steps, out);
  else if (dimensions == 2)
    evaluate_metric<Real, 2>(metric, count, points, steps, out);
  else
    evaluate_metric<Real, 3>(metric, count, points, steps, out);
}

} // namespace

void contracting::evaluate(int metric, int dimensions, std::int64_t count, const float* points,
                           const std::int64_t* steps, float* out) {
  evaluate_any(metric, dimensions, count, points, steps, out);
}

void contracting::evaluate(int metric, int dimensions, std::int64_t count, const double* points,
                           const std::int64_t* steps, double* out) {
  evaluate_any(metric, dimensions, count, points, steps, out);
}

void contracting::great_ellipse(std::int64_t count, const double* points, const std::int64_t* steps, double* out) {
  using namespace thrustline_contracting;
  test::evaluate_chords<double, 3, great_ellipse_distance>(count, points, steps, out);
}

void contracting::to_ecef(std::int64_t count, const double* degrees, double* space) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto p = thrustline_contracting::to_ecef(degrees[2 * i], degrees[2 * i + 1]);
    for (int k = 0; k < 3; ++k)
      space[3 * i + k] = p[k];
  }
}

void contracting::plain_minors(std::int64_t count, const double* a, const double* b, const double* c, const double* d,
                               double* out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = a[i] * d[i] - b[i] * c[i];
}
