// SPDX-License-Identifier: MIT
#pragma once

#include "core/backend_for.hpp"
#include "core/executor_state.hpp"
#include "simplify/significance_backends.hpp"
#include "simplify/simplify_backends.hpp"

/// CPU and CUDA implementations of what converts points: calls with the metrics whose points engines know in another
/// form (flow/converted_points.hpp), and to_ecef(). Arguments have been checked.
namespace thrustline::detail {

template <class Real, int D>
struct converting_backends {
  simplify_backend<Real, D> const& simplify;
  significance_backend<Real, D> const& significance;

  static converting_backends const& on_cpu();
  static converting_backends const& on_cuda();
};

/// Whether engines take points in another form than the caller's.
inline bool converts_points(metric by) { return by == metric::great_ellipse || by == metric::synchronised; }

template <class Real, int D>
simplify_backend<Real, D> const& simplify_backend_for(executor const& on, metric by) {
  if constexpr (D > 1)
    if (converts_points(by))
      return backend_for<converting_backends<Real, D>>(on).simplify;
  return backend_for<simplify_backend<Real, D>>(on);
}

template <class Real, int D>
significance_backend<Real, D> const& significance_backend_for(executor const& on, metric by) {
  if constexpr (D > 1)
    if (converts_points(by))
      return backend_for<converting_backends<Real, D>>(on).significance;
  return backend_for<significance_backend<Real, D>>(on);
}

template <class Real>
class ecef_backend {
public:
  /// ecef: three coordinates a point, in the memory of the points.
  virtual void to_ecef(executor_state& on, polylines<Real, 2> const& degrees, double* ecef) const = 0;

  static ecef_backend const& on_cpu();
  static ecef_backend const& on_cuda();

protected:
  ~ecef_backend() = default;
};

} // namespace thrustline::detail
